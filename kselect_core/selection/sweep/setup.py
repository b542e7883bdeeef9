"""A configuration with its data: what follows from both is derived here, once, and handed down."""

import warnings
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Self

import numpy as np

from kselect_core.data import Dataset, load_dataset
from kselect_core.data.catalogue.cards import ALIASES, CATALOGUE
from kselect_core.data.set.splits import Split, nth_split, part_of
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    KselectError,
    TooLargeError,
    UnknownNameError,
)
from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection.config.config import DENSE, GIVEN, LANDMARKS, SEARCH, SweepConfig
from kselect_core.selection.config.pairs import Pair, named_pair, pairs_of
from kselect_core.selection.sweep.engines import MACHINE_MOST, engine_for
from kselect_core.types import Array, Float, Int

OWN_DATA = "Data of your own are given beside the configuration: dataset=…."
UNNAMED = ("arrays", "Gram matrices")
"""What data are called that nobody gave a name."""

AT_HAND = 1000
"""Training points, and as many test points, of a sample whose kernel matrix can be looked at.

A step of the cursor decomposes it: 50 ms for so many, eight times as long for twice as many.
"""


@dataclass(frozen=True, eq=False)
class Setup:
    """A configuration and its data set, with their splits, sizes and binary problems.

    ``Setup.of`` takes the data as they were loaded and checks that they are those of the
    configuration; whoever changed both on purpose makes one without the check. With ``points`` only
    so many training points are used, nested parts of those of each split, and with ``tests`` so
    many test points; 0 means all.
    """

    config: SweepConfig
    dataset: Dataset
    points: int = 0
    tests: int = 0

    @classmethod
    def of(cls, config: SweepConfig, dataset: Dataset) -> Self:
        """Setup of the data as loaded: one class against the rest where the configuration says so.

        Several classes stay as they are otherwise; a pair that the configuration names is checked.

        Raises if the configuration carries a digest, or names a bundled set, and the data differ.
        """
        _check_name(config, dataset)
        if config.positive is not None and (
            dataset.task == "multiclass" or dataset.class_names[-1:] != (config.positive,)
        ):
            dataset = dataset.against_rest(config.positive)
        if config.pair:
            _check_pair(config, dataset)
        _check_weights(config, dataset)
        if config.split == SEARCH:
            raise KselectError(
                f"The folds of {config.dataset!r} are those of a search that was opened, and no "
                "sweep draws them again. split='random' draws others."
            )
        if config.split == GIVEN:
            given_split(dataset)
        if config.dataset_digest and config.dataset_digest != dataset.digest:
            raise KselectError(
                f"The data set {dataset.name!r} is not the one this sweep was made for: its digest "
                f"is {dataset.digest[:12]}…, expected {config.dataset_digest[:12]}…."
            )
        _check_plugins(config)
        _check_matrices(config, dataset)
        return cls(config, dataset)

    @classmethod
    def at_hand(cls, config: SweepConfig, dataset: Dataset) -> Self:
        """Setup for what needs a whole kernel matrix: all points, or a sample of them.

        A sample is taken of sweeps that hold no matrix, or would be refused: AT_HAND training
        points of each split, with the classes in the same shares, and as many of its test points.
        """
        whole = cls.of(config, dataset)
        if whole.engine == DENSE and (config.engine == DENSE or whole.n <= MACHINE_MOST):
            return whole
        points, tests = (AT_HAND if len(rows) > AT_HAND else 0 for rows in whole.first)
        return replace(whole, points=points, tests=tests)

    def refuse_unheld(self, what: str) -> None:
        """Raise where ``what`` needs a matrix that the sweep never holds, and a sample is wrong."""
        if self.engine != DENSE:
            raise TooLargeError(
                f"{what} needs the kernel matrix of {self.n:,} points, which the engine "
                f"{self.engine!r} never holds. Sweep a sub-sample of the data for it."
            )

    @property
    def sampled_from(self) -> int:
        """Training points of each split, where only a sample of them is used; else 0."""
        return len(self._whole(0).train) if self.points else 0

    @property
    def classes(self) -> bool:
        """Whether classes are told apart, and not numbers predicted."""
        return self.dataset.task != "regression"

    @property
    def several(self) -> bool:
        """Whether several classes are looked at together, as binary problems."""
        return self.dataset.task == "multiclass" and not self.config.pair

    def weights(self, rows: Int[Array, " m"]) -> Float[Array, " m"] | None:
        """Weight of the class of each of these points; None where classes have none."""
        given = np.array(self.config.class_weights)
        if not len(given):
            return None
        y = self.dataset.y[rows]
        codes = (y > 0).astype(np.int64) if self.dataset.task == "binary" else y.astype(np.int64)
        weights: Float[Array, " m"] = given[codes]
        return weights

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Binary problems of several classes; none for two classes and for a regression."""
        if self.dataset.task != "multiclass":
            return ()
        return pairs_of(self.dataset.class_names, self.config.multiclass)

    @property
    def pair_names(self) -> tuple[tuple[str, str], ...]:
        """Names of the sides (negative, positive) of every binary problem of several classes."""
        return tuple(pair.names(self.dataset.class_names) for pair in self.pairs)

    @cached_property
    def pair(self) -> Pair | None:
        """Pair of several classes that is looked at; None for two classes and for a regression.

        Raises where there are several classes and the configuration names no pair.
        """
        if not self.pairs:
            return None
        names = self.dataset.class_names
        if self.several:
            raise DataError(
                f"{self.dataset.name} has {len(names)} classes ({', '.join(map(repr, names))}); "
                "this looks at one pair of them: replace(config, "
                f"pair={self.pair_names[0]!r}), for example."
            )
        return named_pair(names, self.config.multiclass, self.config.pair)

    @property
    def tested(self) -> float:
        """Share of the rows that is tested on, about: the test share, or that of the test file."""
        if self.config.split == GIVEN and self.dataset.test_rows:
            return self.dataset.test_rows / len(self.dataset.y)
        return self.config.test_share

    @property
    def trained(self) -> int:
        """Number of training points of a split, about: known without drawing one."""
        return max(2, round(len(self.dataset.y) * (1 - self.tested)))

    @cached_property
    def first(self) -> Split:
        """Rows of both parts of the first split, whose sizes all splits have."""
        return self._made(0)

    @cached_property
    def n(self) -> int:
        """Number of training points of every split, of the pair that is looked at."""
        return self._looked_at(self.first.train)

    @property
    def ratio(self) -> float:
        """n_test/n_train of the first split, and about that of every one."""
        return len(self.first.test) / len(self.first.train)

    @property
    def counted(self) -> int:
        """Number of test points that an error rate of the first split counts; 0 of a regression."""
        return self._looked_at(self.first.test) if self.classes else 0

    def _looked_at(self, rows: Int[Array, " s"]) -> int:
        """Return how many rows are of the pair that is looked at, all where it is none."""
        if self.several or self.pair is None:
            return len(rows)
        return int(self.pair.rows(self.dataset.y[rows]).sum())

    @property
    def engine(self) -> str:
        """What computes the sweep: "dense", "tiled" or "landmarks"."""
        return engine_for(self.config, self.n)

    @property
    def engine_of_all(self) -> str:
        """What computes the sweep of all classes, also where a pair or a sample is looked at."""
        return engine_for(self.config, len(self._whole(0).train))

    @cached_property
    def origin(self) -> str:
        """SHA-256 of all that a row depends on and does not tell: data, seed, preparation etc.

        Grids, criteria and the number of splits are left out: a longer grid goes on from a shorter
        one.
        """
        config = self.config
        shared = (
            config.preprocessing,
            config.test_share,
            config.learner,
            config.ridge,
            config.seed,
        )
        normalised = [family.kernel for family in config.candidates if family.normalised]
        classes = (config.multiclass, config.pair) if self.pairs else ()
        bases = [family.base for family in config.candidates if family.base]
        options = [
            (family.kernel, family.options) for family in config.candidates if family.options
        ]
        given = [config.split] if config.split == GIVEN else []
        given += [] if config.stratified else ["unstratified"]
        given += [self.engine] if self.engine != DENSE else []
        given += [f"m = {config.landmarks}"] if self.engine == LANDMARKS else []
        given += [f"{name} {version}" for name, version in config.plugins]
        given += [f"weights {config.class_weights}"] if config.class_weights else []
        facts = (self.dataset.digest, *shared, normalised, *classes, *bases, *options, *given)
        return sha256(repr(facts).encode()).hexdigest()

    def rows(self, number: int) -> Split:
        """Rows of both parts of one split, all classes: every computation of a sweep asks here."""
        return self.first if number == 0 else self._made(number)

    def _made(self, number: int) -> Split:
        rows, config, dataset = self._whole(number), self.config, self.dataset
        test = rows.test
        if self.tests:
            test = test[np.linspace(0, len(test) - 1, self.tests).astype(np.int64)]
        if not self.points:
            return Split(rows.train, test)
        train = part_of(
            rows.train, dataset.y, self.points, task=dataset.task, number=number, seed=config.seed
        )
        return Split(train, test)

    def _whole(self, number: int) -> Split:
        config, dataset = self.config, self.dataset
        if config.split == GIVEN:
            if number != 0:
                raise InvalidParameterError("Sweep", "the number of a given split", "0", number)
            return given_split(dataset)
        return nth_split(
            dataset.y,
            number,
            task=dataset.task,
            test_share=config.test_share,
            seed=config.seed,
            stratified=config.stratified,
        )


def named_dataset(config: SweepConfig) -> Dataset:
    """Data set that a configuration names: bundled, in the data folder, or a file.

    A table is read with the answers that the configuration records.
    """
    try:
        return load_dataset(config.dataset, **dict(config.reading))  # type: ignore[arg-type]  # checked
    except UnknownNameError as error:
        raise error.with_more(OWN_DATA) from error


def warn_of_another(config: SweepConfig, dataset: Dataset, *, above: int = 1) -> None:
    """Warn of data of another name than the configuration has, where no digest tells them apart.

    ``above`` is how many calls above the one of this function it is told.
    """
    name = config.dataset
    if config.dataset_digest or dataset.name in (
        name,
        ALIASES.get(name),
        Path(name).stem,
        *UNNAMED,
    ):
        return
    warnings.warn(
        f"The configuration is of {name!r}, and the data given are called {dataset.name!r}. If "
        "they are meant, give both the same name, or the configuration their dataset_digest.",
        UserWarning,
        stacklevel=2 + above,
    )


def given_split(dataset: Dataset) -> Split:
    """Rows of the training file and of the test file."""
    n, tested = len(dataset.y), dataset.test_rows
    if not tested:
        raise DataError(
            f"{dataset.name} has no test file, so no split is given; read it with test=…, or let "
            "splits be drawn (split='random')."
        )
    train = np.arange(n - tested)
    if dataset.task != "regression" and len(np.unique(dataset.y[train])) < 2:  # noqa: PLR2004
        raise DataError(f"{dataset.name}: its training file holds only one class.")
    return Split(train, np.arange(n - tested, n))


def _check_name(config: SweepConfig, dataset: Dataset) -> None:
    """Raise unless this is a data set, and the bundled one if the configuration names one."""
    if not isinstance(dataset, Dataset):
        raise InvalidParameterError(
            "Sweep",
            "dataset",
            "a Dataset, made by load_dataset or Dataset.from_arrays, or arrays (X, y)",
            dataset,
        )
    bundled = ALIASES.get(config.dataset, config.dataset)
    if bundled in CATALOGUE and dataset.name != bundled:
        raise DataError(
            f"The configuration names the bundled set {config.dataset!r}, but the data given are "
            f"called {dataset.name!r}. Give the configuration that name."
        )


def _check_matrices(config: SweepConfig, dataset: Dataset) -> None:
    """Raise unless given matrices are used for the points that they are of, and nothing else is."""
    own = [family.kernel == PRECOMPUTED.name for family in config.candidates]
    if not dataset.matrices and any(own):
        raise InvalidParameterError(
            "Sweep", "the data of the precomputed kernel", "made by Dataset.from_gram", dataset
        )
    if dataset.matrices and not all(own):
        allowed = f"Candidates({PRECOMPUTED.name!r}, {dataset.grid}): there are no features"
        names = [family.kernel for family in config.candidates]
        raise InvalidParameterError("Sweep", "the kernels of Gram matrices", allowed, names)
    if dataset.matrices and config.preprocessing != "none":
        raise InvalidParameterError(
            "Sweep", "the preprocessing of Gram matrices", "'none'", config.preprocessing
        )
    if dataset.matrices and dataset.test_rows and config.split != GIVEN:
        allowed = "'given': kernel values between two test points are not known"
        raise InvalidParameterError(
            "Sweep", "the split of Gram matrices with test points", allowed, config.split
        )


def _check_plugins(config: SweepConfig) -> None:
    """Raise unless the packages that add kernels and criteria are here in the same versions."""
    for package in config.packages:
        wanted = dict(config.plugins)[package.name]
        if wanted != package.version:
            raise KselectError(
                f"This sweep was made with the plug-in {package.name} {wanted}, and "
                f"{package.version} is installed here. Install {package.name}=={wanted}, "
                "or give the configuration another one: replace(config, plugins=())."
            )


def _check_weights(config: SweepConfig, dataset: Dataset) -> None:
    """Raise unless there is a weight for every class, or none at all."""
    given, names = config.class_weights, dataset.class_names
    if given and len(given) != len(names):
        classes = ", ".join(map(repr, names))
        allowed = f"{len(names)} numbers, for the classes {classes}"
        if not names:
            allowed = "left out: these data have no classes"
        raise InvalidParameterError("Sweep", "w (class_weights)", allowed, given)


def _check_pair(config: SweepConfig, dataset: Dataset) -> None:
    """Raise unless the data have several classes, these among them."""
    if dataset.task != "multiclass":
        raise InvalidParameterError(
            "Sweep", "pair", "left out: the data do not have several classes", config.pair
        )
    named_pair(dataset.class_names, config.multiclass, config.pair)
