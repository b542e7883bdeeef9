"""Polynomial kernel."""

import numpy as np

from kselect_core.kernels.base import Kernel, Products
from kselect_core.kernels.conventions import Convention
from kselect_core.parameters import SWITCH, Parameter
from kselect_core.types import Array, Float

LARGEST_DEGREE = 50
"""Degrees beyond it overflow on almost any data."""


def polynomial(
    base: Products, *, degree: float, normalised: bool, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Polynomial kernel, k(x, z) = (1 + xᵀz)ᵖ, divided by √(k(x,x) k(z,z)) if normalised.

    Entries that overflow are infinite; the sweep reports such kernels by name. ``out`` receives
    the result.

    Source: Liu & Liao (2014), experiments of the spectral perturbation paper.
    """
    K: Float[Array, "n m"] = np.add(base.G, 1.0, out=out)
    if normalised:
        K /= np.multiply.outer(np.sqrt(1.0 + base.x), np.sqrt(1.0 + base.z))  # symmetric
    with np.errstate(over="ignore"):
        np.power(K, int(degree), out=K)
    return K


def scikit_learn(*, degree: float, normalised: bool) -> dict[str, object] | None:
    """Arguments of scikit-learn's estimators; None for the normalised kernel, which it lacks."""
    if normalised:
        return None
    return {"kernel": "poly", "degree": int(degree), "gamma": 1.0, "coef0": 1.0}


POLYNOMIAL = Kernel(
    name="polynomial",
    label="polynomial kernel",
    summary="A power of the inner product plus one. A fit with it is a polynomial of that degree "
    "in the features.",
    base="products",
    of_base=polynomial,
    parameters=(
        Parameter("degree", "degree", low=1, high=LARGEST_DEGREE, whole=True),
        Parameter("normalised", "normalised", default=False, choices=SWITCH),
    ),
    conventions=(Convention("degree", "p", "(1+xᵀz)ᵖ", r"k(x,z)=(1+x^\top z)^{p}", whole=True),),
    grid=tuple(float(degree) for degree in range(1, 21)),
    start=tuple(float(degree) for degree in range(1, 11)),
    short="p",
    scikit_learn=scikit_learn,
    elsewhere=("poly",),
)
