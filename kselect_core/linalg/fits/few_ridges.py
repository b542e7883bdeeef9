"""Lanczos runs for the larger of a few ridges, as far as they are quicker than elimination.

Where the eigenvalues of K decay slowly, runs take ever longer for ever smaller ridges. A ridge that
they would not reach for less than its elimination costs is left to that.
"""

from collections.abc import Sequence

import numpy as np

from kselect_core.linalg.fits.krylov import HeldOut, held_out_as_far
from kselect_core.linalg.fits.lanczos import Ends, GoOn
from kselect_core.types import Array, Bool, Float

TOLERANCE = 1e-9
"""A ridge is left alone when its residual is below TOLERANCE · ‖y‖ in every run."""

FEW = 12
"""Ridges up to which eliminations cost less than an eigendecomposition and its blocks."""

AGAIN = 4
"""Steps after which the pace of the runs is looked at again."""

STEPS = 1 / 6
"""An elimination takes about as long as STEPS · n/k steps of k runs."""


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
    worth_it = _worth_it(STEPS * len(y) / len(folds))
    ends = Ends(TOLERANCE, max(40, len(y) // 4), worth_it)
    return held_out_as_far(K, y, folds, mu, bias=bias, ends=ends)


def _worth_it(cost: float) -> GoOn:
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
        ahead = np.log(residual[left] / TOLERANCE)
        steps = np.sort(np.where(fall > 0, ahead / np.maximum(fall, TOLERANCE), np.inf))
        saved = cost * np.minimum(np.arange(1, len(steps) + 1), FEW)
        return bool((steps < saved).any())

    return go_on
