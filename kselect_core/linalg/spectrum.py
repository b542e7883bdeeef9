"""Eigendecomposition of a Gram matrix, largest eigenvalue first."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.symmetric import eigensystem
from kselect_core.types import Array, Float

INDEFINITE = 1e-8
"""A kernel matrix with σ_min < −INDEFINITE · σ₁ is not positive semi-definite up to rounding."""


class Spectrum(NamedTuple):
    """K = Q diag(σ) Qᵀ, σ descending; rounding-size negative eigenvalues are zero."""

    sigma: Float[Array, " n"]
    Q: Float[Array, "n n"]
    indefinite: bool


def spectrum(K: Float[Array, "n n"], *, rounding: float = INDEFINITE) -> Spectrum:
    """Eigenvalues (descending) and orthonormal eigenvectors of a symmetric matrix.

    Negative eigenvalues are set to zero only when they are rounding: no larger than that share of
    the largest.

    Cost: about 9n³ flops (LAPACK's divide and conquer, which releases the interpreter lock).
    Raises UndefinedScoreError where LAPACK finds none.
    """
    sigma, Q = eigensystem(K)
    sigma, Q = sigma[::-1], Q[:, ::-1]
    indefinite = bool(sigma[-1] < -rounding * max(sigma[0], 0.0))
    if not indefinite:
        sigma = np.maximum(sigma, 0.0)
    return Spectrum(np.ascontiguousarray(sigma), np.ascontiguousarray(Q), indefinite)
