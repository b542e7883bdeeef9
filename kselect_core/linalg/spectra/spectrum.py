"""Eigendecomposition of a Gram matrix, largest eigenvalue first."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.low_rank import low_rank, low_rank_eigenvalues
from kselect_core.linalg.spectra.symmetric import eigensystem, eigenvalues
from kselect_core.types import Array, Float

INDEFINITE = 1e-8
"""A kernel matrix with σ_min < −INDEFINITE · σ₁ is not positive semi-definite up to rounding."""


class Spectrum(NamedTuple):
    """K = Q diag(σ) Qᵀ, σ descending; rounding-size negative eigenvalues are zero."""

    sigma: Float[Array, " n"]
    Q: Float[Array, "n n"]
    indefinite: bool

    def within(self, rounding: float) -> "Spectrum":
        """The same, negative eigenvalues of at most that share of the largest set to zero."""
        indefinite = bool(self.sigma[-1] < -rounding * max(float(self.sigma[0]), 0.0))
        sigma = self.sigma if indefinite else np.maximum(self.sigma, 0.0)
        return Spectrum(sigma, self.Q, indefinite)


def spectrum(K: Float[Array, "n n"]) -> Spectrum:
    """Eigenvalues (descending) and orthonormal eigenvectors of a symmetric matrix.

    Negative eigenvalues are set to zero only when they are rounding.

    Cost: about 9n³ flops (LAPACK's divide and conquer, which releases the interpreter lock), and
    4n²r where K has a low rank r. Raises UndefinedScoreError where LAPACK finds none.
    """
    eigenpairs = low_rank(K)
    if eigenpairs is not None:
        return Spectrum(*eigenpairs, indefinite=True).within(INDEFINITE)
    sigma, Q = eigensystem(K)
    sigma, Q = np.ascontiguousarray(sigma[::-1]), np.ascontiguousarray(Q[:, ::-1])
    return Spectrum(sigma, Q, indefinite=True).within(INDEFINITE)


def eigenvalues_alone(K: Float[Array, "n n"]) -> Float[Array, " n"]:
    """Eigenvalues (descending) of a symmetric matrix without vectors, negative ones as they come.

    Cost: 4n³/3 flops, and 3n²r where K has a low rank r: what `spectrum` gives as zeros are zeros.
    """
    few = low_rank_eigenvalues(K)
    return np.ascontiguousarray(eigenvalues(K)[::-1]) if few is None else few
