"""Matérn kernel of order 3/2."""

import numpy as np

from kselect_core.kernels.base import FAR, Kernel, scaled_distances
from kselect_core.kernels.conventions import Convention, inverse
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float

ROOT = np.sqrt(3.0)


def matern32(
    D: Float[Array, "n m"], *, c: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Matérn kernel of order 3/2, k = (1 + r) exp(−r) with r = √3 c‖x − z‖.

    It is made from squared distances D. c = 1/ℓ is an inverse length. Values below 1e-148 are about
    that. ``out`` receives the result.

    Source: Rasmussen & Williams (2006), Gaussian processes for machine learning, section 4.2.1.
    """
    r = scaled_distances(D, c, ROOT, out=out)
    factor = r + 1.0
    K: Float[Array, "n m"] = np.exp(np.negative(r, out=r), out=r)
    K *= factor
    return K


def log_matern32(D: Float[Array, "n m"], *, c: float) -> Float[Array, "n m"]:
    """Logarithm of the Matérn kernel of order 3/2: where the kernel itself underflows."""
    r = scaled_distances(D, c, ROOT, most=FAR)
    logs: Float[Array, "n m"] = np.log1p(r) - r
    return logs


def scikit_learn(*, c: float) -> dict[str, object]:
    """Arguments of scikit-learn's estimators."""
    from sklearn.gaussian_process.kernels import Matern  # noqa: PLC0415 (a second of imports)

    return {"kernel": Matern(length_scale=1.0 / c, nu=1.5)}


MATERN32 = Kernel(
    name="matern32",
    label="Matérn 3/2 kernel",
    summary="Between the Laplacian and the Gaussian kernel: a rounded peak. Functions made of it "
    "can be differentiated once.",
    base="distances",
    of_base=matern32,
    log_of_base=log_matern32,
    parameters=(Parameter("c", "c"),),
    conventions=(
        Convention(
            "length32",
            "ℓ",
            "(1+r)exp(−r), r=√3‖x−z‖/ℓ",
            r"k(x,z)=(1+r)\,e^{-r},\ r=\sqrt3\,\lVert x-z\rVert/\ell",
            "up",
            inverse,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-10, 11)),
    start=tuple(2.0**exponent for exponent in range(-4, 9)),
    short="m3",
    scikit_learn=scikit_learn,
    elsewhere=("matern",),
)
