"""Gaussian (RBF) kernel."""

import numpy as np

from kselect_core.errors import UnknownNameError
from kselect_core.kernels.base import Kernel, floored_exp
from kselect_core.kernels.conventions import Convention, half_inverse, inverse
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float


def gaussian(
    D: Float[Array, "n m"], *, gamma: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Gaussian kernel, k(x, z) = exp(−γ‖x − z‖²), from squared distances D.

    γ is an inverse squared length, in the unit of the (prepared) inputs. Values below 1e-148
    are 1e-148. ``out`` receives the result.
    """
    with np.errstate(over="ignore"):  # γ‖x − z‖² = inf is a kernel value of 0
        K: Float[Array, "n m"] = np.multiply(D, -gamma, out=out)
    return floored_exp(K)


def log_gaussian(D: Float[Array, "n m"], *, gamma: float) -> Float[Array, "n m"]:
    """Logarithm of the Gaussian kernel, −γ‖x − z‖²: where the kernel itself underflows."""
    with np.errstate(over="ignore"):
        logs: Float[Array, "n m"] = -gamma * D
    return logs


def scikit_learn(*, gamma: float) -> dict[str, object]:
    """Arguments of scikit-learn's estimators."""
    return {"kernel": "rbf", "gamma": gamma}


GAUSSIAN = Kernel(
    name="gaussian",
    label="Gaussian kernel",
    summary="Two points are alike if they lie close together, on a bell curve of the distance. "
    "The width says how close is close. It is also called the RBF kernel (radial basis "
    "function).",
    base="distances",
    of_base=gaussian,
    log_of_base=log_gaussian,
    parameters=(Parameter("gamma", "γ"),),
    conventions=(
        Convention(
            "2tau",
            "τ",
            "exp(−‖x−z‖²/2τ)",
            r"k(x,z)=\exp(-\lVert x-z\rVert^2/2\tau)",
            "up",
            half_inverse,
        ),
        Convention("tau", "τ", "exp(−τ‖x−z‖²)", r"k(x,z)=\exp(-\tau\lVert x-z\rVert^2)"),
        Convention("gamma", "γ", "exp(−γ‖x−z‖²)", r"k(x,z)=\exp(-\gamma\lVert x-z\rVert^2)"),
        Convention(
            "sigma2",
            "σ²",
            "exp(−‖x−z‖²/σ²)",
            r"k(x,z)=\exp(-\lVert x-z\rVert^2/\sigma^2)",
            "up",
            inverse,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-15, 16)),
    short="g",
    scikit_learn=scikit_learn,
    elsewhere=("rbf",),
)


def gamma_from(value: object, convention: str) -> float:
    """γ of exp(−γ‖x−z‖²), in inverse squared units of the inputs, from a width in a convention."""
    names = [one.name for one in GAUSSIAN.conventions]
    if convention not in names:
        raise UnknownNameError("width convention", convention, names)
    return float(GAUSSIAN.stored(value, convention))
