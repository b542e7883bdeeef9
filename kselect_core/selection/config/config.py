"""A sweep as names and numbers: what is identified, cached, linked and reproduced."""

import json
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from hashlib import sha256
from math import isfinite
from numbers import Real
from typing import Any, Final, Self

import tomli_w

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.problems.least_squares import RIDGES, is_whole
from kselect_core.criteria.problems.machine import LARGEST_C
from kselect_core.data.set.preprocessing import METHODS
from kselect_core.data.set.splits import checked_plan
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError, shortened
from kselect_core.kernels import GAUSSIAN, KERNELS, PRECOMPUTED
from kselect_core.learners import LEARNERS
from kselect_core.notebook import card
from kselect_core.plugins import Package, refuse_missing
from kselect_core.selection.config.grids import COSTS, LAMBDAS, SVM_WIDTHS, refuse_large
from kselect_core.selection.config.measures import COUNTED, MEASURES, WEIGHTED
from kselect_core.selection.config.pairs import ONE_VS_ONE, SCHEMES
from kselect_core.selection.config.parts import (
    Candidates,
    CriterionChoice,
    as_name,
    beyond,
    checked_grid,
    criterion_choices,
    families,
    further,
)
from kselect_core.selection.config.shown import call

RANDOM, GIVEN, SEARCH = "random", "given", "search"
SPLITS = (RANDOM, GIVEN, SEARCH)
"""Where splits come from: drawn, the test file that came with the data, folds of a search."""


class _Unnamed(int):
    """A number that nobody named: what a sweep has unless its other settings need another."""


USUAL_REPEATS: Final[int] = _Unnamed(5)
"""Splits of a sweep that names no number of them; a given split is one."""

BESIDE = tuple(one for one in MEASURES.values() if one.column != COUNTED)
"""What is measured on test points beside the share of errors."""
AUTO, DENSE, TILED, LANDMARKS = "auto", "dense", "tiled", "landmarks"
ENGINES = (AUTO, DENSE, TILED, LANDMARKS)
"""What computes a sweep: K as a matrix, or tile by tile, or a learner on m landmarks in its place,
or whichever fits the size."""

USUAL_LANDMARKS, FEWEST_LANDMARKS, MOST_LANDMARKS = 1000, 2, 5000
"""Numbers of landmarks: their sums take m² numbers per fold, and a decomposition m³."""

SCHEMA = 1
"""Version of the serialised form; newer files are refused, not guessed at."""


SVM = "svm"


@cache
def usual_criteria(learner: str) -> tuple[CriterionChoice, ...]:
    """Criteria of a sweep that names none: the others are computed where somebody asks for them."""
    usual = (criterion for criterion in CRITERIA.values() if criterion.usual)
    return tuple(CriterionChoice(one.name) for one in usual if one.applies_to(learner))


@cache
def usual_families() -> tuple[Candidates, ...]:
    """Kernels of a sweep that names none; the support vector machine has its own."""
    return (Candidates(),)


