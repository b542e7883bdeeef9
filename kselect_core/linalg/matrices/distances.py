"""Squared Euclidean distances that keep their digits."""

import numpy as np

from kselect_core.types import Array, Float

BLOCK = 2**16
"""Distances that are made together, so that they stay in the cache."""


def squared_distances(
    X: Float[Array, "n d"], Z: Float[Array, "m d"] | None = None
) -> Float[Array, "n m"]:
    """Squared distances ‖xᵢ − zⱼ‖², in squared units of X; Z = None means Z = X.

    ‖x‖² + ‖z‖² − 2xᵀz after centring, so that a common offset costs no digits. What is smaller
    than the rounding of the sum is zero: duplicates have distance 0. For Z = X the result is
    exactly symmetric with an exactly zero diagonal.

    Cost: O(nmd).
    """
    centre = X.mean(axis=0) if len(X) else np.zeros(X.shape[1])
    P = X - centre
    R = P if Z is None else Z - centre
    a = np.einsum("ij,ij->i", P, P)
    b = a if Z is None else np.einsum("ij,ij->i", R, R)
    D: Float[Array, "n m"] = P @ R.T
    step = max(1, BLOCK // max(1, len(b)))
    for start in range(0, len(a), step):
        rows = slice(start, start + step)
        _of_products(D[rows], np.add.outer(a[rows], b))
    if Z is None:
        np.fill_diagonal(D, 0.0)
    return D


def _of_products(D: Float[Array, "r m"], norms: Float[Array, "r m"]) -> None:
    """Put ‖x‖² + ‖z‖² − 2xᵀz in the place of xᵀz, 0 where it is rounding; uses up the norms."""
    D *= -2.0
    D += norms
    norms *= 8 * np.finfo(float).eps
    D[norms > D] = 0.0
