"""Cosine kernel."""

import numpy as np

from kselect_core.kernels.base import Kernel, Products
from kselect_core.types import Array, Float


def cosine(base: Products, *, out: Float[Array, "n m"] | None = None) -> Float[Array, "n m"]:
    """Cosine kernel, k(x, z) = xᵀz/(‖x‖‖z‖), the cosine of the angle; ``out`` receives it.

    A point at the origin has no direction: its similarities are 0, also with itself.
    """
    lengths = np.multiply.outer(_lengths(base.x), _lengths(base.z))  # symmetric
    K: Float[Array, "n m"] = np.divide(base.G, lengths, out=out)
    return K


def _lengths(squares: Float[Array, " n"]) -> Float[Array, " n"]:
    """Square roots, 1 in place of 0."""
    return np.where(squares > 0, np.sqrt(squares), 1.0)


def scikit_learn() -> dict[str, object]:
    """Arguments of scikit-learn's estimators: `SVC` knows the name only inside an object."""
    from sklearn.gaussian_process.kernels import PairwiseKernel  # noqa: PLC0415 (slow import)

    return {"kernel": PairwiseKernel(metric="cosine")}


COSINE = Kernel(
    name="cosine",
    label="cosine kernel",
    summary="The cosine of the angle between two points, seen from the origin: how long they are "
    "does not count. It is the linear kernel of points scaled to length 1, usual for texts.",
    base="products",
    of_base=cosine,
    parameters=(),
    formula=r"k(x,z)=\frac{x^\top z}{\lVert x\rVert\,\lVert z\rVert}",
    scikit_learn=scikit_learn,
)
