"""Combined kernels as scikit-learn has them: sums and products of Gaussian processes' kernels."""

from collections.abc import Mapping
from typing import Any

Kernel = Any  # base.py has it, and stands on the algebra
Arguments = Mapping[str, object]
NAMED = "kernel"
"""Argument of scikit-learn's estimators that names a kernel, or is one."""


def arguments_of(kernel: Kernel, parameters: Mapping[str, object]) -> Arguments | None:
    """Arguments of scikit-learn's estimators for a kernel; None where it has no such kernel."""
    same = kernel.scikit_learn
    return None if same is None else same(**{**kernel.defaults, **parameters})


def process_of(kernel: Kernel, parameters: Mapping[str, object]) -> Any:  # noqa: ANN401 - no types
    """The same as a kernel of a Gaussian process; None where scikit-learn has no such kernel."""
    from sklearn.gaussian_process.kernels import PairwiseKernel  # noqa: PLC0415 (a second)

    arguments = arguments_of(kernel, parameters)
    if arguments is None or arguments[NAMED] == "precomputed":
        return None
    metric = arguments[NAMED]
    if not isinstance(metric, str):
        return metric
    rest = {name: value for name, value in arguments.items() if name not in (NAMED, "gamma")}
    gamma = {"gamma": arguments["gamma"]} if "gamma" in arguments else {}
    return PairwiseKernel(metric=metric, pairwise_kernels_kwargs=rest or None, **gamma)


def multiple_of(
    kernel: Kernel, factor: float, parameters: Mapping[str, object]
) -> Arguments | None:
    """Arguments for a multiple of a kernel."""
    from sklearn.gaussian_process.kernels import ConstantKernel  # noqa: PLC0415

    part = process_of(kernel, parameters)
    return None if part is None else {NAMED: ConstantKernel(factor) * part}


def pair_of(kind: str, parts: tuple[tuple[Kernel, Mapping[str, object]], ...]) -> Arguments | None:
    """Arguments for the sum or the product of two kernels, each with its parameters."""
    one, other = (process_of(*part) for part in parts)
    if one is None or other is None:
        return None
    return {NAMED: one + other if kind == "sum" else one * other}
