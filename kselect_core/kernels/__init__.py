"""Kernels: one file per family, one table for all."""

from kselect_core.kernels.base import Kernel, Parameter, Products
from kselect_core.kernels.gaussian import GAUSSIAN
from kselect_core.kernels.laplacian import LAPLACIAN
from kselect_core.kernels.linear import LINEAR
from kselect_core.kernels.polynomial import POLYNOMIAL
from kselect_core.kernels.widths import CONVENTIONS, Convention, gamma_from
from kselect_core.registry import registry

KERNELS = registry("kernel", GAUSSIAN, POLYNOMIAL, LINEAR, LAPLACIAN)

__all__ = [
    "CONVENTIONS",
    "KERNELS",
    "Convention",
    "Kernel",
    "Parameter",
    "Products",
    "gamma_from",
]
