"""The eigendecomposition of a matrix of low rank, as those of wide kernels are in double precision.

A Cholesky factor with pivots, K = LLᵀ, has as many columns as K has eigenvalues above rounding, and
takes that many steps. With L = PR, P orthonormal, the eigenvalues of K are those of the small RRᵀ,
and without vectors those of LᵀL.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dgeqrf, dormqr, dpstrf

from kselect_core.linalg.spectra.symmetric import eigensystem, eigenvalues
from kselect_core.types import Array, Float

FROM = 64
"""Below this n LAPACK's own eigendecomposition takes no longer."""

SHARE = 3
"""More than n / SHARE columns do not pay. Every SHARE-th point alone may have as many: a factor of
these tells, at 1/SHARE³ of the cost, where it is not worth it."""

PRECISION = float(np.finfo(np.float64).eps)

PANEL = 64
"""Columns that LAPACK takes together."""


class LowRank(NamedTuple):
    """Eigenvalues, descending, of which the last are 0, and orthonormal eigenvectors in columns."""

    sigma: Float[Array, " n"]
    Q: Float[Array, "n n"]


def low_rank(K: Float[Array, "n n"]) -> LowRank | None:
    """Eigendecomposition of a symmetric matrix of low rank; None where the usual one is for it.

    K is made of its parts up to rounding: nε of its largest diagonal entry, as by LAPACK's own
    methods. Cost: 4n²r flops for r eigenvalues.
    """
    L = _few_columns(K)
    return None if L is None else _decomposed(L)


def low_rank_eigenvalues(K: Float[Array, "n n"]) -> Float[Array, " n"] | None:
    """Eigenvalues of the same alone, descending, the last of them 0. Cost: 3n²r flops."""
    L = _few_columns(K)
    if L is None:
        return None
    sigma = np.zeros(len(K))
    sigma[: L.shape[1]] = np.maximum(eigenvalues(L.T @ L)[::-1], 0.0)
    return sigma


def _few_columns(K: Float[Array, "n n"]) -> Float[Array, "n r"] | None:
    """L of n/SHARE columns or fewer with LLᵀ = K up to rounding; None where there is none."""
    n, largest = len(K), float(K.diagonal().max(initial=0.0))
    if n < FROM or not 0 < largest < np.inf:
        return None
    _, _, rank, _ = _pivoted(K[::SHARE, ::SHARE], largest)
    if rank * SHARE >= n:
        return None
    L = _factor(K, largest)
    if L.shape[1] * SHARE > n or not np.abs(K - L @ L.T).max() <= n * PRECISION * largest:
        return None  # nor where K holds a NaN
    return L


def _factor(K: Float[Array, "m m"], largest: float) -> Float[Array, "m r"]:
    """L with LLᵀ = K as far as pivots are above the rounding of the ``largest`` diagonal entry."""
    factor, order, rank, _ = _pivoted(K, largest)
    L: Float[Array, "m r"] = np.empty((len(K), rank), order="F")
    L[order - 1] = np.tril(factor[:, :rank])
    return L


def _pivoted(K: Float[Array, "m m"], largest: float) -> tuple[Array, Array, int, int]:
    """LAPACK's factor in its lower triangle, the order of its rows, its columns, and a code."""
    found: tuple[Array, Array, int, int] = dpstrf(K, tol=PRECISION * largest, lower=1)
    return found


def _decomposed(L: Float[Array, "n r"]) -> LowRank:
    """Eigendecomposition of LLᵀ; the vectors of its zeros are those that reflections leave."""
    n, r = L.shape
    reflected, tau, _, _ = dgeqrf(L, lwork=PANEL * r)
    R = np.triu(reflected[:r])
    values, vectors = eigensystem(R @ R.T)
    sigma, rows = np.zeros(n), np.eye(n, order="F")
    sigma[:r], rows[:r, :r] = values[::-1], vectors[:, ::-1].T
    turned, _, _ = dormqr("R", "T", reflected, tau, rows, PANEL * n, overwrite_c=1)
    return LowRank(sigma, turned.T)
