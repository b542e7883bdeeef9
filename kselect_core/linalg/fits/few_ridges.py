"""Lanczos runs for the larger of a few ridges, as far as they are quicker than elimination.

Where the eigenvalues of K decay slowly, runs take ever longer for ever smaller ridges. A ridge that
they would not reach for less than its elimination costs is left to that.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dposv

from kselect_core.linalg.fits import krylov
from kselect_core.linalg.fits.krylov import HeldOut, held_out_as_far
from kselect_core.linalg.fits.lanczos import ROUNDING, Ends, GoOn, matrix_size
from kselect_core.types import Array, Bool, Float

TOLERANCE = 1e-9
"""A ridge is left alone when its residual is below TOLERANCE · ‖y‖ in every run."""

FEW = 12
"""Ridges up to which eliminations cost less than an eigendecomposition and its blocks."""

AGAIN = 4
"""Steps after which the pace of the runs is looked at again."""

STEPS = 1 / 6
"""An elimination takes about as long as STEPS · n/k steps of k runs."""

ONE_FACTOR, AT_LEAST = 1 / 50, 16
"""A Cholesky factor of K + μI takes about as long as ONE_FACTOR · n steps of one run."""


def held_out_where_quick(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    folds: Sequence[Array],
    mu: Float[Array, " L"],
    *,
    bias: bool,
) -> tuple[HeldOut, Bool[Array, " L"]] | None:
    """Predictions of the fits that never saw the fold, the ridges the same for every fold.

    Also for which ridges they are known; the others cost less by elimination. None where K + μI is
    not positive definite. Cost: steps · 2kn² flops.
    """
    worth_it = _worth_it(STEPS * len(y) / len(folds), TOLERANCE)
    ends = Ends(TOLERANCE, max(40, len(y) // 4), worth_it)
    return held_out_as_far(K, y, folds, mu, bias=bias, ends=ends)


def worth_a_run(n: int) -> GoOn:
    """Whether a Lanczos run for one ridge on n points will be quicker than a Cholesky factor."""
    return _worth_it(max(AT_LEAST, ONE_FACTOR * n), krylov.TOLERANCE)


class Factored(NamedTuple):
    """Dual coefficients and bias of the fit on all points, and the share of α that is rounding."""

    alpha: Float[Array, "n 1"]
    bias: Float[Array, " 1"]
    rounding: float


def factored(
    K: Float[Array, "n n"], y: Float[Array, " n"], mu: Float[Array, " 1"], *, bias: bool
) -> Factored | None:
    """Fit on all points for one ridge, by a Cholesky factor of K + μI.

    None where that is not positive definite, or the solution does not fulfil its equations. Cost:
    n³/3 flops.
    """
    n = len(y)
    C = K.copy()
    C[np.diag_indices(n)] += mu
    right = np.column_stack([y, np.ones(n)]) if bias else y[:, None]
    _, solved, failed = dposv(C.T, right, lower=1, overwrite_a=1)
    if failed:
        return None
    alpha, b = solved[:, :1], np.zeros(1)
    if bias:
        b = solved[:, :1].sum(axis=0) / solved[:, 1].sum()
        alpha = alpha - b * solved[:, 1:]
    rounding = ROUNDING * (1.0 + matrix_size(K) / float(mu[0]))
    residual = np.linalg.norm(y - K @ alpha[:, 0] - b - mu * alpha[:, 0])
    allowed = krylov.VERIFIED * (krylov.TOLERANCE + rounding)
    if not residual <= allowed * np.linalg.norm(y):
        return None
    return Factored(alpha, b, rounding)


def _worth_it(cost: float, tolerance: float) -> GoOn:
    """Whether some ridges will converge sooner than they are eliminated, for ``cost`` steps each.

    The pace is that of the last steps; later ones tend to be quicker.
    """
    before: list[Array] = []

    def go_on(step: int, residual: Float[Array, " L"]) -> bool:
        if step % AGAIN:
            return True
        before.append(residual)
        if len(before) == 1:
            return True
        left = residual > 0
        fall = np.log(before[-2][left] / residual[left]) / AGAIN  # of the logarithm, per step
        ahead = np.log(residual[left] / tolerance)
        steps = np.sort(np.where(fall > 0, ahead / np.maximum(fall, tolerance), np.inf))
        saved = cost * np.minimum(np.arange(1, len(steps) + 1), FEW)
        return bool((steps < saved).any())

    return go_on