@dataclass(frozen=True, kw_only=True)
class SweepConfig:
    """One data set, one learner, a grid of kernels × λ, the criteria, the splits and the seed.

    A set with several classes becomes binary problems: criteria are averaged over them, and they
    decide together for the test error.

    Parameters
    ----------
    dataset : str
        Name of a bundled set or of a table, or what your own data are called.
    dataset_digest : str
        Digest of the data that are meant; other data are refused. Empty: any.
    positive : str, optional
        Class that stands against the rest from the start.
    preprocessing : str
        "standardise", "minmax" or "none", learnt from the training part.
    test_share : float
        Share of the rows that are kept aside to test on.
    repeats : int
        Number of splits; if none is named, 1 where the split is given.
    learner : str
        "krr", "lssvm" or "svm".
    ridge : str
        "n_lambda" (μ = nλ) or "lambda" (μ = λ) on the diagonal of K.
    candidates : tuple of Candidates
        Kernel families, each with its grid.
    lambdas : tuple of float
        Grid of λ.
    criteria : tuple
        Keys, ``(key, {option: value})`` pairs or CriterionChoice.
    seed : int
        Seed of splits and folds.
    C : tuple of float
        Grid of the support vector machine, in place of λ: μ = 1/(2C), and ``lambdas`` and ``ridge``
        follow from it. If λ are given instead with μ = λ, C = 1/(2λ) takes their place; with
        μ = n·λ, C depends on the sample and the sweep keeps its λ.
    multiclass : str
        "one_vs_one" or "one_vs_rest": what several classes become.
    pair : tuple of str
        The two sides (negative, positive) of the problem that is looked at alone, with the same
        splits.
    reading : tuple
        Answers with which a table was read, options of `load_dataset`; those who repeat the sweep
        from the file read it so again.
    split : str
        "random", or "given" for data with a test file: one split, and no test share. "search" in
        a search that was opened (`from_cv_results`): its folds, which no sweep draws again.
    stratified : bool
        Whether classes have the same shares in both parts of a split and in every fold; otherwise
        rows are drawn whatever their class.
    plugins : tuple
        Packages, with their versions, that add kernels and criteria used here. They are filled in;
        where they are given, results are of these versions, and no other one computes.
    engine : str
        "dense", which holds the kernel matrix, "tiled", which never does and says to which error
        its values are known, "landmarks", which computes another learner, the same on ``landmarks``
        of the points, exactly, or "auto": tiled above 4000 training points, where it can, and
        landmarks above 50,000.
    landmarks : int
        Number m of landmarks, 2 to 5000, where these are used.
    class_weights : tuple of float
        What an error costs in each class, in the order of the class names: then the weighted error
        is measured on test points as well. Fits and criteria stay as they are.

    Raises
    ------
    UnknownNameError
        For a name that there is not: of a learner, a kernel, a criterion, a preparation, ….
    InvalidParameterError
        For a number outside its range, or parts that do not go together.

    Examples
    --------
    >>> from kselect import Candidates, SweepConfig
    >>> widths = Candidates("gaussian", (0.5, 2.0, 8.0), "2tau")
    >>> criteria = ("loo", ("kfold", {"k": 10}))
    >>> config = SweepConfig(dataset="iris", candidates=(widths,), criteria=criteria)
    >>> [choice.quantity for choice in config.criteria]
    ['loo', 'kfold(k=10)']
    >>> len(config.items)  # three kernels on five splits
    15
    >>> SweepConfig.from_toml(config.to_toml()) == config
    True
    """

    dataset: str
    dataset_digest: str = ""
    positive: str | None = None
    preprocessing: str = "standardise"
    test_share: float = 0.3
    repeats: int = USUAL_REPEATS
    learner: str = "krr"
    ridge: str = "n_lambda"
    candidates: tuple[Candidates, ...] = field(default_factory=usual_families)
    lambdas: tuple[float, ...] = LAMBDAS
    criteria: tuple[CriterionChoice, ...] = field(default_factory=partial(usual_criteria, "krr"))
    seed: int = 0
    C: tuple[float, ...] = ()
    multiclass: str = ONE_VS_ONE
    pair: tuple[str, str] | tuple[()] = ()
    reading: tuple[tuple[str, object], ...] = ()
    split: str = RANDOM
    stratified: bool = True
    plugins: tuple[tuple[str, str], ...] = ()
    engine: str = AUTO
    landmarks: int = USUAL_LANDMARKS
    class_weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        _check_data_name(self.dataset)
        _check_text("dataset_digest", self.dataset_digest or "none")
        if self.positive is not None:
            _check_text("positive", self.positive)
        if self.multiclass not in SCHEMES:
            raise UnknownNameError("scheme for several classes", self.multiclass, SCHEMES)
        object.__setattr__(self, "pair", _two_names(self.pair))
        object.__setattr__(self, "reading", _answers(self.reading))
        LEARNERS[as_name("learner", self.learner)]
        if self.preprocessing not in METHODS:
            raise UnknownNameError("preprocessing", self.preprocessing, METHODS)
        if self.ridge not in RIDGES:
            raise UnknownNameError("ridge convention", self.ridge, RIDGES)
        repeats = 1 if self._needs_one() else self.repeats
        share, repeats, seed = checked_plan(self.test_share, repeats, self.seed)
        for name, value in (("test_share", share), ("repeats", repeats), ("seed", seed)):
            object.__setattr__(self, name, value)
        self._check_split()
        self._check_engine()
        object.__setattr__(self, "class_weights", _weights(self.class_weights))
        self._settle_costs()
        object.__setattr__(self, "candidates", families(self.candidates))
        object.__setattr__(
            self, "lambdas", checked_grid("Sweep", self.lambdas, symbol="λ (lambdas)")
        )
        object.__setattr__(self, "criteria", criterion_choices(self.criteria))
        for choice in self.criteria:
            if not choice.criterion.applies_to(self.learner):
                judges = [k for k, c in CRITERIA.items() if c.applies_to(self.learner)]
                allowed = f"those that judge the learner {self.learner!r} ({', '.join(judges)})"
                raise InvalidParameterError("Sweep", "criteria", allowed, choice.key)
        object.__setattr__(self, "plugins", self._versions(self.plugins))
        refuse_large(len(self.items) * len(self.lambdas))

    def _versions(self, given: object) -> tuple[tuple[str, str], ...]:
        """Packages that add what is used here, in the versions given or else installed."""
        try:
            versions = {str(name): str(version) for name, version in dict(given).items()}  # type: ignore[call-overload]
        except (TypeError, ValueError) as error:
            words = "names of packages and their versions"
            raise InvalidParameterError("Sweep", "plugins", words, given) from error
        return tuple((one.name, versions.get(one.name, one.version)) for one in self.packages)

    @property
    def packages(self) -> tuple[Package, ...]:
        """Installed packages that add kernels and criteria used here."""
        used = [KERNELS.origins.get(family.kernel) for family in self.candidates]
        used += [CRITERIA.origins.get(choice.key) for choice in self.criteria]
        return tuple(sorted({one for one in used if one is not None}))

    def _needs_one(self) -> bool:
        """Return whether nobody named a number of splits, and there is a given one."""
        return self.split == GIVEN and isinstance(self.repeats, _Unnamed)

    def _check_split(self) -> None:
        if not isinstance(self.stratified, bool):
            raise InvalidParameterError("Sweep", "stratified", "True or False", self.stratified)
        if self.split not in SPLITS:
            raise UnknownNameError("kind of split", self.split, SPLITS)
        if self.split == GIVEN and self.repeats != 1:
            allowed = "1 where the split is given by a test file"
            raise InvalidParameterError("Sweep", "repeats", allowed, self.repeats)

    def _check_engine(self) -> None:
        if self.engine not in ENGINES:
            raise UnknownNameError("engine", self.engine, ENGINES)
        if self.engine in (TILED, LANDMARKS) and self.learner == SVM:
            allowed = f"'{AUTO}' or '{DENSE}' for the support vector machine, which needs rows of K"
            raise InvalidParameterError("Sweep", "engine", allowed, self.engine)
        m = self.landmarks
        if not is_whole(m) or not FEWEST_LANDMARKS <= m <= MOST_LANDMARKS:
            allowed = f"a whole number from {FEWEST_LANDMARKS} to {MOST_LANDMARKS}"
            raise InvalidParameterError("Sweep", "m (landmarks)", allowed, m)
        if m != USUAL_LANDMARKS and self.engine in (DENSE, TILED):
            allowed = f"left out where engine='{self.engine}', which has none"
            raise InvalidParameterError("Sweep", "m (landmarks)", allowed, m)
        object.__setattr__(self, "landmarks", int(m))

    def _settle_costs(self) -> None:
        """Put the usual grids of the support vector machine in place, and λ from C."""
        if self.learner != SVM:
            if self.C:
                raise InvalidParameterError("Sweep", "C", f"left out for {self.learner!r}", self.C)
            return
        if self.candidates is usual_families():
            own = (Candidates(GAUSSIAN.name, SVM_WIDTHS, "gamma"),)
            object.__setattr__(self, "candidates", own)
        if self.criteria is usual_criteria("krr"):
            object.__setattr__(self, "criteria", usual_criteria(SVM))
        grid = self.C
        if not grid and self.lambdas is not LAMBDAS:
            if self.ridge != "lambda":
                return
            lambdas = checked_grid("Sweep", self.lambdas, symbol="λ (lambdas)")
            grid = tuple(0.5 / lam for lam in reversed(lambdas))
        costs = checked_grid("Sweep", grid or COSTS, symbol="C")
        if costs[-1] > LARGEST_C:
            raise InvalidParameterError("Sweep", "C", f"at most {LARGEST_C:g}", costs[-1])
        object.__setattr__(self, "C", costs)
        object.__setattr__(self, "lambdas", tuple(0.5 / cost for cost in reversed(costs)))
        object.__setattr__(self, "ridge", "lambda")

    def __repr__(self) -> str:
        usual = type(self)(dataset=self.dataset, learner=self.learner, split=self.split)
        arguments = [f"dataset={self.dataset!r}"]
        arguments += [f"learner={self.learner!r}"] * (self.learner != "krr")
        arguments += [f"split={self.split!r}"] * (self.split != RANDOM)
        return call(self, usual, *arguments, besides=("lambdas", "ridge") if self.C else ())

    def _repr_html_(self) -> str:
        name, ends = ("C", self.C) if self.C else ("λ", self.lambdas)
        families = (
            " ".join((one.kernel, f"× {len(one.points)}", one.convention)).strip()
            for one in self.candidates
        )
        facts = (
            ("learner", self.learner),
            ("kernels", ", ".join(families)),
            (name, f"{len(ends)} from {ends[0]:.4g} to {ends[-1]:.4g}"),
            ("criteria", ", ".join(choice.quantity for choice in self.criteria)),
            ("splits", f"{self.repeats}, {self._drawn()}"),
            ("preparation", self.preprocessing),
            ("digest", f"{self.digest()[:12]}…"),
        )
        return card(f"Sweep of {self.dataset}", facts)

    def _drawn(self) -> str:
        if self.split == SEARCH:
            return "folds of the search"
        return f"test share {self.test_share:g}, seed {self.seed}"

    @cached_property
    def kernels(self) -> tuple[tuple[Candidates, float], ...]:
        """Every kernel of the grid: its family and the value of its parameter."""
        return tuple((family, value) for family in self.candidates for value in family.points)

    @cached_property
    def spectral(self) -> bool:
        """Whether a criterion of least squares needs the eigendecomposition of K."""
        return self.learner != SVM and any(
            "spectrum" in choice.criterion.needs for choice in self.criteria
        )

    def quantities(self, *, classes: bool) -> tuple[tuple[str, str], ...]:
        """Names and kinds of what every item computes, in order; error rates only for classes."""
        criteria = [
            (f"{choice.quantity}{ending}", "info" if ending else "criterion")
            for choice in self.criteria
            for ending in ("", *choice.besides)
        ]
        return (*criteria, *self.measured(classes=classes))

    def measured(self, *, classes: bool) -> tuple[tuple[str, str], ...]:
        """Names and kinds of what is measured at the fits; error rates only for classes."""
        beside = tuple(
            (one.column, "info") for one in BESIDE if one.column != WEIGHTED or self.class_weights
        )
        rates = (("test_error", "test"), ("training_error", "info"), *beside)
        squared = (("test_squared_error", "test"), ("training_squared_error", "info"))
        freedom = (("effective_dof", "info"),)
        return (*(rates if classes else ()), *squared, *(freedom if self.spectral else ()))

    @property
    def items(self) -> range:
        """Work items: (split, kernel) pairs, numbered split by split."""
        return range(self.repeats * len(self.kernels))

    def digest(self) -> str:
        """SHA-256 of the canonical JSON: the identity of the sweep and of its results."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return sha256(self.to_json().encode()).hexdigest()

    def to_json(self) -> str:
        """Canonical JSON: sorted keys, no spaces, shortest exact numbers."""
        return json.dumps(self._plain(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def to_toml(self) -> str:
        """TOML for people; reads back to an equal configuration."""
        return tomli_w.dumps({k: v for k, v in self._plain().items() if v is not None})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what to_json wrote; unknown keys are refused with a suggestion."""
        return cls._of_text(text, "JSON", lambda t: json.loads(t, object_pairs_hook=_once_each))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read what to_toml wrote; unknown keys are refused with a suggestion."""
        return cls._of_text(text, "TOML", tomllib.loads)

    def extended(self, kernel: str, side: str, *, steps: int = 5) -> Self:
        """Same sweep with ``steps`` more points at the "low" or "high" end of a grid.

        ``kernel`` names the family whose grid grows, or is "lambda" for the ridges.
        """
        if side not in ("low", "high"):
            raise UnknownNameError("end of the grid", side, ("low", "high"))
        if kernel == "lambda" and self.C:
            side = "high" if side == "low" else "low"  # a small λ is a large C
            return replace(self, C=further(self.C, side, steps))
        if kernel == "lambda":
            return replace(self, lambdas=further(self.lambdas, side, steps))
        names = [family.kernel for family in self.candidates]
        if kernel not in names:
            raise UnknownNameError("grid of this sweep", kernel, (*names, "lambda"))
        if kernel == PRECOMPUTED.name:
            raise KselectError("Gram matrices are given: beyond an end of their grid is none.")
        longer = tuple(
            replace(family, values=beyond(family, side, steps))
            if family.kernel == kernel
            else family
            for family in self.candidates
        )
        return replace(self, candidates=longer)

    def _plain(self) -> dict[str, Any]:  # Any: JSON values
        plain = {f.name: getattr(self, f.name) for f in fields(self)}
        plain["candidates"] = [_without_empty(family) for family in self.candidates]
        for name in ("lambdas", "ridge") if self.C else ("C",):
            del plain[name]
        for name in ("seed", "test_share") if self.split == SEARCH else ():
            del plain[name]
        plain["reading"], plain["plugins"] = dict(self.reading), dict(self.plugins)
        for name, usual in (
            ("multiclass", ONE_VS_ONE),
            ("pair", ()),
            ("reading", {}),
            ("split", RANDOM),
            ("stratified", True),
            ("plugins", {}),
            ("engine", AUTO),
            ("landmarks", USUAL_LANDMARKS),
            ("class_weights", ()),
        ):
            if plain[name] == usual:  # so that older files and digests stay as they are
                del plain[name]
        plain["criteria"] = [{"key": c.key, "options": dict(c.options)} for c in self.criteria]
        return {"schema": SCHEMA, **plain}

    @classmethod
    def _of_text(cls, text: str, form: str, parsed: Callable[[str], object]) -> Self:
        try:
            return cls._of_plain(parsed(text))
        except KselectError:
            raise
        except ValueError as error:
            raise KselectError(f"This is not a sweep configuration in {form}: {error}.") from error
        except RecursionError as error:
            raise KselectError(f"This {form} is nested too deeply for a configuration.") from error

    @classmethod
    def _of_plain(cls, plain: object) -> Self:
        if not isinstance(plain, dict):
            raise KselectError("A sweep configuration must be a table of names and values.")
        names = ["schema", *(f.name for f in fields(cls))]
        for name in plain:
            if name not in names:
                raise UnknownNameError("entry of a sweep configuration", name, names)
        schema = plain.get("schema", SCHEMA)
        if schema != SCHEMA:
            raise KselectError(
                f"This configuration has schema {shortened(schema)}, written by another version of "
                f"kselect; this version reads schema {SCHEMA}."
            )
        if "dataset" not in plain:
            raise KselectError("A sweep configuration must name its dataset.")
        refuse_missing(plain.get("plugins", {}))
        return cls(**{name: value for name, value in plain.items() if name != "schema"})


def _without_empty(family: Candidates) -> dict[str, Any]:  # Any: JSON values
    """Family as a table, without the base and the options that most do not have."""
    plain = {f.name: getattr(family, f.name) for f in fields(family) if f.init}
    for name in ("base", "options"):
        if not plain[name]:
            del plain[name]
    if family.options:
        plain["options"] = dict(family.options)
    return plain


def _check_data_name(name: object) -> None:
    """Raise unless it is a name; who gives the data themselves hears where they go."""
    if isinstance(name, str | int | float | list | dict):  # as a file has them
        _check_text("dataset", name)
        return
    allowed = "a name; the data themselves go into run_sweep(config, dataset=…)"
    raise InvalidParameterError("Sweep", "dataset", allowed, name)


def _check_text(parameter: str, value: object) -> None:
    """Raise unless the value is text, not empty, that can be written to a file."""
    try:
        usable = isinstance(value, str) and bool(value.encode())
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise InvalidParameterError("Sweep", parameter, "a name", value)


def _two_names(pair: object) -> tuple[str, str] | tuple[()]:
    """Names of the negative and the positive side; nothing where no pair is named."""
    names = tuple(pair) if isinstance(pair, tuple | list) else (pair,)
    if not names:
        return ()
    if len(names) != len(("negative", "positive")):
        raise InvalidParameterError("Sweep", "pair", "two names: negative, positive", pair)
    for name in names:
        _check_text("pair", name)
    return str(names[0]), str(names[1])


def _weights(given: object) -> tuple[float, ...]:
    """Weights of the classes: none, or finite numbers greater than 0."""
    parts = tuple(given) if isinstance(given, tuple | list) else (given,)
    numbers = [isinstance(one, Real) and not isinstance(one, bool) for one in parts]
    if not all(numbers) or not all(isfinite(one) and one > 0 for one in parts):
        allowed = "one number greater than 0 for each class"
        raise InvalidParameterError("Sweep", "w (class_weights)", allowed, given)
    return tuple(float(one) for one in parts)


def _answers(reading: object) -> tuple[tuple[str, object], ...]:
    """Answers in the order of their names, lists as tuples; refused if no table is read so."""
    try:
        answers = dict(reading)  # type: ignore[call-overload]  # a table or pairs, else TypeError
    except (TypeError, ValueError) as error:
        words = "names and values of options of load_dataset"
        raise InvalidParameterError("Sweep", "reading", words, reading) from error
    settled = {
        str(option): tuple(value) if isinstance(value, list) else value
        for option, value in answers.items()
        if value is not None
    }
    for option, value in settled.items():
        parts = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(part, str | int) for part in parts):
            words = "text, a whole number, True or False, or a list of them"
            raise InvalidParameterError("Sweep", f"{option} of reading", words, value)
    test = settled.get("test", "a file")
    if not isinstance(test, str) or not test:
        raise InvalidParameterError("Sweep", "test of reading", "the name of a file", test)
    TableOptions.from_keywords(**{k: v for k, v in settled.items() if k != "test"})
    return tuple(sorted(settled.items()))


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Table of a JSON object; an entry given twice is refused, as TOML does."""
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise KselectError(f"The configuration has two entries called {shortened(twice)}.")
    return table
