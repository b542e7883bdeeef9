"""Squared Euclidean distances that keep their digits."""

import numpy as np

from kselect_core.types import Array, Float


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
    scale = np.add.outer(a, b)
    D: Float[Array, "n m"] = P @ R.T
    D *= -2.0
    D += scale
    scale *= 8 * np.finfo(float).eps
    D[scale > D] = 0.0
    if Z is None:
        np.fill_diagonal(D, 0.0)
    return D
