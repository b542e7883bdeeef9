"""A finished search as a sweep, for its figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.estimators.search.kernels import KernelFunction
from kselect_core.kernels import GAUSSIAN, LINEAR, POLYNOMIAL, Kernel
from kselect_core.kernels.conventions import same
from kselect_core.results.table import COLUMNS
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices
from kselect_core.views.sweep import SweepAt, Swept

NAME = "search"
NO_TEST = "a search keeps no test part"
ONES = {"gamma": 1, "coef0": 1}


@dataclass(frozen=True, eq=False, repr=False)
class SearchAt(SweepAt):
    """Place of a search, which splits nothing off; ``folds`` says what folds were drawn from."""

    folds: str = ""

    @property
    def splits_text(self) -> str:
        """All points take part."""
        return "the whole sample"

    @property
    def drawn_text(self) -> str:
        """What folds were drawn from; empty without folds."""
        return self.folds


def as_sweep(
    kernel: KernelFunction,
    searched: Sequence[str],
    table: pd.DataFrame,
    criteria: Sequence[CriterionChoice],
    learner: str,
    seed: int,
) -> SearchAt:
    """Place of views for a search: one split, its table, no test errors; λ is alpha.

    ``searched`` names the parameters of the kernel that have a grid, ``seed`` is that of folds.
    "rbf", "linear", "poly" with gamma = coef0 = 1, and families of kselect written with their own
    parameter have a place in a sweep. Raises DataError for others.
    """
    family = _family(kernel, searched, table)
    costs = learner == "svm"
    grid = tuple(np.unique(table["C" if costs else "mu"]).tolist())
    config = SweepConfig(
        dataset=NAME,
        preprocessing="none",
        repeats=1,
        seed=seed,
        learner=learner,
        ridge="lambda",
        candidates=(family,),
        criteria=tuple(criteria),
        **({"C": grid} if costs else {"lambdas": grid}),  # type: ignore[arg-type]  # numbers
    )
    rows = table.assign(
        dataset=NAME,
        kernel=family.kernel,
        convention=family.convention,
        parameter=table["parameter"] if searched else family.points[0],
    )
    rows["lambda"] = rows["mu"]
    nothing = rows.drop_duplicates(["parameter", "lambda"]).assign(
        quantity="test_squared_error", kind="test", value=np.nan, reason=NO_TEST
    )
    whole = pd.concat([rows, nothing], ignore_index=True).astype(COLUMNS)
    shuffled = any(choice.criterion.left_out == "k-fold" for choice in criteria)
    folds = f"folds from random_state {seed}" if shuffled else ""
    return SearchAt(config, None, None, Swept(whole, choices(whole, config)), folds=folds)


def _family(kernel: KernelFunction, searched: Sequence[str], table: pd.DataFrame) -> Candidates:
    """Family of a kernel with the grid of its parameter."""
    name, written = _named(kernel.kernel, dict(kernel.parameters))
    if not name or not set(searched) <= {written}:
        raise DataError(
            f"A search over {', '.join(searched) or 'no parameter'} of the kernel "
            f"{kernel.label!r} has no place in a sweep, so it cannot be drawn; table_ has its "
            "values. What can: gamma of 'rbf', 'linear', degree of 'poly' with gamma = coef0 = 1, "
            "and a family of kselect_core.kernels that is written with its own parameter."
        )
    if not written:
        return Candidates(name)
    values = table["parameter"].unique() if searched else [kernel.parameters[written]]
    return Candidates(name, tuple(float(value) for value in values), written)


def _named(kernel: object, given: dict[str, Any]) -> tuple[str, str]:
    """Name of a family, and how its parameter is written; no name for what has no place."""
    if kernel == "rbf":
        return GAUSSIAN.name, "gamma"
    if kernel == LINEAR.name:
        return LINEAR.name, ""
    if kernel == "poly" and {name: given.get(name) for name in ONES} == ONES:
        return POLYNOMIAL.name, "degree"
    if not isinstance(kernel, Kernel) or len(given) > 1:
        return "", ""
    own = [one.name for one in kernel.conventions if one.to_stored is same and one.name in given]
    return (kernel.name, next(iter(own), "")) if own or not kernel.parameters else ("", "")
