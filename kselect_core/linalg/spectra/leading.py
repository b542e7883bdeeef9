"""Largest eigenvalues of a symmetric matrix, without the others."""

import numpy as np

from kselect_core.linalg.spectra.symmetric import eigensystem, eigenvalues
from kselect_core.types import Array, Float

LANCZOS_FROM = 1000
"""Below this n all eigenvalues take no longer."""

FEWER_THAN = 8
"""Lanczos runs pay for fewer than n / FEWER_THAN eigenvalues."""

BLOCK = 4
"""Directions a step advances: as many copies of a multiple eigenvalue are found at once."""

STEPS = 4
"""Steps with fresh directions that a sum must stand."""

BUDGET = 4
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
        top = _by_lanczos(K, t, TOLERANCE * trace)
        if top is not None:
            return top
    return eigenvalues(K)[::-1][:t] if n <= dense_up_to else None


def _is_diagonal(K: Float[Array, "n n"], tolerance: float) -> bool:
    """Whether the Frobenius norm of what stands beside the diagonal is within a tolerance."""
    total = 0.0
    for i, row in enumerate(K):
        total += 2 * float(row[:i] @ row[:i])  # no difference of large numbers
        if total > tolerance**2:
            return False
    return True


def _by_lanczos(K: Float[Array, "n n"], t: int, error: float) -> Float[Array, " t"] | None:
    """Largest t eigenvalues with an error of their sum of ``error``; None beyond the budget.

    A sum counts once it has not moved over some steps with fresh directions: from one block of
    directions alone a run sees no more than BLOCK copies of an eigenvalue.
    """
    n, budget = len(K), len(K) // BUDGET
    rng = np.random.default_rng(0)
    V, T = np.zeros((budget, n)), np.zeros((budget, budget))
    V[:BLOCK] = np.linalg.qr(rng.standard_normal((n, BLOCK)))[0].T
    begin, size, check, previous = 0, BLOCK, t + BLOCK, -np.inf
    while True:
        W = V[begin:size] @ K
        T[begin:size, :size] = W @ V[:size].T
        for _ in range(2):  # twice: once leaves rounding
            W -= (W @ V[:size].T) @ V[:size]
        Q, B = np.linalg.qr(W.T)
        if size >= check:
            check = size + max(BLOCK, t // 4)
            theta, S = eigensystem(T[:size, :size])  # of its lower triangle
            theta, S = theta[::-1], S[:, ::-1]
            if _bound(theta, np.linalg.norm(B @ S[begin:size, :t], axis=0)) <= error:
                total = float(theta[:t].sum())
                if total - previous <= error:
                    return theta[:t].copy()
                previous = total
                Q = np.hstack([Q, rng.standard_normal((n, BLOCK))])
                check = size + STEPS * Q.shape[1]
        if size + Q.shape[1] > budget:
            return None
        V[size : size + Q.shape[1]] = _orthonormal(Q, V[:size]).T
        begin, size = size, size + Q.shape[1]


def _orthonormal(Q: Float[Array, "n b"], V: Float[Array, "m n"]) -> Float[Array, "n b"]:
    """Orthonormal columns for the part of the span of Q that is orthogonal to the rows of V.

    Columns of rounding size, where a rank is used up, become any directions orthogonal to V.
    """
    for _ in range(2):
        Q = np.linalg.qr(Q - V.T @ (V @ Q))[0]
    return Q


def _bound(theta: Float[Array, " m"], residuals: Float[Array, " t"]) -> float:
    """Bound of the error of the sum of the first t Ritz values, m > t, from their residuals."""
    gaps = np.maximum(theta[: len(residuals)] - theta[len(residuals)], np.finfo(float).tiny)
    with np.errstate(over="ignore"):
        return float(np.minimum(residuals, residuals * (residuals / gaps)).sum())
