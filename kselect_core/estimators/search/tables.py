"""What a search leaves behind as tables: scikit-learn's ``cv_results_`` and the rows of a sweep."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from kselect_core.estimators.search.grids import Grid
from kselect_core.estimators.search.kernels import KernelFunction
from kselect_core.estimators.search.values import Values
from kselect_core.results.table import COLUMNS
from kselect_core.selection import CriterionChoice
from kselect_core.types import Array, Float


def cv_results(grid: Grid, values: Values, better: str) -> dict[str, Any]:
    """Columns of ``GridSearchCV.cv_results_``, one entry per kernel and strength, kernels first.

    ``mean_test_score`` is the criterion with the sign for which larger is better. Scores of the
    folds and their standard deviation are there where the criterion averages folds. Times are not:
    fits of one kernel are computed together.
    """
    sign = -1.0 if better == "lower" else 1.0
    params = [{**point, grid.strength: s} for point in grid.points for s in grid.strengths]
    score = sign * values.found.ravel()
    table: dict[str, Any] = {
        f"param_{name}": _masked([one[name] for one in params])
        for name in (*grid.axes, grid.strength)
    }
    table |= {"params": params, "mean_test_score": score}
    if values.folds is not None:
        folds = sign * np.moveaxis(values.folds, 1, 0).reshape(values.folds.shape[1], -1)
        table |= {f"split{i}_test_score": fold for i, fold in enumerate(folds)}
        table["std_test_score"] = folds.std(axis=0)
    worst = np.where(np.isnan(score), np.inf, -score)
    table["rank_test_score"] = rankdata(worst, method="min").astype(np.int32)
    return table


def _masked(values: Sequence[object]) -> np.ma.MaskedArray[Any, Any]:
    """Values of one parameter as scikit-learn keeps them; numbers as numbers."""
    array = np.array(values)
    if array.ndim != 1 or array.dtype.kind not in "biuf":
        array = np.empty(len(values), dtype=object)
        array[:] = values
    return np.ma.MaskedArray(array, mask=False)


def sweep_table(
    kernels: Sequence[KernelFunction],
    grid: Grid,
    n: int,
    learner: str,
    judged: Mapping[CriterionChoice, tuple[Sequence[int], Values]],
) -> pd.DataFrame:
    """Rows of a sweep: the criterion's own values, one row per kernel and strength.

    ``judged`` gives for each criterion which kernels it judged, by number, and its values.
    ``parameter`` is that of a kernel with a single numeric parameter, whose name is the
    ``convention``.
    """
    parts = []
    for choice, (numbers, values) in judged.items():
        for number, found, reason in zip(numbers, values.found, values.reasons, strict=True):
            parts.append(_rows(kernels[number], grid, number, choice.quantity, found, reason))
    table = pd.concat(parts, ignore_index=True)
    table["dataset"], table["split"], table["learner"], table["kind"] = "", 0, learner, "criterion"
    table["lambda"] = table["mu"] / n
    return table[list(COLUMNS)].astype(COLUMNS)


def _rows(
    kernel: KernelFunction,
    grid: Grid,
    number: int,
    quantity: str,
    found: Float[Array, " L"],
    reason: str,
) -> pd.DataFrame:
    point = grid.points[number]
    name, value = next(iter(point.items())) if len(point) == 1 else ("", np.nan)
    number_given = isinstance(value, int | float)
    return pd.DataFrame(
        {
            "kernel": kernel.label,
            "parameter": float(value) if number_given else np.nan,
            "convention": name,
            "mu": grid.ridges,
            "C": grid.strengths if grid.strength == "C" else np.nan,
            "quantity": quantity,
            "value": found,
            "reason": np.where(np.isnan(found), reason, ""),
        }
    )
