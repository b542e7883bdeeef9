"""Laplacian (exponential) kernel."""

import numpy as np

from kselect_core.kernels.base import Kernel, floored_exp
from kselect_core.kernels.conventions import Convention, inverse
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float


def laplacian(
    D: Float[Array, "n m"], *, c: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Laplacian kernel, k(x, z) = exp(−c‖x − z‖), from squared distances D.

    Continuous but not differentiable at 0. c is an inverse length. Values below 1e-148 are
    1e-148. ``out`` receives the result.
    """
    K: Float[Array, "n m"] = np.sqrt(D, out=out)
    with np.errstate(over="ignore"):
        K *= -c
    return floored_exp(K)


def log_laplacian(D: Float[Array, "n m"], *, c: float) -> Float[Array, "n m"]:
    """Logarithm of the Laplacian kernel, −c‖x − z‖: where the kernel itself underflows."""
    with np.errstate(over="ignore"):
        logs: Float[Array, "n m"] = -c * np.sqrt(D)
    return logs


def scikit_learn(*, c: float) -> dict[str, object]:
    """Arguments of scikit-learn's estimators: Matérn with ν = 1/2.

    What scikit-learn calls laplacian sums the absolute differences of the features.
    """
    from sklearn.gaussian_process.kernels import Matern  # noqa: PLC0415 (a second of imports)

    return {"kernel": Matern(length_scale=1.0 / c, nu=0.5)}


LAPLACIAN = Kernel(
    name="laplacian",
    label="Laplacian kernel",
    summary="Like the Gaussian kernel, with a sharp peak in place of the bell: the similarity "
    "falls at once with the distance. It is also called the exponential kernel, or the Matérn "
    "kernel of order 1/2.",
    base="distances",
    of_base=laplacian,
    log_of_base=log_laplacian,
    parameters=(Parameter("c", "c"),),
    conventions=(
        Convention("c", "c", "exp(−c‖x−z‖)", r"k(x,z)=\exp(-c\lVert x-z\rVert)"),
        Convention(
            "length",
            "ℓ",
            "exp(−‖x−z‖/ℓ)",
            r"k(x,z)=\exp(-\lVert x-z\rVert/\ell)",
            "up",
            inverse,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-10, 11)),
    start=tuple(2.0**exponent for exponent in range(-8, 5)),
    short="l",
    elsewhere=("matern12", "exponential"),
    scikit_learn=scikit_learn,
)
