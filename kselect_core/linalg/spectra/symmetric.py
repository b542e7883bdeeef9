"""Eigenvalues and eigenvectors of a symmetric matrix, also where LAPACK's first method gives up.

Divide and conquer is the quick one. It was seen not to converge once in a run of thousands of
kernel matrices; QR iteration, at a few times the cost, does.
"""

import numpy as np
from scipy.linalg import eigh

from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Float


def eigensystem(K: Float[Array, "n n"]) -> tuple[Float[Array, " n"], Float[Array, "n n"]]:
    """Eigenvalues, ascending, and orthonormal eigenvectors in columns; K's lower triangle is read.

    Raises UndefinedScoreError where neither method converges.
    """
    try:
        values, vectors = np.linalg.eigh(K)
    except np.linalg.LinAlgError:
        values, vectors = _by_iteration(K)
    return values, vectors


def eigenvalues(K: Float[Array, "n n"]) -> Float[Array, " n"]:
    """Eigenvalues alone, ascending, with the same second method."""
    try:
        values: Array = np.linalg.eigvalsh(K)
    except np.linalg.LinAlgError:
        values, _ = _by_iteration(K)
    return values


def _by_iteration(K: Float[Array, "n n"]) -> tuple[Array, Array]:
    try:
        values, vectors = eigh(K, driver="ev")
    except np.linalg.LinAlgError as error:
        raise UndefinedScoreError(
            f"the eigenvalues of this {len(K)} × {len(K)} matrix were not found: neither divide "
            "and conquer nor QR iteration converges; use another kernel parameter or a sub-sample"
        ) from error
    return values, vectors
