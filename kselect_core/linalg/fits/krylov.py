"""Ridge regression for every μ without a factorisation: Lanczos runs that share their products.

A Lanczos run started at y builds K ≈ V T Vᵀ on the Krylov space, and
(K + μI)⁻¹y ≈ V (T + μI)⁻¹ e₁ ‖y‖ for all μ at once. In k-fold cross-validation the k runs
differ only in the rows they may see, so one product (k × n)(n × n) advances all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh_tridiagonal

from kselect_core.types import Array, Float

TOLERANCE = 1e-7
"""Runs stop when the residual of the smallest ridge is below TOLERANCE · ‖y‖."""

ROUNDING = 4 * float(np.finfo(float).eps)
"""The Krylov space is complete when the next direction is below ROUNDING · ‖K‖: what would come
after it is the rounding of the products, divided by μ."""

VERIFIED = 20.0
"""A solution is kept if its true residual is at most so many times what the run promised."""


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
    mask = np.ones((len(folds), len(y)))
    for q, fold in enumerate(folds):
        mask[q, fold] = 0.0
    images: list[Array] = []
    runs = _converged(K, y, mask, mu.min(axis=1), bias=bias, images=images)
    if runs is None:
        return None
    made = HeldOut(
        np.empty((len(y), mu.shape[1])), np.zeros((len(folds), len(y), mu.shape[1])), mu * 0.0
    )
    size = _size(K)
    for q, fold in enumerate(folds):
        weights = _weights(runs, q, mu[q])
        seen = np.array([image[q] for image in images[: len(weights)]]).reshape(-1, len(y))
        made.alpha[q] = runs.V[q, : len(weights)].T @ weights
        made.bias[q] = runs.mean[q] - runs.shift[q, : len(weights)] @ weights
        fitted = seen.T @ weights + made.bias[q]
        if not _verified(y, mask[q], mu[q], fitted, made.alpha[q], size):
            return None
        made.f[fold] = fitted[fold]
    return made


def ridge_solutions(
    K: Float[Array, "n n"], y: Float[Array, " n"], mu: Float[Array, " L"], *, bias: bool
) -> tuple[Float[Array, "n L"], Float[Array, " L"]] | None:
    """Dual coefficients α (n, L) and bias (L,) of the fits on all points; None if slow.

    None also where a solution does not fulfil its equations.

    Cost: steps · 2n² flops, any number of ridges.
    """
    images: list[Array] = []
    mask = np.ones((1, len(y)))
    runs = _converged(K, y, mask, mu.min()[None], bias=bias, images=images)
    if runs is None:
        return None
    weights = _weights(runs, 0, mu)
    offset = runs.mean[0] - runs.shift[0, : len(weights)] @ weights
    b: Float[Array, " L"] = np.broadcast_to(offset, mu.shape).copy()
    alpha: Float[Array, "n L"] = runs.V[0, : len(weights)].T @ weights
    seen = np.array([image[0] for image in images[: len(weights)]]).reshape(-1, len(y))
    if not _verified(y, mask[0], mu, seen.T @ weights + b, alpha, _size(K)):
        return None
    return alpha, b


def _size(K: Float[Array, "n n"]) -> float:
    """‖K‖_F, or a bound of it where its square would overflow."""
    with np.errstate(over="ignore"):
        size = float(np.linalg.norm(K))
    return size if np.isfinite(size) else len(K) * float(np.abs(K).max())


def _verified(
    y: Float[Array, " n"],
    seen: Float[Array, " n"],
    mu: Float[Array, " L"],
    fitted: Float[Array, "n L"],
    alpha: Float[Array, "n L"],
    size: float,
) -> bool:
    """Whether f + μα = y holds at the rows a run sees, for every ridge.

    The residual may be that of the last step, or what rounding leaves where K of that ``size`` is
    far larger than μ; sum(α) = 0 holds by construction.
    """
    residual = np.linalg.norm(seen[:, None] * (y[:, None] - fitted - mu * alpha), axis=0)
    allowed = (TOLERANCE + ROUNDING * size / mu) * float(np.linalg.norm(seen * y))
    return bool((residual <= VERIFIED * allowed).all())


def _converged(
    K: Array, y: Array, mask: Array, smallest: Array, *, bias: bool, images: list[Array]
) -> _Runs | None:
    """Run Lanczos until every run has converged for its smallest ridge; None beyond the budget."""
    n, budget = len(y), max(40, len(y) // 8)
    runs = _started(y, mask, budget, bias=bias)
    V, live = runs.V[:, 0], runs.scale > 0
    runs.steps[~live] = 0
    pivot, product = np.ones(len(mask)), np.ones(len(mask))
    noise = ROUNDING * _size(K)
    for step in range(min(budget, n)):
        W = V @ K
        images.append(W.copy())
        W *= mask
        if bias:
            runs.shift[:, step] = W.sum(axis=1) / mask.sum(axis=1)
            W -= runs.shift[:, step, None] * mask
        runs.diagonal[:, step] = np.einsum("kn,kn->k", W, V)
        off = _orthogonalised(W, runs, step, bias=bias)
        # LDLᵀ of T + μI, one more row: the residual of the smallest ridge is off·|product/pivot|.
        last = runs.off[:, step - 1] if step else np.zeros(len(mask))
        product = -product * last / pivot if step else product
        pivot = runs.diagonal[:, step] + smallest - (last * last / pivot if step else 0.0)
        if (pivot[live] <= 0).any():
            return None  # K + μI is not positive definite
        done = live & ((off * np.abs(product / pivot) < TOLERANCE) | (off <= noise))
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


def _orthogonalised(W: Array, runs: _Runs, step: int, *, bias: bool) -> Float[Array, " k"]:
    """Make W orthogonal to the bases (in place) and return its norms."""
    W -= runs.diagonal[:, step, None] * runs.V[:, step]
    if step:
        W -= runs.off[:, step - 1, None] * runs.V[:, step - 1]
    basis = runs.V[:, : step + 1]
    W -= np.matmul(np.matmul(basis, W[:, :, None]).transpose(0, 2, 1), basis)[:, 0]
    if bias:
        W -= (W.sum(axis=1) / runs.mask.sum(axis=1))[:, None] * runs.mask
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
