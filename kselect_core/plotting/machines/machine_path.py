"""Support vectors, margin and training error of the machine along C, side by side."""

from typing import NamedTuple, Protocol

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.cells import cells
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import panel_title
from kselect_core.plotting.kit.theme import GREEN, PINK, PURPLE, Spec, axis, style, transparent
from kselect_core.plotting.kit.ticks import decades, tick_layout
from kselect_core.types import Array, Float

HEIGHT, ACROSS, GAP = 420, 640, 0.11
LAST_LABEL = 18
"""Pixels beside the last panel for half of its last label."""
CHANCE = 0.5
"""Share of wrong labels at chance, the end of the axis of the training error."""


class Path(Protocol):
    """What the figure needs of the machines of one kernel."""

    @property
    def C(self) -> Float[Array, " L"]:
        """Costs, ascending."""

    @property
    def lambdas(self) -> Float[Array, " L"]:
        """Ridges of the same machines."""

    @property
    def free(self) -> Float[Array, " L"]:
        """Number of support vectors on the margin."""

    @property
    def bounded(self) -> Float[Array, " L"]:
        """Number of support vectors with α = C."""

    @property
    def norm(self) -> Float[Array, " L"]:
        """‖w‖."""

    @property
    def training_error(self) -> Float[Array, " L"]:
        """Share of training points on the wrong side."""

    @property
    def margin(self) -> Float[Array, " L"]:
        """1/‖w‖."""

    @property
    def n(self) -> int:
        """Number of training points."""


class Curve(NamedTuple):
    """One line of a panel; ``fill`` is Plotly's word for what is coloured below it."""

    panel: int
    name: str
    y: Float[Array, " L"]
    colour: str
    fill: str = "none"
    dash: str = "solid"


def path_curves(path: Path) -> list[Curve]:
    """Lines of the three panels: support vectors stacked, norm and margin, training error.

    Support vectors have the colours of their rings in the picture of the machine.
    """
    training = style("training_error")
    return [
        Curve(1, "bounded (α = C)", path.bounded, PURPLE, "tozeroy"),
        Curve(1, "bounded + free", path.bounded + path.free, GREEN, "tonexty"),
        Curve(2, "‖w‖", path.norm, PINK),
        Curve(2, "margin 1/‖w‖", path.margin, PINK, dash="dot"),
        Curve(3, "training error", path.training_error, training.colour, dash=training.dash),
    ]


def machine_path(
    path: Path, *, cursor: float | None = None, kernel: tuple[str, float] = ("", float("nan"))
) -> go.Figure:
    """Figure of the machines along C; points carry (kernel, parameter, λ), ``cursor`` is a C.

    The axes are those of every kernel, so that steps compare: support vectors to n, errors to
    chance or the largest. ‖w‖ of another kernel is not known before it is fitted: its axis has
    whole powers of ten.
    """
    axes: Spec = {}
    titles = ("support vectors", "‖w‖ and margin", "training error")
    places = cells(3, 3, GAP)
    kinds: tuple[Spec, ...] = (
        {"range": [0.0, 1.03 * path.n], "nticks": 5},
        _powers(path),
        {"range": [0.0, 1.03 * _largest(path)], "tickformat": ".3~p", "nticks": 6},
    )
    for cell, kind in zip(places, kinds, strict=True):
        along = axis("C", **tick_layout(path.C, most=5, widths=False))
        axes |= cell.placed(along, axis(**kind))
    parameter = kernel[1] if np.isfinite(kernel[1]) else None
    keys = [[kernel[0], parameter, lam] for lam in path.lambdas.tolist()]
    return figure(
        [_trace(curve, path.C, keys) for curve in path_curves(path)],
        HEIGHT,
        margin={"l": 12, "r": LAST_LABEL, "t": 28, "b": 12},
        meta={"across": ACROSS},
        shapes=[] if cursor is None else _cursors(cursor),
        annotations=[panel_title(t, cell.x[0]) for t, cell in zip(titles, places, strict=True)],
        **axes,
    )


def _cursors(C: float) -> list[Spec]:
    return [cursor_line(C, x=f"x{i}", y=f"y{i}") for i in ("", "2", "3")]


def _powers(path: Path) -> Spec:
    """Logarithmic axis of ‖w‖ and margin: whole powers of ten, from 10⁻¹ to 10 at the least."""
    values = np.concatenate([path.norm, path.margin])
    logs = np.log10(values[np.isfinite(values) & (values > 0)])
    low, high = np.floor(logs.min(initial=-1.0)), np.ceil(logs.max(initial=1.0))
    marks = decades(10.0**low, 10.0**high, most=5)
    return {"type": "log", "range": [float(low), float(high)], **marks}


def _largest(path: Path) -> float:
    finite = path.training_error[np.isfinite(path.training_error)]
    return float(finite.max(initial=CHANCE))


def _trace(curve: Curve, C: Float[Array, " L"], keys: list[list[object]]) -> Spec:
    return scatter(
        "lines+markers",
        name=curve.name,
        x=C,
        y=curve.y,
        xaxis=f"x{curve.panel}",
        yaxis=f"y{curve.panel}",
        customdata=keys,
        line={"color": curve.colour, "width": 2, "dash": curve.dash},
        marker={"color": curve.colour, "size": 5},
        unselected={"marker": {"opacity": 1.0}},
        fill=curve.fill,
        fillcolor=transparent(curve.colour, 0.25),
        hovertemplate=f"{curve.name} = %{{y:.4~g}}<br>C = %{{x:.3~g}}<extra></extra>",
    )
