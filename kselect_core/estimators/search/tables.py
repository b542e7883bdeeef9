"""What a search leaves behind as tables: scikit-learn's ``cv_results_`` and the rows of a sweep."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.stats import rankdata

from kselect_core.estimators.search.grids import Grid
from kselect_core.estimators.search.kernels import KernelFunction
from kselect_core.estimators.search.values import Values
from kselect_core.results.table import COLUMNS
from kselect_core.selection import CriterionChoice


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


def sweep_rows(
    kernels: Sequence[KernelFunction],
    grid: Grid,
    n: int,
    learner: str,
    judged: Mapping[CriterionChoice, tuple[Sequence[int], Values]],
) -> dict[str, list[Any]]:
    """Columns of a sweep: the criterion's own values, one row per kernel and strength.

    ``judged`` gives for each criterion which kernels it judged, by number, and its values.
    ``parameter`` is that of a kernel with a single numeric parameter, whose name is the
    ``convention``. They are lists: a table is made of them where somebody looks.
    """
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    ridges, nothing = grid.ridges.tolist(), [float("nan")] * len(grid.ridges)
    same = {
        "dataset": "",
        "split": 0,
        "learner": learner,
        "kind": "criterion",
        "mu": ridges,
        "lambda": (grid.ridges / n).tolist(),
        "C": grid.strengths if grid.strength == "C" else nothing,
    }
    for choice, (numbers, values) in judged.items():
        for number, scores, reason in zip(numbers, values.found, values.reasons, strict=True):
            one = _of_kernel(kernels[number], grid, number)
            one |= {"quantity": choice.quantity, "value": scores.tolist()}
            one["reason"] = [reason if np.isnan(value) else "" for value in scores]
            for name, entries in (same | one).items():
                columns[name] += entries if isinstance(entries, list) else [entries] * len(ridges)
    return columns


def _of_kernel(kernel: KernelFunction, grid: Grid, number: int) -> dict[str, Any]:
    point = grid.points[number]
    name, value = next(iter(point.items())) if len(point) == 1 else ("", np.nan)
    number_given = isinstance(value, int | float)
    return {
        "kernel": kernel.label,
        "parameter": float(value) if number_given else float("nan"),
        "convention": name,
    }
