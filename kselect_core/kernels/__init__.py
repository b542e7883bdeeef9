"""Kernels: one file per family, one table for all; sums, products and kernels by function.

A family knows no other one, and no data.

Examples
--------
>>> from kselect import kernels
>>> gaussian, linear = kernels.KERNELS["gaussian"], kernels.KERNELS["linear"]
>>> gaussian([[0.0], [1.0]], gamma=0.5).round(3)
array([[1.   , 0.607],
       [0.607, 1.   ]])
>>> linear([[0.0], [1.0]], [[2.0]])  # two samples
array([[0.],
       [2.]])
"""

from collections import ChainMap

from kselect_core.kernels.algebra import held
from kselect_core.kernels.base import Kernel, Points, Products, Shared
from kselect_core.kernels.conventions import Convention, Conventions
from kselect_core.kernels.cosine import COSINE
from kselect_core.kernels.gaussian import GAUSSIAN, gamma_from
from kselect_core.kernels.iterated import iterated_on
from kselect_core.kernels.laplacian import LAPLACIAN
from kselect_core.kernels.linear import LINEAR
from kselect_core.kernels.matern32 import MATERN32
from kselect_core.kernels.matern52 import MATERN52
from kselect_core.kernels.own.functions import own_kernel
from kselect_core.kernels.own.precomputed import PRECOMPUTED
from kselect_core.kernels.own.symmetry import asymmetry
from kselect_core.kernels.polynomial import POLYNOMIAL
from kselect_core.kernels.rational_quadratic import RATIONAL_QUADRATIC
from kselect_core.parameters import Parameter
from kselect_core.registry import Registry, registry

_SIMPLE = (
    GAUSSIAN,
    POLYNOMIAL,
    LINEAR,
    LAPLACIAN,
    MATERN32,
    MATERN52,
    RATIONAL_QUADRATIC,
    COSINE,
)
ITERATED = iterated_on({family.name: family for family in _SIMPLE}, weak=LAPLACIAN)
BESIDE = ChainMap({PRECOMPUTED.name: PRECOMPUTED}, held())  # type: ignore[arg-type]  # only read
KERNELS: Registry[Kernel] = registry(
    "kernel",
    *_SIMPLE,
    ITERATED,
    inner=lambda kernel: [one.name for one in kernel.conventions],
    beside=BESIDE,
    fault=asymmetry,
)
CONVENTIONS = Conventions(KERNELS, BESIDE)

__all__ = [
    "CONVENTIONS",
    "GAUSSIAN",
    "ITERATED",
    "KERNELS",
    "LAPLACIAN",
    "LINEAR",
    "POLYNOMIAL",
    "PRECOMPUTED",
    "Convention",
    "Kernel",
    "Parameter",
    "Points",
    "Products",
    "Shared",
    "gamma_from",
    "own_kernel",
]
