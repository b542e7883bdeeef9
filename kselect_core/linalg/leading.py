"""Largest eigenvalues of a symmetric matrix, without the others."""

import numpy as np

from kselect_core.types import Array, Float

LANCZOS_FROM = 800
"""Below this n all eigenvalues take no longer."""

FEWER_THAN = 8
"""Lanczos runs pay for fewer than n / FEWER_THAN eigenvalues."""

BLOCK = 4
"""Directions a step advances: as many copies of a multiple eigenvalue are found for certain."""

BUDGET = 5
"""Basis vectors of a run, n / BUDGET; beyond them all eigenvalues are cheaper."""

TOLERANCE = 1e-12
"""Error of the sum that a run may leave, in units of the trace."""


def top_eigenvalues(
    K: Float[Array, "n n"], t: int, *, dense_up_to: int
) -> Float[Array, " t"] | None:
    """Largest t eigenvalues of a symmetric matrix, descending; their sum to 1e-12 of the trace.

    Block Lanczos from a fixed start, every direction orthogonal to all before. Where a run does
    not converge within its budget, all eigenvalues are computed; None beyond ``dense_up_to``.

    Cost: O(t n²) by Lanczos; else 4n³/3 flops.
    """
    n, diagonal = len(K), np.diagonal(K)
    trace = float(np.abs(diagonal).sum())
    if _is_diagonal(K, TOLERANCE * trace / np.sqrt(t)):
        return np.sort(diagonal)[::-1][:t].copy()
    if n >= LANCZOS_FROM and FEWER_THAN * t < n:
        found = _by_lanczos(K, t, TOLERANCE * trace)
        if found is not None:
            return found
    return np.linalg.eigvalsh(K)[::-1][:t] if n <= dense_up_to else None


def _is_diagonal(K: Float[Array, "n n"], tolerance: float) -> bool:
    """Whether the Frobenius norm of what stands beside the diagonal is within a tolerance."""
    total = 0.0
    for i, row in enumerate(K):
        total += 2 * float(row[:i] @ row[:i])  # no difference of large numbers
        if total > tolerance**2:
            return False
    return True


def _by_lanczos(K: Float[Array, "n n"], t: int, error: float) -> Float[Array, " t"] | None:
    """Largest t eigenvalues with an error of their sum of ``error``; None beyond the budget."""
    n, budget = len(K), len(K) // BUDGET
    start = np.random.default_rng(0).standard_normal((n, BLOCK))
    V, T = np.zeros((budget, n)), np.zeros((budget, budget))
    V[:BLOCK] = np.linalg.qr(start)[0].T
    size, check = BLOCK, t + BLOCK
    while size + BLOCK <= budget:
        last = slice(size - BLOCK, size)
        W = V[last] @ K
        T[last, :size] = W @ V[:size].T
        T[:size, last] = T[last, :size].T
        for _ in range(2):  # twice: once leaves rounding
            W -= (W @ V[:size].T) @ V[:size]
        Q, B = np.linalg.qr(W.T)
        if size >= check:
            check = size + max(BLOCK, t // 4)
            theta, S = np.linalg.eigh(T[:size, :size])
            theta, S = theta[::-1], S[:, ::-1]
            residuals = np.linalg.norm(B @ S[last, :t], axis=0)
            if _bound(theta, residuals) <= error:
                return theta[:t].copy()
        V[size : size + BLOCK] = Q.T
        size += BLOCK
    return None


def _bound(theta: Float[Array, " m"], residuals: Float[Array, " t"]) -> float:
    """Bound of the error of the sum of the first t Ritz values, m > t, from their residuals."""
    gaps = np.maximum(theta[: len(residuals)] - theta[len(residuals)], np.finfo(float).tiny)
    with np.errstate(over="ignore"):
        return float(np.minimum(residuals, residuals * (residuals / gaps)).sum())
