"""Losses of the fit at one point of the grid, on its training points and on held-out ones."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem, problem_for
from kselect_core.criteria.problems.least_squares import missed
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.floating.signs import Signed
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.selection.sweep.items import fits
from kselect_core.types import Array, Float

PLACES = ("training", "test")


class Risks(NamedTuple):
    """Mean losses on the training part and on the test part of one split, by loss.

    Losses: "squared"; for labels ±1 also "error" (a value of 0 is wrong, as in the sweep), "hinge"
    and "soft", the hinge loss cut off at 1.
    """

    training: dict[str, float]
    test: dict[str, float]
    n_test: int


def problem_of(bench: Workbench, cursor: Cursor, *, learner: str = "") -> Problem:
    """Problem at the cursor, for another learner than the sweep's if one is named.

    The other learner has the same kernel, labels and ridge μ; a machine has C = 1/(2μ).
    """
    problem = bench.problem(cursor)
    if learner in ("", problem.learner):
        return problem
    other = problem_for(learner)(
        problem.K,
        problem.y,
        problem.lambdas,
        ridge=problem.ridge,
        seed=problem.seed,
        stratified=problem.stratified,
        task="binary" if problem.is_classification else "regression",
    )
    return other.with_matrix(problem.K, kernel=problem.kernel, logs=problem.logs)


def risks_at(bench: Workbench, cursor: Cursor, *, learner: str = "") -> Risks:
    """Losses of the fit at the cursor. Cost: one fit and one kernel between the parts.

    Raises UndefinedScoreError for a fit that would be rounding, as the sweep does.
    """
    problem = problem_of(bench, cursor, learner=learner)
    if not problem.well_posed.all():
        raise UndefinedScoreError(problem.ill_conditioned)
    parameters = family_of(bench.config, cursor.kernel).parameters(cursor.parameter)
    across = bench.split.test_rows(cursor.kernel, parameters)
    fit = fits(problem, across, spectral=False)
    if fit.reason:
        raise UndefinedScoreError(fit.reason)
    y_test = bench.split.y_test
    return Risks(
        _losses(problem, problem.y, fit.training), _losses(problem, y_test, fit.test), len(y_test)
    )


def over_splits(table: pd.DataFrame, cursor: Cursor, *, loss: str) -> pd.DataFrame:
    """Training and test loss at one point of the grid in every split of a sweep's table.

    ``loss`` is "squared" or "error". Columns: split, training, test, gap.
    """
    rows = table[(table["kernel"] == cursor.kernel) & (table["lambda"] == cursor.lam)]
    if not np.isnan(cursor.parameter):
        rows = rows[rows["parameter"] == cursor.parameter]
    suffix = "squared_error" if loss == "squared" else "error"
    means = pd.DataFrame(
        {
            place: rows[rows["quantity"] == f"{place}_{suffix}"].set_index("split")["value"]
            for place in PLACES
        }
    )
    return means.assign(gap=means["test"] - means["training"]).reset_index(names="split")


def _losses(problem: Problem, y: Float[Array, " m"], signs: Signed) -> dict[str, float]:
    f = signs.f[:, 0]
    losses = {"squared": float(np.mean((y - f) ** 2))}
    if problem.is_classification:
        slack = np.maximum(0.0, 1.0 - y * f)
        losses |= {
            "error": float(np.mean(missed(y[:, None], signs))),
            "hinge": float(slack.mean()),
            "soft": float(np.minimum(slack, 1.0).mean()),
        }
    return losses
