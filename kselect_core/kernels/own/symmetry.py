"""Whether k(x, z) = k(z, x): of a function on its sample, of a package's kernel on few points."""

import numpy as np

from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels.base import Kernel
from kselect_core.plugins import Package
from kselect_core.types import Array

FEW = 4
"""Training points on which a kernel of a package is looked at."""


def symmetric(K: Array, name: str, tolerance: float = 1e-6) -> Array:
    """Mean of K and Kᵀ, which may differ by the rounding of single precision."""
    difference, largest = float(np.abs(K - K.T).max()), float(np.abs(K).max())
    if difference > tolerance * largest:
        raise InvalidParameterError(
            name, "k(x, z)", "symmetric", f"|K − Kᵀ| up to {difference:.2g} of {largest:.2g}"
        )
    mean: Array = (K + K.T) / 2
    return mean


def asymmetry(kernel: Kernel) -> str:
    """Why a kernel is none where k(x, z) ≠ k(z, x) on a few points; nothing where it may be one.

    A function that fails on these points may work on others: a sweep says where it does not.
    """
    X = np.random.default_rng(0).random((5, 3))
    parameters = {}
    if kernel.conventions:
        first, way = kernel.grid[0] if kernel.grid else 1.0, kernel.conventions[0].name
        parameters[kernel.parameters[0].name] = kernel.stored(first, way)
    try:
        K = kernel(X, **parameters)
    except KselectError:
        return ""
    try:
        symmetric(K, kernel.name)
    except InvalidParameterError as error:
        return str(error)
    return ""


def refuse_asymmetric(kernel: Kernel, K: Array, package: Package | None) -> None:
    """Raise where a kernel of a package is not symmetric on the first points of a training part.

    Its values on other points are not compared: that would double the work.
    """
    few = K[:FEW, :FEW]
    if package is not None and np.isfinite(few).all():
        symmetric(few, f"{kernel.label} of package {package.words}")
