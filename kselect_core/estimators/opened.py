"""A finished ``GridSearchCV`` as a run: its table in the views, and in the app."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from kselect_core.criteria.left_out.kfold import KFOLD
from kselect_core.criteria.machine.svm_kfold import SVM_KFOLD
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.kernels import GAUSSIAN, LINEAR, POLYNOMIAL
from kselect_core.notebook import card
from kselect_core.results import runs
from kselect_core.results.table import COLUMNS
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices
from kselect_core.types import Array, Float
from kselect_core.views.sweep import SweepAt
from kselect_core.words.amounts import counted

WHERE = "from_cv_results"
SCORINGS = ("accuracy", "neg_mean_squared_error")
TITLE = "GridSearchCV"


@dataclass(frozen=True, eq=False, repr=False)
class Opened:
    """A finished search as a sweep: configuration, table, choices, and the place for views.

    Every fold is a split; its test error is that of the fold. The criterion is the search's own,
    the mean over the folds, so that its regret on a fold is a little too small: the fold had its
    part in the choice.
    """

    config: SweepConfig
    table: pd.DataFrame

    @cached_property
    def choices(self) -> pd.DataFrame:
        """What the search chooses for each strength and over the whole grid, with regret."""
        return choices(self.table, self.config)

    def __repr__(self) -> str:
        return (
            f"<Opened search {self.config.dataset!r}: {', '.join(map(str, self._facts.values()))}>"
        )

    def _repr_html_(self) -> str:
        shown = ("quantity", "scope", "kernel", "parameter", "lambda", "C", "test_error", "regret")
        joint = self.choices[self.choices["scope"] == "joint"].dropna(axis="columns", how="all")
        picks = joint[["split", *(name for name in shown if name in joint)]]
        return card("Opened search", self._facts.items()) + picks.to_html(index=False)

    @property
    def _facts(self) -> dict[str, str]:
        one = self.config
        strengths = f"{len(one.C)} of C" if one.C else f"{len(one.lambdas)} of alpha"
        return {
            "data": one.dataset,
            "folds": counted(one.repeats, "fold"),
            "grid": f"{counted(len(one.kernels), 'kernel')} × {strengths}",
            "criterion": one.criteria[0].quantity,
        }

    @property
    def at(self) -> SweepAt:
        """Place that the views of a sweep take: ``views.grid_map(opened.at, …)`` and others."""
        return SweepAt.of(self.table, self.config)

    def keep(self, *, folder: Path | None = None) -> str:
        """Keep it among the finished runs, where the app lists it; returns its digest."""
        count = len(self.config.items)
        run = runs.Run(
            self.config.digest(),
            "finished",
            self.config.to_toml(),
            title=f"{TITLE}: {self.config.dataset}",
            done=count,
            total=count,
            saved=time.time(),
        )
        runs.save(run, self.table, folder=folder)
        return run.digest


class _Search(NamedTuple):
    """What is known about a search: results, learner, parameters of its grid, and its metric."""

    found: Mapping[str, Any]
    learner: KernelRidge | SVC
    prefix: str
    metric: str
    scoring: str

    def column(self, name: str) -> Array:
        """Column of the results."""
        return np.asarray(self.found[name])

    def parameter(self, name: str) -> Array:
        """Values of a parameter in every row; that of the estimator where it is not searched."""
        key = f"param_{self.prefix}{name}"
        rows = len(self.found["params"])
        return (
            self.column(key) if key in self.found else np.repeat(getattr(self.learner, name), rows)
        )


def from_cv_results(search: Any, *, name: str = "search") -> Opened:  # noqa: ANN401 - scikit-learn's
    """Open a finished search over a `KernelRidge` or an `SVC` as a sweep called ``name``.

    ``search`` is a fitted `GridSearchCV` or `RandomizedSearchCV`, whose estimator
    may stand at the end of a pipeline, with the kernel "rbf", "linear", or "poly" (gamma = coef0 =
    1), and the scoring "accuracy" or "neg_mean_squared_error". Points that were not tried are
    missing in the table.

    Parameters
    ----------
    search : GridSearchCV or RandomizedSearchCV
        The fitted search.
    name : str
        What its data are called.

    Returns
    -------
    Opened
        Its configuration, table and choices as those of a sweep, and ``at`` for the views.

    Raises
    ------
    InvalidParameterError, DataError
        Where something else was searched.

    Examples
    --------
    >>> from kselect import from_cv_results
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.svm import SVC
    >>> X, y = load_iris(return_X_y=True)
    >>> search = GridSearchCV(SVC(), {"gamma": [0.01, 0.1, 1.0], "C": [1.0, 10.0]}, cv=3).fit(X, y)
    >>> opened = from_cv_results(search, name="iris")
    >>> opened.choices.query("scope == 'joint'")[["split", "parameter", "C"]].values.tolist()
    [[0.0, 0.1, 10.0], [1.0, 0.1, 10.0], [2.0, 0.1, 10.0]]
    """
    of = _understood(search)
    family, values = _family(of)
    strength = "C" if isinstance(of.learner, SVC) else "alpha"
    strengths = of.parameter(strength).astype(np.float64)
    mu = 0.5 / strengths if strength == "C" else strengths
    if len(set(zip(map(repr, values), strengths, strict=True))) < len(values):
        raise DataError(f"{WHERE}: the search tried a point of its grid twice, as halving does.")
    splits = search.n_splits_
    rows = [_rows(of, split, family, values, mu) for split in range(splits)]
    table = pd.concat(rows, ignore_index=True)
    criterion = CriterionChoice(SVM_KFOLD.name if strength == "C" else KFOLD.name, (("k", splits),))
    table["quantity"] = table["quantity"].replace("", criterion.quantity)
    table["dataset"], table["learner"] = name, "svm" if strength == "C" else "krr"
    grid = tuple(sorted(set(strengths.tolist())))
    config = SweepConfig(
        dataset=name,
        dataset_digest=_content(table),
        preprocessing="none",
        repeats=splits,
        learner="svm" if strength == "C" else "krr",
        ridge="lambda",
        candidates=(Candidates(family.kernel, tuple(sorted(set(values))), family.convention),),
        criteria=(criterion,),
        **({"C": grid} if strength == "C" else {"lambdas": grid}),  # type: ignore[arg-type]
    )
    return Opened(config, table[list(COLUMNS)].astype(COLUMNS))


def _understood(search: Any) -> _Search:  # noqa: ANN401 - scikit-learn's
    """Search with its learner and its metric; raises for what is none."""
    if not (hasattr(search, "cv_results_") and hasattr(search, "estimator")):
        allowed = "a fitted GridSearchCV (or another search of scikit-learn)"
        raise InvalidParameterError(WHERE, "the search", allowed, search)
    learner, prefix = search.estimator, ""
    if isinstance(learner, Pipeline):
        prefix, learner = f"{learner.steps[-1][0]}__", learner[-1]
    if not isinstance(learner, KernelRidge | SVC):
        allowed = "a KernelRidge or an SVC, alone or at the end of a Pipeline"
        raise InvalidParameterError(WHERE, "the estimator of the search", allowed, learner)
    usual = "accuracy" if isinstance(learner, SVC) else "r2"
    asked = search.scoring or usual
    several = list(asked) if isinstance(asked, list | tuple | set | dict) else []
    scoring = next((one for one in several if one in SCORINGS), asked)
    if not isinstance(scoring, str) or scoring not in SCORINGS:
        raise InvalidParameterError(WHERE, "the scoring of the search", f"one of {SCORINGS}", asked)
    metric = scoring if several else "score"
    return _Search(search.cv_results_, learner, prefix, metric, scoring)


def _family(of: _Search) -> tuple[Candidates, list[float]]:
    """Kernel family of the search, and its parameter in every row."""
    kernels = set(of.parameter("kernel").tolist())
    if len(kernels) != 1:
        raise DataError(f"{WHERE}: one kernel can be opened at a time, got {len(kernels)}.")
    (kernel,) = kernels
    (swept,) = _swept(of) or ("",)
    if kernel == "rbf" and swept in ("gamma", "") and _numbers(of.parameter("gamma")):
        return Candidates(GAUSSIAN.name, convention="gamma"), of.parameter("gamma").tolist()
    if kernel == LINEAR.name and not swept:
        return Candidates(LINEAR.name), [float("nan")] * len(of.found["params"])
    ones = {*of.parameter("gamma").tolist(), *of.parameter("coef0").tolist()} == {1.0}
    if kernel == "poly" and swept in ("degree", "") and ones:
        return Candidates(POLYNOMIAL.name), of.parameter("degree").astype(float).tolist()
    if kernel == "rbf" and swept in ("gamma", ""):
        raise DataError(
            f"{WHERE}: gamma must be numbers; 'scale' and 'auto' depend on the features of a fold. "
            "On standardised features both are about 1 / the number of features."
        )
    raise DataError(
        f"{WHERE}: a search over {swept or 'nothing'} of the kernel {kernel!r} has no place in a "
        "sweep. What has: gamma of 'rbf', 'linear', and degree of 'poly' with gamma = coef0 = 1."
    )


def _swept(of: _Search) -> tuple[str, ...]:
    """Names of what varies beside the strength; raises where it is more than one thing."""
    given = [name.removeprefix("param_") for name in of.found if name.startswith("param_")]
    short = [name.removeprefix(of.prefix) for name in given]
    varies = [
        name
        for name, key in zip(short, given, strict=True)
        if name not in ("alpha", "C", "kernel")
        and len(set(map(repr, of.found[f"param_{key}"]))) > 1
    ]
    if len(varies) > 1:
        raise DataError(
            f"{WHERE}: a sweep has one parameter, this search varies {', '.join(varies)}."
        )
    return tuple(varies)


def _numbers(values: Array) -> bool:
    return all(isinstance(value, int | float) for value in values.tolist())


def _rows(
    of: _Search, split: int, family: Candidates, values: list[float], mu: Float[Array, " r"]
) -> pd.DataFrame:
    """Rows of one fold: the search's own criterion, and the errors of the fold."""
    one = 1.0 if of.scoring == "accuracy" else 0.0
    error = "error" if of.scoring == "accuracy" else "squared_error"
    columns = [("", "criterion", f"mean_test_{of.metric}")]
    columns += [(f"test_{error}", "test", f"split{split}_test_{of.metric}")]
    trained = f"split{split}_train_{of.metric}"
    columns += [(f"training_{error}", "info", trained)] if trained in of.found else []
    parts = []
    for quantity, kind, column in columns:
        value = one - of.column(column)
        part = {"quantity": quantity, "kind": kind, "value": value}
        parts.append(pd.DataFrame({**part, "parameter": values, "lambda": mu, "mu": mu}))
    table = pd.concat(parts, ignore_index=True)
    table["split"], table["kernel"], table["convention"] = split, family.kernel, family.convention
    table["C"] = 0.5 / table["mu"] if isinstance(of.learner, SVC) else np.nan
    table["reason"] = np.where(table["value"].isna(), "the fit failed in the search", "")
    return table


def _content(table: pd.DataFrame) -> str:
    """SHA-256 of the rows, in place of that of data that are not known."""
    return sha256(table.to_csv(index=False).encode()).hexdigest()
