"""Inverse and log determinant of a positive definite matrix, from one Cholesky factor."""

from typing import NamedTuple

import numpy as np
from scipy.linalg.blas import dtrmm
from scipy.linalg.lapack import dlauum, dposv, dpotrf, dtrtri

from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Float

LEAF = 48
"""Triangles up to this size are inverted by LAPACK, which is slow at it; larger ones by products.

At n = 320 this takes 0.43 ms in place of 0.99 (`dtrtri`, which `dpotri` begins with).
"""

EIGHT = 8
"""Halves are of so many rows, or a multiple: what the processor takes at once."""


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


def lower_inverse(C: Float[Array, "n n"], *, overwrite: bool = False) -> Inverse:
    """The same with zeros above the diagonal of the inverse, which half the passes need no more.

    C is symmetric, so that its rows may be read as columns; ``overwrite`` gives its memory away.
    """
    factor, failed = dpotrf(C.T, lower=1, overwrite_a=overwrite)  # zeros above the diagonal
    if failed:
        raise UndefinedScoreError("K + μI is not positive definite: use a larger λ")
    volume = 2.0 * float(np.log(np.diagonal(factor)).sum())
    invert_lower(factor)
    return Inverse(dlauum(factor, lower=1, overwrite_c=1)[0], volume)


def invert_lower(L: Float[Array, "n n"]) -> None:
    """Put the inverse of a lower triangle in its place; what is above the diagonal stays.

    The matrix is in the order of columns. Cost: n³/3 flops.
    """
    if len(L) <= LEAF:
        L[:] = dtrtri(L, lower=1)[0]
        return
    half = _half(len(L))
    first, across, second = L[:half, :half], L[half:, :half], L[half:, half:]
    invert_lower(first)
    invert_lower(second)
    moved = dtrmm(-1.0, second, across, lower=1)
    across[:] = dtrmm(1.0, first, moved, side=1, lower=1, overwrite_b=1)


def solve_lower(L: Float[Array, "n n"], B: Float[Array, "n m"]) -> None:
    """Put L⁻¹B in the place of B, of a lower triangle L with zeros above its diagonal.

    L is in the order of columns, B in that of rows. Cost: n²m flops.
    """
    if len(L) <= LEAF:
        B[:] = dtrtri(L, lower=1)[0] @ B
        return
    half = _half(len(L))
    solve_lower(L[:half, :half], B[:half])
    B[half:] -= L[half:, :half] @ B[:half]
    solve_lower(L[half:, half:], B[half:])


def _half(n: int) -> int:
    """About half of n."""
    return -(-n // (2 * EIGHT)) * EIGHT


def solved(C: Float[Array, "n n"], y: Float[Array, " n"]) -> Float[Array, " n"]:
    """C⁻¹y of a symmetric matrix. Cost: n³/3 flops. Raises UndefinedScoreError as `inverse`."""
    _, x, failed = dposv(C, y, lower=1)
    if failed:
        raise UndefinedScoreError("K + μI is not positive definite: use a larger λ")
    return x  # type: ignore[no-any-return]  # SciPy ships no types
