"""Grids of the estimators: usual values, and what ``param_grid`` may hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, product
from numbers import Real
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import KERNEL_PARAMS

from kselect_core.errors import InvalidParameterError
from kselect_core.estimators.search.kernels import KernelFunction, check_names
from kselect_core.kernels import Kernel
from kselect_core.selection.config.grids import LARGEST_GRID, powers, refuse_large
from kselect_core.types import Array, Float

GAMMAS = powers(4.0, -8, 2)
"""Usual γ: 2⁻¹⁶ … 2⁴, two octaves apart."""

STRENGTHS = {"alpha": powers(10.0, -5, 3), "C": powers(10.0, -2, 3)}
"""Usual strengths: the ridge alpha = μ on the diagonal of K, and the cost C of support vectors."""

WITH_GAMMA = tuple(name for name, taken in KERNEL_PARAMS.items() if taken == {"gamma"})
"""Kernels of scikit-learn whose only parameter is γ: theirs is the usual grid."""


@dataclass(frozen=True)
class Grid:
    """Parameters of the kernel, each with its values, and the strengths from weak to strong.

    ``strength`` is "alpha" or "C"; strengths are ridges: alpha, or μ = 1/(2C) of a cost C.
    """

    axes: Mapping[str, tuple[Any, ...]]
    strength: str
    ridges: Float[Array, " L"]

    @property
    def points(self) -> list[dict[str, Any]]:
        """Every kernel of the grid as keyword arguments."""
        return [
            dict(zip(self.axes, values, strict=True)) for values in product(*self.axes.values())
        ]

    def written(self, ridge: float) -> float:
        """Strength as scikit-learn writes it: alpha is the ridge itself, C is 1/(2μ)."""
        return float(0.5 / ridge if self.strength == "C" else ridge)

    @property
    def strengths(self) -> list[float]:
        """Strengths as scikit-learn writes them, in the order of the ridges."""
        return [self.written(ridge) for ridge in self.ridges]

    def edges(self, parameters: Mapping[str, Any]) -> dict[str, str]:
        """Which numbers of a choice stand at an end of their grid, and at which: in words."""
        grids = {**self.axes, self.strength: tuple(sorted(self.strengths))}
        at_edge = {}
        for name, values in grids.items():
            if len(values) > 1 and all(map(_is_number, values)):
                for end, word in ((values[0], "smallest"), (values[-1], "largest")):
                    if parameters[name] == end:
                        at_edge[name] = f"{name} = {end:.6g} is the {word} of its grid"
        return at_edge


def grid(
    where: str, kernel: KernelFunction, strength: str, given: Mapping[str, object] | None
) -> Grid:
    """Grid of an estimator: what is given, and the usual values of what is not.

    Numbers are sorted. Raises InvalidParameterError for names that the kernel does not take, for
    values given twice or none at all, and for strengths that are not finite and positive.
    """
    allowed = "None, or a dictionary from names to lists of values"
    if given is not None and not isinstance(given, Mapping):
        raise InvalidParameterError(where, "param_grid", allowed, given)
    axes = {str(name): _values(where, str(name), values) for name, values in (given or {}).items()}
    strengths = axes.pop(strength, STRENGTHS[strength])
    check_names(where, kernel, {*axes, *kernel.parameters}, strength)
    _check_strengths(where, strength, strengths)
    if not axes:
        axes = _usual(kernel)
    refuse_large(len(strengths) * int(np.prod([len(values) for values in axes.values()])))
    ridges = np.sort([0.5 / value if strength == "C" else value for value in strengths])
    return Grid(axes, strength, ridges)


def _usual(kernel: KernelFunction) -> dict[str, tuple[Any, ...]]:
    """Usual grid of a kernel; none where it is fixed already, and for unknown functions."""
    if isinstance(kernel.kernel, str) and kernel.kernel in WITH_GAMMA:
        return {} if "gamma" in kernel.parameters else {"gamma": GAMMAS}
    family = kernel.kernel
    if isinstance(family, Kernel) and family.conventions:
        name, convention = family.parameters[0].name, family.conventions[0].name
        if name not in kernel.parameters:
            return {name: tuple(sorted(family.stored(value, convention) for value in family.grid))}
    return {}


def _values(where: str, name: str, given: object) -> tuple[Any, ...]:
    """Values of one parameter, numbers in ascending order."""
    allowed = f"one to {LARGEST_GRID:,} different values in a list"
    if isinstance(given, str | bytes | Mapping) or not hasattr(given, "__iter__"):
        raise InvalidParameterError(where, f"{name} in param_grid", allowed, given)
    values = given.tolist() if isinstance(given, np.ndarray) else list(given)
    values = sorted(values) if values and all(map(_is_number, values)) else values
    twice = any(one == other for one, other in pairwise(values))
    if not 0 < len(values) <= LARGEST_GRID or twice:
        raise InvalidParameterError(where, f"{name} in param_grid", allowed, given)
    return tuple(values)


def _check_strengths(where: str, strength: str, values: tuple[Any, ...]) -> None:
    for value in values:
        if not _is_number(value) or not 0 < value < np.inf:
            allowed = "finite numbers greater than 0"
            raise InvalidParameterError(where, f"{strength} in param_grid", allowed, value)


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)
