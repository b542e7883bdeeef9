"""Inverse and log determinant of a positive definite matrix, from one Cholesky factor."""

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotri

from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Float


class Inverse(NamedTuple):
    """C⁻¹, and log det C."""

    P: Float[Array, "n n"]
    volume: float


def inverse(C: Float[Array, "n n"]) -> Inverse:
    """Inverse and log determinant of a symmetric matrix, for slopes that need every entry.

    Cost: n³ flops. Raises UndefinedScoreError where C is not positive definite.
    """
    factor, failed = dpotrf(C, lower=1)  # zeros above the diagonal, which dpotri leaves
    if failed:
        raise UndefinedScoreError("K + μI is not positive definite: use a larger λ")
    volume = 2.0 * float(np.log(np.diagonal(factor)).sum())
    lower = dpotri(factor, lower=1, overwrite_c=1)[0]
    own = np.diagonal(lower).copy()
    P: Float[Array, "n n"] = lower + lower.T
    np.fill_diagonal(P, own)
    return Inverse(P, volume)
