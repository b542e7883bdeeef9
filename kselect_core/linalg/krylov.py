"""Ridge regression for every μ without a factorisation: Lanczos runs that share their products.

A Lanczos run started at y builds K ≈ V T Vᵀ on the Krylov space, and
(K + μI)⁻¹y ≈ V (T + μI)⁻¹ e₁ ‖y‖ for all μ at once. In k-fold cross-validation the k runs
differ only in the rows they may see, so one product (k × n)(n × n) advances all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh_tridiagonal

from kselect_core.types import Array, Float

TOLERANCE = 1e-7
"""Runs stop when the residual of the smallest ridge is below TOLERANCE · ‖y‖."""

BREAKDOWN = 1e-13
"""The Krylov space is complete when the next direction is this small beside the first."""


@dataclass
class _Runs:
    """State of k simultaneous Lanczos runs; run q sees the rows where mask[q] is 1."""

    mask: Float[Array, "k n"]
    scale: Float[Array, " k"]  # norm of each start vector
    mean: Float[Array, " k"]  # mean of y over the rows a run sees; 0 without a bias
    V: Float[Array, "k steps n"]  # orthonormal basis of each run
    diagonal: Float[Array, "k steps"]
    off: Float[Array, "k steps"]
    shift: Float[Array, "k steps"]  # mean of K v over the rows a run sees; 0 without a bias
    steps: Array  # (k,) steps a run took until it converged; 0 while it is running


def held_out_predictions(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    folds: Sequence[Array],
    mu: Float[Array, "k L"],
    *,
    bias: bool,
) -> Float[Array, "n L"] | None:
    """Prediction at every point by the fit that never saw its fold, for each ridge; None if slow.

    ``mu[q]`` are the ridges of the fit without fold q. None means that the runs did not converge
    within their budget of max(40, n/8) steps, when a factorisation is cheaper, or that K + μI
    is not positive definite.

    Cost: steps · 2kn² flops, any number of ridges.
    """
    mask = np.ones((len(folds), len(y)))
    for q, fold in enumerate(folds):
        mask[q, fold] = 0.0
    images: list[Array] = []
    runs = _converged(K, y, mask, mu.min(axis=1), bias=bias, images=images)
    if runs is None:
        return None
    predictions = np.empty((len(y), mu.shape[1]))
    for q, fold in enumerate(folds):
        weights = _weights(runs, q, mu[q])
        seen = np.array([image[q, fold] for image in images[: len(weights)]])
        offset = runs.mean[q] - runs.shift[q, : len(weights)] @ weights
        predictions[fold] = seen.T @ weights + offset
    return predictions


def ridge_solutions(
    K: Float[Array, "n n"], y: Float[Array, " n"], mu: Float[Array, " L"], *, bias: bool
) -> tuple[Float[Array, "n L"], Float[Array, " L"]] | None:
    """Dual coefficients α (n, L) and bias (L,) of the fits on all points; None if slow.

    Cost: steps · 2n² flops, any number of ridges.
    """
    runs = _converged(K, y, np.ones((1, len(y))), mu.min()[None], bias=bias, images=[])
    if runs is None:
        return None
    weights = _weights(runs, 0, mu)
    offset = runs.mean[0] - runs.shift[0, : len(weights)] @ weights
    return runs.V[0, : len(weights)].T @ weights, np.broadcast_to(offset, mu.shape).copy()


def _converged(
    K: Array, y: Array, mask: Array, smallest: Array, *, bias: bool, images: list[Array]
) -> _Runs | None:
    """Run Lanczos until every run has converged for its smallest ridge; None beyond the budget."""
    n, budget = len(y), max(40, len(y) // 8)
    runs = _started(y, mask, budget, bias=bias)
    V, live = runs.V[:, 0], runs.scale > 0
    runs.steps[~live] = 0
    pivot, product = np.ones(len(mask)), np.ones(len(mask))
    floor = np.full(len(mask), np.inf)
    for step in range(min(budget, n)):
        W = V @ K
        images.append(W.copy())
        W *= mask
        if bias:
            runs.shift[:, step] = W.sum(axis=1) / mask.sum(axis=1)
            W -= runs.shift[:, step, None] * mask
        runs.diagonal[:, step] = np.einsum("kn,kn->k", W, V)
        off = _orthogonalised(W, runs, step)
        # LDLᵀ of T + μI, one more row: the residual of the smallest ridge is off·|product/pivot|.
        last = runs.off[:, step - 1] if step else np.zeros(len(mask))
        product = -product * last / pivot if step else product
        pivot = runs.diagonal[:, step] + smallest - (last * last / pivot if step else 0.0)
        if (pivot[live] <= 0).any():
            return None  # K + μI is not positive definite
        floor = np.minimum(floor, np.abs(runs.diagonal[:, 0]))
        done = live & (
            (off * np.abs(product / pivot) < TOLERANCE)
            | (off <= BREAKDOWN * np.maximum(floor, smallest))
        )
        runs.steps[done] = step + 1
        live &= ~done
        if not live.any():
            return runs
        if step + 1 < budget:
            runs.off[:, step] = off
            V = np.where(live[:, None], W / np.where(live, off, 1.0)[:, None], 0.0)
            runs.V[:, step + 1] = V
    return None


def _started(y: Array, mask: Array, budget: int, *, bias: bool) -> _Runs:
    """Prepare the runs for their first step: each starts at the (centred) labels it may see."""
    k, n = mask.shape
    mean = mask @ y / mask.sum(axis=1) if bias else np.zeros(k)
    start = mask * (y - mean[:, None])
    scale = np.sqrt(np.einsum("kn,kn->k", start, start))
    scale[scale <= np.finfo(float).eps * np.sqrt(n) * np.abs(y).max()] = 0.0
    V = np.zeros((k, budget, n))
    V[:, 0] = start / np.where(scale > 0, scale, 1.0)[:, None]
    V[scale == 0, 0] = 0.0
    zeros = np.zeros((k, budget))
    return _Runs(mask, scale, mean, V, zeros.copy(), zeros.copy(), zeros.copy(), np.zeros(k, int))


def _orthogonalised(W: Array, runs: _Runs, step: int) -> Float[Array, " k"]:
    """Make W orthogonal to the bases (in place) and return its norms."""
    W -= runs.diagonal[:, step, None] * runs.V[:, step]
    if step:
        W -= runs.off[:, step - 1, None] * runs.V[:, step - 1]
    basis = runs.V[:, : step + 1]
    W -= np.matmul(np.matmul(basis, W[:, :, None]).transpose(0, 2, 1), basis)[:, 0]
    norms: Float[Array, " k"] = np.sqrt(np.einsum("kn,kn->k", W, W))
    return norms


def _weights(runs: _Runs, q: int, mu: Float[Array, " L"]) -> Float[Array, "steps L"]:
    """Coefficients of the solutions of run q in its basis, one column per ridge."""
    steps = int(runs.steps[q])
    if steps == 0:
        return np.zeros((0, len(mu)))
    diagonal, off = runs.diagonal[q, :steps], runs.off[q, : steps - 1]
    theta, S = eigh_tridiagonal(diagonal, off) if steps > 1 else (diagonal, np.ones((1, 1)))
    weights: Float[Array, "steps L"] = S @ ((S[0] * runs.scale[q])[:, None] / (theta[:, None] + mu))
    return weights
