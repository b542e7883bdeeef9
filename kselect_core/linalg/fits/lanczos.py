"""Lanczos runs that share their products with K: the Krylov spaces of several sets of rows.

A run started at y builds K ≈ V T Vᵀ on the Krylov space, and (K + μI)⁻¹y ≈ V (T + μI)⁻¹ e₁ ‖y‖ for
all μ at once. Runs that differ only in the rows they may see advance by one product (k × n)(n × n).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh_tridiagonal

from kselect_core.types import Array, Bool, Float

ROUNDING = 4 * float(np.finfo(float).eps)
"""The Krylov space is complete when the next direction is below ROUNDING · ‖K‖: what would come
after it is the rounding of the products, divided by μ."""


@dataclass
class Runs:
    """State of k simultaneous Lanczos runs; run q sees the rows where mask[q] is 1."""

    mask: Float[Array, "k n"]
    scale: Float[Array, " k"]  # norm of each start vector
    mean: Float[Array, " k"]  # mean of y over the rows a run sees; 0 without a bias
    V: Float[Array, "k steps n"]  # orthonormal basis of each run
    diagonal: Float[Array, "k steps"]
    off: Float[Array, "k steps"]
    shift: Float[Array, "k steps"]  # mean of K v over the rows a run sees; 0 without a bias
    steps: Array  # (k,) steps that a run took
    known: Bool[Array, "k L"]  # ridges for which it has converged
    images: Float[Array, "k steps n"]  # products V K of every step
    noise: float  # rounding of a product with K


GoOn = Callable[[int, Array], bool]
"""Whether to go on after so many steps, at residuals (L,) over ‖y‖: the largest of the runs per
ridge, 0 where all have converged."""


def always(_steps: int, _residual: Array) -> bool:
    """Go on until all have converged, or the steps are spent."""
    return True


class Ends(NamedTuple):
    """When runs end: residuals below ``tolerance`` · ‖y‖, ``most`` steps, or as ``go_on`` says."""

    tolerance: float
    most: int
    go_on: GoOn = always


def advanced(
    K: Array,
    y: Array,
    mask: Array,
    mu: Float[Array, "k L"],
    ends: Ends,
    *,
    bias: bool,
) -> Runs | None:
    """Runs until every one has converged for all its ridges, or an earlier end.

    None where K + μI is not positive definite.
    """
    runs = _started(y, mask, mu, ends.most, ROUNDING * matrix_size(K), bias=bias)
    V, live = runs.V[:, 0], runs.scale > 0
    runs.steps[~live] = 0
    pivot, product = np.ones((len(mask), 1)), np.ones((len(mask), 1))
    for step in range(min(ends.most, len(y))):
        W = V @ K
        runs.images[:, step] = W
        W *= mask
        if bias:
            runs.shift[:, step] = W.sum(axis=1) / mask.sum(axis=1)
            W -= runs.shift[:, step, None] * mask
        runs.diagonal[:, step] = np.einsum("kn,kn->k", W, V)
        off = _orthogonalised(W, runs, step, bias=bias)
        # LDLᵀ of T + μI, one more row: the residual of a ridge is off·|product/pivot|.
        last = runs.off[:, step - 1, None] if step else np.zeros((len(mask), 1))
        product = -product * last / pivot if step else product
        pivot = runs.diagonal[:, step, None] + mu - (last * last / pivot if step else 0.0)
        if (pivot[live] <= 0).any():
            return None  # K + μI is not positive definite
        residual = off[:, None] * np.abs(product / pivot)
        runs.known |= live[:, None] & ((residual < ends.tolerance) | (off <= runs.noise)[:, None])
        runs.steps[live] = step + 1
        live &= ~runs.known.all(axis=1)
        if not live.any() or not ends.go_on(
            step + 1, np.where(runs.known, 0.0, residual).max(axis=0)
        ):
            break
        if step + 1 < ends.most:
            runs.off[:, step] = off
            V = np.where(live[:, None], W / np.where(live, off, 1.0)[:, None], 0.0)
            runs.V[:, step + 1] = V
    return runs


def _started(y: Array, mask: Array, mu: Array, budget: int, noise: float, *, bias: bool) -> Runs:
    """Prepare the runs for their first step: each starts at the (centred) labels it may see."""
    k, n = mask.shape
    mean = mask @ y / mask.sum(axis=1) if bias else np.zeros(k)
    start = mask * (y - mean[:, None])
    scale = np.sqrt(np.einsum("kn,kn->k", start, start))
    scale[scale <= np.finfo(float).eps * np.sqrt(n) * np.abs(y).max()] = 0.0
    V = np.zeros((k, budget, n))
    V[:, 0] = start / np.where(scale > 0, scale, 1.0)[:, None]
    V[scale == 0, 0] = 0.0
    zeros, known = np.zeros((k, budget)), np.repeat(scale[:, None] == 0, mu.shape[1], axis=1)
    steps = np.zeros(k, dtype=int)
    own, off, shift = zeros, zeros.copy(), zeros.copy()
    return Runs(mask, scale, mean, V, own, off, shift, steps, known, np.empty_like(V), noise)


def _orthogonalised(W: Array, runs: Runs, step: int, *, bias: bool) -> Float[Array, " k"]:
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


def coefficients(runs: Runs, q: int, mu: Float[Array, " L"]) -> Float[Array, "steps L"]:
    """Coefficients of the solutions of run q in its basis, one column per ridge."""
    steps = int(runs.steps[q])
    if steps == 0:
        return np.zeros((0, len(mu)))
    diagonal, off = runs.diagonal[q, :steps], runs.off[q, : steps - 1]
    theta, S = eigh_tridiagonal(diagonal, off) if steps > 1 else (diagonal, np.ones((1, 1)))
    terms: Float[Array, "steps L"] = S @ ((S[0] * runs.scale[q])[:, None] / (theta[:, None] + mu))
    return terms


def matrix_size(K: Float[Array, "n n"]) -> float:
    """‖K‖_F, or a bound of it where its square would overflow."""
    with np.errstate(over="ignore"):
        size = float(np.linalg.norm(K))
    return size if np.isfinite(size) else len(K) * float(np.abs(K).max())
