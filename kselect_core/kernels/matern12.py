"""Matérn kernel of order 1/2."""

import numpy as np

from kselect_core.kernels.base import FAR, Kernel, scaled_distances
from kselect_core.kernels.conventions import Convention, inverse
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float


def matern12(
    D: Float[Array, "n m"], *, c: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """Matérn kernel of order 1/2, k = exp(−r) with r = c‖x − z‖, from squared distances D.

    Continuous but not differentiable at 0: the Laplacian kernel, written with a length. c = 1/ℓ is
    an inverse length. Values below 1e-148 are 1e-148. ``out`` receives the result.

    Source: Rasmussen & Williams (2006), Gaussian processes for machine learning, section 4.2.1.
    """
    r = scaled_distances(D, c, out=out)
    K: Float[Array, "n m"] = np.exp(np.negative(r, out=r), out=r)
    return K


def log_matern12(D: Float[Array, "n m"], *, c: float) -> Float[Array, "n m"]:
    """Logarithm of the Matérn kernel of order 1/2: where the kernel itself underflows."""
    logs: Float[Array, "n m"] = -scaled_distances(D, c, most=FAR)
    return logs


MATERN12 = Kernel(
    name="matern12",
    label="Matérn 1/2 kernel",
    summary="The roughest of the Matérn kernels: the Laplacian kernel, written with a length in "
    "place of a rate.",
    base="distances",
    of_base=matern12,
    log_of_base=log_matern12,
    parameters=(Parameter("c", "c"),),
    conventions=(
        Convention(
            "length12",
            "ℓ",
            "exp(−‖x−z‖/ℓ)",
            r"k(x,z)=\exp(-\lVert x-z\rVert/\ell)",
            "up",
            inverse,
        ),
    ),
    grid=tuple(2.0**exponent for exponent in range(-10, 11)),
    start=tuple(2.0**exponent for exponent in range(-4, 9)),
    short="m1",
)
