"""A finished ``GridSearchCV`` as a run: its table in the views, and in the app."""

import time
import warnings
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.criteria.left_out.kfold import KFOLD
from kselect_core.criteria.machine.svm_kfold import SVM_KFOLD
from kselect_core.errors import DataError
from kselect_core.estimators.opened.finished_search import Searched, searched
from kselect_core.estimators.opened.kernels import Kernels, kernels_of
from kselect_core.estimators.opened.place import OpenedAt
from kselect_core.estimators.opened.scorings import WHERE
from kselect_core.notebook import card
from kselect_core.results import runs
from kselect_core.results.table import COLUMNS
from kselect_core.selection import CriterionChoice, SweepConfig, choices
from kselect_core.selection.config.config import SEARCH
from kselect_core.types import Array, Float
from kselect_core.views.quick.plotted import drawn
from kselect_core.views.view import Drawn
from kselect_core.words.amounts import counted

TITLE = "GridSearchCV"


@dataclass(frozen=True, eq=False, repr=False)
class Opened:
    """A finished search as a sweep: configuration, table, choices, and the place for views.

    Every fold is a split; its test error is that of the fold. The criterion is the search's own,
    the mean over the folds, so that its regret on a fold is a little too small: the fold had its
    part in the choice. ``label`` names the error where it is no error rate and no squared error;
    ``notices`` says what was taken for something else.
    """

    config: SweepConfig
    table: pd.DataFrame
    label: str = ""
    notices: tuple[str, ...] = ()

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
        named = picks.rename(columns={"test_error": f"test {self.label}"}) if self.label else picks
        notices = [("notice", notice) for notice in self.notices]
        return card("Opened search", [*self._facts.items(), *notices]) + named.to_html(index=False)

    @property
    def _facts(self) -> dict[str, str]:
        one = self.config
        strengths = f"{len(one.C)} of C" if one.C else f"{len(one.lambdas)} of alpha"
        return {
            "data": one.dataset,
            "folds": counted(one.repeats, "fold"),
            "grid": f"{counted(len(one.kernels), 'kernel')} × {strengths}",
            "criterion": one.criteria[0].quantity,
            **({"measured by": self.label} if self.label else {}),
        }

    @property
    def at(self) -> OpenedAt:
        """Place that the views of a sweep take: ``views.grid_map(opened.at, …)`` and others."""
        return OpenedAt.of_search(self.table, self.config, self.label)

    def plot(self, kind: str = "curves", **options: Any) -> Drawn:  # noqa: ANN401 (of the view)
        """View of the search, the cursor on its choice; shows itself in a notebook.

        ``kind`` is "curves" (the mean over the folds and the test error over the kernel's parameter
        at the chosen strength), "map" (the test error over parameter × strength, with the choice
        marked) or "regrets"; ``options`` are those of `kselect_core.plot`.

        Raises UnknownNameError for another kind.
        """
        return drawn(self.at, kind, **options)

    def keep(self, *, folder: Path | None = None) -> str:
        """Keep it among the finished runs, where the app lists it; returns its digest.

        Raises DataError for a search by another score than accuracy or squared error, which the app
        would call an error rate.
        """
        if self.label:
            raise DataError(
                f"{WHERE}: this search is measured by {self.label}, and the app would call it the "
                "error of its runs. Search by accuracy or neg_mean_squared_error to keep it; "
                "plot() and the views draw it here."
            )
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


def from_cv_results(
    search: Any,  # noqa: ANN401 - scikit-learn's
    *,
    name: str = "search",
    learner: Any = None,  # noqa: ANN401 - scikit-learn's
    scoring: str | None = None,
) -> Opened:
    """Open a finished search over a `KernelRidge` or an `SVC` as a sweep called ``name``.

    ``search`` is a fitted `GridSearchCV` or `RandomizedSearchCV`, whose estimator may stand at the
    end of a pipeline, or its ``cv_results_`` together with ``learner``. Kernels are "rbf",
    "linear", and "poly" (gamma = coef0 = 1), also several of them. Points that were not tried are
    missing in the table.

    The test error is the error rate ("accuracy") or the squared error ("neg_mean_squared_error");
    of other scores 1 − score, or the loss where their name begins with ``neg_``. It is then called
    so in figures, and stands in the columns ``test_error``.

    Parameters
    ----------
    search : GridSearchCV, RandomizedSearchCV, dict or DataFrame
        The fitted search, or its ``cv_results_``.
    name : str
        What its data are called.
    learner : estimator, optional
        With ``cv_results_`` alone: what was searched, as ``SVC()`` or the pipeline.
    scoring : str, optional
        Which of several scores; with ``cv_results_`` alone also what its single score is.

    Returns
    -------
    Opened
        Its configuration, table and choices as those of a sweep, ``plot()``, and ``at`` for views.

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
    of = searched(search, learner, scoring)
    kernels = kernels_of(of)
    for notice in kernels.notices:
        warnings.warn(f"{WHERE}: {notice}", UserWarning, stacklevel=2)
    costs = of.strength == "C"
    strengths = np.array([float(value) for value in of.parameter(of.strength)])[kernels.rows]
    mu = 0.5 / strengths if costs else strengths
    rows = [_rows(of, kernels, split, mu) for split in range(of.splits)]
    table = pd.concat(rows, ignore_index=True)
    criterion = CriterionChoice(SVM_KFOLD.name if costs else KFOLD.name, (("k", of.splits),))
    table["quantity"] = table["quantity"].replace("", criterion.quantity)
    table["dataset"], table["learner"] = name, "svm" if costs else "krr"
    table["C"] = 0.5 / table["mu"] if costs else np.nan
    grid = tuple(sorted(set(strengths.tolist())))
    config = SweepConfig(
        dataset=name,
        dataset_digest=sha256(table.to_csv(index=False).encode()).hexdigest(),
        preprocessing="none",
        split=SEARCH,
        repeats=of.splits,
        learner="svm" if costs else "krr",
        ridge="lambda",
        candidates=kernels.candidates,
        criteria=(criterion,),
        **({"C": grid} if costs else {"lambdas": grid}),  # type: ignore[arg-type]
    )
    whole = table[list(COLUMNS)].astype(COLUMNS)
    return Opened(config, whole, of.scoring.label, kernels.notices)


def _rows(of: Searched, kernels: Kernels, split: int, mu: Float[Array, " r"]) -> pd.DataFrame:
    """Rows of one fold: the search's own criterion, and the errors of the fold."""
    error, trained = of.scoring.error, f"split{split}_train_{of.metric}"
    columns = [("", "criterion", f"mean_test_{of.metric}")]
    columns += [(f"test_{error}", "test", f"split{split}_test_{of.metric}")]
    columns += [(f"training_{error}", "info", trained)] if trained in of.found else []
    place = {
        "split": split,
        "kernel": [family.kernel for family in kernels.families],
        "convention": [family.convention for family in kernels.families],
        "parameter": kernels.parameters,
        "lambda": mu,
        "mu": mu,
    }
    parts = []
    for quantity, kind, column in columns:
        value = of.scoring.of(of.found[column])[kernels.rows]
        parts.append(pd.DataFrame({**place, "quantity": quantity, "kind": kind, "value": value}))
    table = pd.concat(parts, ignore_index=True)
    table["reason"] = np.where(table["value"].isna(), "the fit failed in the search", "")
    return table
