"""One coordinate system of a curve figure: what stands in it and on which axes."""

from typing import NamedTuple

import numpy as np

from kselect_core.plotting.curves.lines import Line
from kselect_core.plotting.curves.pins import Pin, Place
from kselect_core.plotting.kit.strength import strength_value
from kselect_core.plotting.kit.theme import Spec
from kselect_core.types import Array, Float

UNIT, LANE = 270, 17
"""Pixels between 0 and 1 of a normalised axis, and of one lane of pin labels."""
FIRST_LANE = -0.085


class Level(NamedTuple):
    """Reference value of a criterion at an end of the axis; ``clipped`` is −1, 0 or 1."""

    quantity: str
    where: str
    x: tuple[float, float]
    y: float
    value: float
    clipped: int


class PinBoard(NamedTuple):
    """Pins of a panel with the places of their labels; no places: labels tell the parameter."""

    pins: tuple[Pin, ...]
    places: tuple[Place, ...]

    @property
    def lanes(self) -> int:
        """Number of lanes of labels below the curves."""
        return 1 + max((place.lane for place in self.places), default=-1)


class Panel(NamedTuple):
    """One coordinate system: a kernel family (and, in own units, one criterion).

    ``fixed`` is the value of the other parameter: λ where x is the kernel's parameter, and the
    kernel's parameter where x is λ (``over_lambda``).
    """

    kernel: str
    convention: str
    title: str
    x: Float[Array, " n"]
    x_title: str
    y_title: str
    y_axis: Spec
    lines: tuple[Line, ...]
    errors: tuple[Line, ...]
    error_axis: Spec
    board: PinBoard | None
    levels: tuple[Level, ...]
    fixed: float
    over_lambda: bool
    most_ticks: int
    costs: bool = False  # λ stands for C = 1/(2λ)


class Target(NamedTuple):
    """Names of the axes that the traces of a panel belong to."""

    x: str
    y: str
    error: str


def keys(panel: Panel, x: Float[Array, " n"], value: Float[Array, " n"]) -> list[list[object]]:
    """(kernel, parameter, λ, value) of every point: what a click tells the page; then C, if any."""
    shown = [float(f"{v:.6g}") if np.isfinite(v) else None for v in value.tolist()]
    if panel.over_lambda:
        parameter = panel.fixed if np.isfinite(panel.fixed) else None
        lams, parameters = x.tolist(), [parameter] * len(x)
    else:
        lams = [panel.fixed] * len(x)
        parameters = x.tolist() if panel.convention else [None] * len(x)
    return [
        [panel.kernel, p, lam, v, *([strength_value(lam, costs=True)] if panel.costs else [])]
        for p, lam, v in zip(parameters, lams, shown, strict=True)
    ]
