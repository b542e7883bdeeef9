"""Linear kernel."""

import numpy as np

from kselect_core.kernels.base import Kernel, Products
from kselect_core.types import Array, Float


def linear(base: Products, *, out: Float[Array, "n m"] | None = None) -> Float[Array, "n m"]:
    """Linear kernel, k(x, z) = xᵀz, in squared units of the inputs; ``out`` receives it."""
    K: Float[Array, "n m"] = np.positive(base.G, out=out)
    return K


def scikit_learn() -> dict[str, object]:
    """Arguments of scikit-learn's estimators."""
    return {"kernel": "linear"}


LINEAR = Kernel(
    name="linear",
    label="linear kernel",
    summary="The inner product of two points. A fit with it is a straight line or a plane.",
    base="products",
    of_base=linear,
    parameters=(),
    formula=r"k(x,z)=x^\top z",
    scikit_learn=scikit_learn,
)
