"""Ridge regression for every μ without a factorisation: Lanczos runs that share their products.

In k-fold cross-validation the k runs differ only in the rows they may see.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.fits.lanczos import (
    Ends,
    GoOn,
    Runs,
    advanced,
    always,
    coefficients,
)
from kselect_core.types import Array, Bool, Float

TOLERANCE = 1e-7
"""Runs stop when the residual of the smallest ridge is below TOLERANCE · ‖y‖."""

VERIFIED = 20.0
"""A solution is kept if its true residual is at most so many times what the run promised."""


class HeldOut(NamedTuple):
    """Predictions at the points of each fold by the fit that never saw them, and these fits.

    ``alpha`` are the dual coefficients of the fit without fold q, zero on the fold.
    """

    f: Float[Array, "n L"]
    alpha: Float[Array, "k n L"]
    bias: Float[Array, "k L"]


def held_out_predictions(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    folds: Sequence[Array],
    mu: Float[Array, "k L"],
    *,
    bias: bool,
) -> HeldOut | None:
    """Prediction at every point by the fit that never saw its fold, for each ridge; None if slow.

    ``mu[q]`` are the ridges of the fit without fold q. None means that the runs did not converge
    within their budget of max(40, n/8) steps, when a factorisation is cheaper, that a solution
    does not fulfil its equations, or that K + μI is not positive definite.

    Cost: steps · 2kn² flops, any number of ridges.
    """
    runs = _converged(K, y, _without(folds, len(y)), mu.min(axis=1)[:, None], always, bias=bias)
    if runs is None:
        return None
    fits, verified = _fits(y, folds, mu, runs, TOLERANCE)
    return fits if verified.all() else None


def held_out_as_far(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    folds: Sequence[Array],
    mu: Float[Array, " L"],
    *,
    bias: bool,
    ends: Ends,
) -> tuple[HeldOut, Bool[Array, " L"]] | None:
    """The same predictions, and for which ridges they are known: the larger ones come first.

    A ridge is known once its own residual is below the tolerance of the ``ends`` in all runs. The
    ridges are the same for every fold. None where K + μI is not positive definite.
    """
    ridges = np.tile(mu, (len(folds), 1))
    runs = advanced(K, y, _without(folds, len(y)), ridges, ends, bias=bias)
    if runs is None:
        return None
    fits, verified = _fits(y, folds, ridges, runs, ends.tolerance)
    return fits, runs.known.all(axis=0) & verified


def _without(folds: Sequence[Array], n: int) -> Float[Array, "k n"]:
    """Rows that the run without each fold may see, as ones."""
    mask = np.ones((len(folds), n))
    for q, fold in enumerate(folds):
        mask[q, fold] = 0.0
    return mask


def _fits(
    y: Array,
    folds: Sequence[Array],
    mu: Float[Array, "k L"],
    runs: Runs,
    tolerance: float,
) -> tuple[HeldOut, Bool[Array, " L"]]:
    """Fits of the runs as far as they went, and for which ridges all fulfil their equations."""
    fits = HeldOut(
        np.empty((len(y), mu.shape[1])), np.zeros((len(folds), len(y), mu.shape[1])), mu * 0.0
    )
    verified = np.ones(mu.shape[1], dtype=bool)
    promised = tolerance + runs.noise / mu
    for q, fold in enumerate(folds):
        weights = coefficients(runs, q, mu[q])
        images = runs.images[q, : len(weights)]
        fits.alpha[q] = runs.V[q, : len(weights)].T @ weights
        fits.bias[q] = runs.mean[q] - runs.shift[q, : len(weights)] @ weights
        fitted = images.T @ weights + fits.bias[q]
        verified &= _verified(y, runs.mask[q], mu[q], fitted, fits.alpha[q], promised[q])
        fits.f[fold] = fitted[fold]
    return fits, verified


def ridge_solutions(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    mu: Float[Array, " L"],
    *,
    bias: bool,
    go_on: GoOn = always,
) -> tuple[Float[Array, "n L"], Float[Array, " L"]] | None:
    """Dual coefficients α (n, L) and bias (L,) of the fits on all points; None if slow.

    Slow is beyond the budget, or where the run does not ``go_on``. None also where a solution does
    not fulfil its equations.

    Cost: steps · 2n² flops, any number of ridges.
    """
    mask = np.ones((1, len(y)))
    runs = _converged(K, y, mask, mu.min()[None, None], go_on, bias=bias)
    if runs is None:
        return None
    weights = coefficients(runs, 0, mu)
    offset = runs.mean[0] - runs.shift[0, : len(weights)] @ weights
    b: Float[Array, " L"] = np.broadcast_to(offset, mu.shape).copy()
    alpha: Float[Array, "n L"] = runs.V[0, : len(weights)].T @ weights
    images = runs.images[0, : len(weights)]
    promised = TOLERANCE + runs.noise / mu
    if not _verified(y, mask[0], mu, images.T @ weights + b, alpha, promised).all():
        return None
    return alpha, b


def _verified(
    y: Float[Array, " n"],
    seen: Float[Array, " n"],
    mu: Float[Array, " L"],
    fitted: Float[Array, "n L"],
    alpha: Float[Array, "n L"],
    promised: Float[Array, " L"],
) -> Bool[Array, " L"]:
    """For which ridges f + μα = y holds at the rows a run sees, to what the run ``promised``.

    That is the residual of the last step over ‖y‖, or what rounding leaves where K is far larger
    than μ; sum(α) = 0 holds by construction.
    """
    residual = np.linalg.norm(seen[:, None] * (y[:, None] - fitted - mu * alpha), axis=0)
    allowed = promised * float(np.linalg.norm(seen * y))
    held: Bool[Array, " L"] = residual <= VERIFIED * allowed
    return held


def _converged(
    K: Array,
    y: Array,
    mask: Array,
    smallest: Array,
    go_on: GoOn,
    *,
    bias: bool,
) -> Runs | None:
    """Run Lanczos until every run has converged for its smallest ridge; None beyond the budget."""
    ends = Ends(TOLERANCE, max(40, len(y) // 8), go_on)
    runs = advanced(K, y, mask, smallest, ends, bias=bias)
    return runs if runs is not None and runs.known.all() else None
