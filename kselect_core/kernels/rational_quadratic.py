"""Rational quadratic kernel."""

import numpy as np

from kselect_core.kernels.base import Kernel, floored_exp
from kselect_core.kernels.conventions import Convention, half_inverse_square
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float


def rational_quadratic(
    D: Float[Array, "n m"], *, gamma: float, alpha: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Rational quadratic kernel, k(x, z) = (1 + γ‖x − z‖²/α)^−α, from squared distances D.

    γ = 1/(2ℓ²) is an inverse squared length. For large α it is the Gaussian kernel with that γ;
    α = 1 is the Cauchy kernel. Values below 1e-148 are 1e-148. ``out`` receives the result.

    Source: Rasmussen & Williams (2006), Gaussian processes for machine learning, section 4.2.1.
    """
    with np.errstate(over="ignore"):  # γ‖x − z‖² = inf is a kernel value of 0
        K: Float[Array, "n m"] = np.multiply(D, gamma, out=out)
        K /= alpha
    np.log1p(K, out=K)
    K *= -alpha
    return floored_exp(K)


def log_rational_quadratic(
    D: Float[Array, "n m"], *, gamma: float, alpha: float
) -> Float[Array, "n m"]:
    """Logarithm of the rational quadratic kernel: where the kernel itself underflows."""
    with np.errstate(over="ignore"):
        logs: Float[Array, "n m"] = -alpha * np.log1p(gamma * D / alpha)
    return logs


def scikit_learn(*, gamma: float, alpha: float = 1.0) -> dict[str, object]:
    """Arguments of scikit-learn's estimators."""
    from sklearn.gaussian_process.kernels import RationalQuadratic  # noqa: PLC0415 (as Matérn's)

    return {"kernel": RationalQuadratic(length_scale=(0.5 / gamma) ** 0.5, alpha=alpha)}


RATIONAL_QUADRATIC = Kernel(
    name="rational_quadratic",
    label="rational quadratic kernel",
    summary="Gaussian kernels of many widths, averaged: near points are alike as on a bell curve, "
    "far ones stay a little alike. The smaller α, the more so.",
    base="distances",
    of_base=rational_quadratic,
    log_of_base=log_rational_quadratic,
    parameters=(Parameter("gamma", "γ"), Parameter("alpha", "α", default=1.0)),
    conventions=(
        Convention(
            "length_rq",
            "ℓ",
            "(1+‖x−z‖²/2αℓ²)^−α",
            r"k(x,z)=\bigl(1+\lVert x-z\rVert^2/2\alpha\ell^2\bigr)^{-\alpha}",
            "up",
            half_inverse_square,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-10, 11)),
    start=tuple(2.0**exponent for exponent in range(-6, 7)),
    short="q",
    scikit_learn=scikit_learn,
)
