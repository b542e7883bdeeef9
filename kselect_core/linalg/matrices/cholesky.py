"""Inverse and log determinant of a positive definite matrix, from one Cholesky factor."""

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dposv, dpotrf, dpotri

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
    lower, volume = lower_inverse(C)
    own = np.diagonal(lower).copy()
    P: Float[Array, "n n"] = lower + lower.T
    np.fill_diagonal(P, own)
    return Inverse(P, volume)


def lower_inverse(C: Float[Array, "n n"]) -> Inverse:
    """The same with zeros above the diagonal of the inverse, which half the passes need no more."""
    factor, failed = dpotrf(C, lower=1)  # zeros above the diagonal, which dpotri leaves
    if failed:
        raise UndefinedScoreError("K + μI is not positive definite: use a larger λ")
    volume = 2.0 * float(np.log(np.diagonal(factor)).sum())
    return Inverse(dpotri(factor, lower=1, overwrite_c=1)[0], volume)


def solved(C: Float[Array, "n n"], y: Float[Array, " n"]) -> Float[Array, " n"]:
    """C⁻¹y of a symmetric matrix. Cost: n³/3 flops. Raises UndefinedScoreError as `inverse`."""
    _, x, failed = dposv(C, y, lower=1)
    if failed:
        raise UndefinedScoreError("K + μI is not positive definite: use a larger λ")
    return x  # type: ignore[no-any-return]  # SciPy ships no types
