"""Kernels: one file per family, one table for all."""

from kselect_core.kernels.base import Kernel, Parameter, Points, Products, Shared
from kselect_core.kernels.gaussian import GAUSSIAN
from kselect_core.kernels.iterated import iterated_on
from kselect_core.kernels.laplacian import LAPLACIAN
from kselect_core.kernels.linear import LINEAR
from kselect_core.kernels.polynomial import POLYNOMIAL
from kselect_core.kernels.widths import CONVENTIONS, Convention, gamma_from
from kselect_core.registry import registry

_SIMPLE = (GAUSSIAN, POLYNOMIAL, LINEAR, LAPLACIAN)
KERNELS = registry("kernel", *_SIMPLE, iterated_on({family.name: family for family in _SIMPLE}))

__all__ = [
    "CONVENTIONS",
    "KERNELS",
    "Convention",
    "Kernel",
    "Parameter",
    "Points",
    "Products",
    "Shared",
    "gamma_from",
]
