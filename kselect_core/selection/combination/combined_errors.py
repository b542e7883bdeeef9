"""Test errors of the learner on combined kernels."""

from collections.abc import Callable

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import KselectError
from kselect_core.linalg.floating.underflow import UNDERFLOW
from kselect_core.selection.combination.sets import Member, across
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Float


def errors_of(  # noqa: PLR0913 (kernels come with their matrices and sizes)
    ready: PreparedSplit,
    chosen: tuple[Member, ...],
    stack: Float[Array, "q n n"],
    weights: Float[Array, "r q"],
    template: Problem,
    *,
    sizes: Float[Array, " q"],
    on_step: Callable[[], None] | None = None,
) -> Float[Array, " r"]:
    """Test error of the learner on K_w for each row of weights; NaN where there is no fit.

    NaN also where all kernel values between a test point and the training points underflow: then
    the sign of its prediction would be that of their lower bound.

    ``sizes`` is what the kernels of the stack were divided by. Cost: one fit per row.
    """
    fits = []
    for row in weights:
        fits.append(_fit(template, np.tensordot(row, stack, 1)))
        if on_step is not None:
            on_step()
    f = np.repeat(np.array([bias for _, bias in fits])[:, None], len(ready.y_test), axis=1)
    for i, member in enumerate(chosen):
        used = np.flatnonzero(weights[:, i])
        K = across(member, ready) / sizes[i]
        alpha = np.array([fits[row][0] for row in used])
        f[used] += weights[used, i, None] * (alpha @ K.T)
    if template.is_classification:
        unknown = np.isnan(f) | ((f != 0) & (np.abs(f) <= UNDERFLOW))
        wrong = np.where(unknown, np.nan, ready.y_test * f <= 0)
        return _mean(wrong)
    return _mean((ready.y_test - f) ** 2)


def _mean(losses: Float[Array, "r m"]) -> Float[Array, " r"]:
    if not losses.shape[1]:
        return np.full(len(losses), np.nan)
    means: Float[Array, " r"] = losses.mean(axis=1)
    return means


def _fit(template: Problem, K: Float[Array, "n n"]) -> tuple[Float[Array, " n"], float]:
    """Coefficients and bias of the fit; NaN where it does not exist or would be rounding."""
    problem = template.with_matrix(K)
    try:
        alpha, bias = problem.dual
    except KselectError:
        return np.full(template.n, np.nan), float("nan")
    if not problem.well_posed.all():
        return np.full(template.n, np.nan), float("nan")
    return alpha[:, 0], float(bias[0])
