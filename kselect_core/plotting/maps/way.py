"""The way of a search between the points of the grid, drawn on the map of its criterion."""

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import scatter
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.strength import strength_layout, strength_name
from kselect_core.plotting.kit.theme import INK, Spec, escaped, style
from kselect_core.plotting.kit.ticks import is_log, names_of, parameter_layout, written
from kselect_core.plotting.maps.values import GridValues
from kselect_core.types import Array, Float

AROUND = 1.5
"""Cells that are shown on each side of the way, of a grid with so many."""


def with_way(
    figure: go.Figure,
    values: GridValues,
    parameter: Float[Array, " s"],
    lam: Float[Array, " s"],
    along: Float[Array, " s"],
) -> go.Figure:
    """Map with a way over it from a ring to a cross, and only the cells around it.

    ``parameter``, ``lam`` and ``along`` are the places and the values of the criterion there.
    """
    x = np.zeros(len(lam)) if np.isnan(parameter).any() else parameter
    steps = len(lam)
    symbols = ["circle-open", *["circle"] * (steps - 2), *["x"] * (steps > 1)]
    strength = strength_name(costs=values.costs)
    shown = 0.5 / lam if values.costs else lam
    texts = [
        f"step {i}: {label(values.quantity)} {v:.6g}, {_width(values, p)}, {strength} = {s:.4g}"
        for i, (v, p, s) in enumerate(zip(along, parameter, shown, strict=True))
    ]
    look: Spec = {
        "symbol": symbols,
        "size": [12, *[4] * (steps - 2), *[11] * (steps > 1)],
        "color": INK,
        "line": {"color": "white", "width": 1.5},
    }
    trace: Spec = scatter(
        "lines+markers",
        name="way",
        x=x,
        y=lam,
        line={"color": "white", "width": 3.5},
        marker=look | {"line": {"color": INK, "width": 2}},
        text=[escaped(text, 140) for text in texts],
        hovertemplate="%{text}<extra></extra>",
    )
    core = trace | {"line": {"color": style(values.quantity).colour, "width": 1.6}}
    core["marker"] = {"opacity": 0.0, "size": 1}
    copy = go.Figure(figure)
    copy.add_traces([trace, core])
    across, up = _near(values.x, x), _near(values.lambdas, lam)
    ticks = parameter_layout(values.x[_inside(values.x, across)], values.convention, most=6)
    strengths = strength_layout(values.lambdas[_inside(values.lambdas, up)], costs=values.costs)
    copy.update_xaxes(ticks | {"range": across})
    copy.update_yaxes(strengths | {"range": up[::-1] if values.costs else up})
    return copy


def _width(values: GridValues, parameter: float) -> str:
    """Parameter between the points of the grid, or the name of a matrix, which stays."""
    named = names_of(values.convention)
    return written(parameter, values.convention) if named else f"{parameter:.4g}"


def _inside(grid: Float[Array, " n"], ends: list[float]) -> Array:
    """Which points of a grid lie between the ends of an axis."""
    places = np.log10(grid) if is_log(grid) else grid
    return (places >= ends[0]) & (places <= ends[1])


def _near(grid: Float[Array, " n"], way: Float[Array, " s"]) -> list[float]:
    """Ends of an axis around a way: some cells of the grid on each side, as Plotly writes them."""
    scaled, places = (np.log10(v) if is_log(grid) else v for v in (grid, way))
    if len(grid) == 1:
        return [float(scaled[0]) - 0.5, float(scaled[0]) + 0.5]
    cell = float(np.median(np.diff(scaled)))
    low = max(float(places.min()) - AROUND * cell, float(scaled[0]) - cell / 2)
    high = min(float(places.max()) + AROUND * cell, float(scaled[-1]) + cell / 2)
    return [low, high]
