"""Matérn kernel of order 5/2."""

import numpy as np

from kselect_core.kernels.base import FAR, Kernel, scaled_distances
from kselect_core.kernels.conventions import Convention, inverse
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float

ROOT = np.sqrt(5.0)


def matern52(
    D: Float[Array, "n m"], *, c: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Matérn kernel of order 5/2, k = (1 + r + r²/3) exp(−r) with r = √5 c‖x − z‖.

    It is made from squared distances D. c = 1/ℓ is an inverse length. Values below 1e-148 are about
    that. ``out`` receives the result.

    Source: Rasmussen & Williams (2006), Gaussian processes for machine learning, section 4.2.1.
    """
    r = scaled_distances(D, c, ROOT, out=out)
    factor = (r / 3.0 + 1.0) * r + 1.0
    K: Float[Array, "n m"] = np.exp(np.negative(r, out=r), out=r)
    K *= factor
    return K


def log_matern52(D: Float[Array, "n m"], *, c: float) -> Float[Array, "n m"]:
    """Logarithm of the Matérn kernel of order 5/2: where the kernel itself underflows."""
    r = scaled_distances(D, c, ROOT, most=FAR)
    logs: Float[Array, "n m"] = np.log1p((r / 3.0 + 1.0) * r) - r
    return logs


def scikit_learn(*, c: float) -> dict[str, object]:
    """Arguments of scikit-learn's estimators."""
    from sklearn.gaussian_process.kernels import Matern  # noqa: PLC0415 (a second of imports)

    return {"kernel": Matern(length_scale=1.0 / c, nu=2.5)}


MATERN52 = Kernel(
    name="matern52",
    label="Matérn 5/2 kernel",
    summary="Close to the Gaussian kernel, with somewhat heavier tails. Functions made of it can "
    "be differentiated twice.",
    base="distances",
    of_base=matern52,
    log_of_base=log_matern52,
    parameters=(Parameter("c", "c"),),
    conventions=(
        Convention(
            "length52",
            "ℓ",
            "(1+r+r²/3)exp(−r), r=√5‖x−z‖/ℓ",
            r"k(x,z)=(1+r+r^2/3)\,e^{-r},\ r=\sqrt5\,\lVert x-z\rVert/\ell",
            "up",
            inverse,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-10, 11)),
    start=tuple(2.0**exponent for exponent in range(-4, 9)),
    short="m5",
    scikit_learn=scikit_learn,
)
