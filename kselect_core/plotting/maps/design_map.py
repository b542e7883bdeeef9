"""Squared error on the points held out over steps k × λ, with what every method chooses."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.kernels.short_numbers import compact
from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.cells import cells
from kselect_core.plotting.kit.parts import colour_bar, figure, note, scatter, unseen
from kselect_core.plotting.kit.rules import panel_title
from kselect_core.plotting.kit.ticks import number, tick_layout
from kselect_core.plotting.maps.values import edges
from kselect_core.types import Array, Float

HEIGHT, GAP = 380, 0.05
MARGIN = {"l": 70, "r": 108, "t": 28, "b": 12}
"""Pixels, beside it what the names of methods and the title along the colours need."""
SATURATED = 0.75
"""Share of the errors below the full colour: what is worse is not told apart."""
SYMBOLS = {"SKM": "circle", "UKM": "square", "SEKM": "star"}
"""Of methods, which have no colour: every hue is that of a criterion, and their names are there."""
POOLS = {"UKM": "UKM: pool of the labelled points", "SEKM": "SEKM: pool of all points"}


class MethodMap(NamedTuple):
    """Errors of one method over its steps × λ, and the row and column that it chooses.

    ``steps`` is (0,) for a single kernel.
    """

    name: str
    steps: tuple[int, ...]
    held_out: Float[Array, "s L"]
    test: Float[Array, "s L"]
    chosen: tuple[int, int]


def design_map(
    maps: Sequence[MethodMap], lambdas: Sequence[float], *, test: bool = True
) -> go.Figure:
    """Figure of one map per pool, k upwards; the single kernel is the strip at the bottom.

    All share their colours: light is the smallest error held out, darkest the upper quarter.
    ``test`` says whether hovering tells the errors at test points.
    """
    singles = [one for one in maps if one.steps == (0,)]
    pools = [one for one in maps if one.steps != (0,)]
    scale = _scale(maps)
    places = cells(len(pools), max(len(pools), 1), GAP)
    traces: list[theme.Spec] = []
    axes: theme.Spec = {}
    titles, names = [], []
    for pool, cell in zip(pools, places, strict=True):
        on = {"xref": f"x{cell.number}", "yref": f"y{cell.number}"}
        for one in (*singles, pool):
            traces.append(_cells(one, lambdas, scale, bar=not traces) | cell.axes)
            traces += [trace | cell.axes for trace in _targets(one, lambdas, test=test)]
            names.append(_name(one, lambdas) | on)
        up = _up(pool, single=bool(singles), first=cell.left)
        axes |= cell.placed(_across(lambdas), up)
        titles.append(panel_title(POOLS.get(pool.name, pool.name), cell.x[0]))
    notes = [*titles, *names]
    return figure(traces, HEIGHT, showlegend=False, margin=MARGIN, annotations=notes, **axes)


def _scale(maps: Sequence[MethodMap]) -> tuple[float, float]:
    """Smallest error, and the one from which on the colour is full; logarithms to base 10."""
    errors = np.concatenate([one.held_out.ravel() for one in maps])
    usable = errors[np.isfinite(errors) & (errors > 0)]
    if not usable.size:
        return 0.0, 1.0
    low, high = float(np.log10(usable.min())), float(np.log10(np.quantile(usable, SATURATED)))
    return low, max(high, low + 1e-6)


def _cells(
    one: MethodMap, lambdas: Sequence[float], scale: tuple[float, float], *, bar: bool
) -> theme.Spec:
    low, high = scale
    ticks = np.linspace(low, high, 4)
    with np.errstate(divide="ignore"):
        z = np.clip(np.log10(one.held_out), low, high)
    return {
        "type": "heatmap",
        "name": one.name,
        "x": edges(np.array(lambdas), log=True),
        "y": _edges(one),
        "z": z,
        "zmin": low,
        "zmax": high,
        "colorscale": [list(stop) for stop in theme.GOOD_TO_BAD],
        "hoverinfo": "skip",
        "showscale": bar,
        "colorbar": colour_bar(
            "squared error held out",
            side="right",
            tickvals=ticks.tolist(),
            ticktext=[
                ("≥ " if i == len(ticks) - 1 else "") + number(float(f"{10.0**tick:.3g}"), 9)
                for i, tick in enumerate(ticks)
            ],
            tickfont={"size": theme.FONT_SIZE},
        ),
    }


def _edges(one: MethodMap) -> Float[Array, " rows"]:
    """Borders of the rows; the strip of a single kernel stands a little apart."""
    if one.steps == (0,):
        return np.array([-0.6, 0.3])
    return np.arange(len(one.steps) + 1) + one.steps[0] - 0.5


def _targets(one: MethodMap, lambdas: Sequence[float], *, test: bool) -> list[theme.Spec]:
    """Invisible squares that tell the errors of a cell, and the marker of the choice."""
    cells = [(r, c) for r in range(len(one.steps)) for c in range(len(lambdas))]
    height = [_height(one, r) for r, _ in cells]
    row, column = one.chosen
    return [
        scatter(
            "markers",
            name="cells",
            x=np.array([lambdas[c] for _, c in cells]),
            y=np.array(height),
            marker=unseen(),
            text=[_told(one, lambdas, (r, c), test=test) for r, c in cells],
            hovertemplate="%{text}<extra></extra>",
        ),
        scatter(
            "markers",
            name=f"{one.name} chooses",
            x=np.array([lambdas[column]]),
            y=np.array([_height(one, row)]),
            marker={
                "symbol": SYMBOLS.get(one.name, "diamond"),
                "color": theme.INK,
                "size": 13,
                "line": {"width": 1.5, "color": "white"},
            },
            text=[
                f"<b>{theme.escaped(one.name)} chooses</b><br>"
                f"{_told(one, lambdas, one.chosen, test=test)}"
            ],
            hovertemplate="%{text}<extra></extra>",
        ),
    ]


def _name(one: MethodMap, lambdas: Sequence[float]) -> theme.Spec:
    """Name of a method at its choice, on a light chip."""
    row, column = one.chosen
    right = column < len(lambdas) / 2
    return note(
        f"<b>{theme.escaped(one.name)}</b>",
        float(np.log10(lambdas[column])),
        _height(one, row),
        xanchor="left" if right else "right",
        xshift=10 if right else -10,
        bgcolor=theme.PAPER,
        borderpad=1,
        font={"size": theme.FONT_SIZE, "color": theme.INK},
    )


def _height(one: MethodMap, row: int) -> float:
    return -0.15 if one.steps == (0,) else float(one.steps[row])


def _told(one: MethodMap, lambdas: Sequence[float], cell: tuple[int, int], *, test: bool) -> str:
    row, column = cell
    where = "a single kernel" if one.steps == (0,) else f"k = {one.steps[row]}"
    lines = [
        f"{one.name}: {where}, λ = {compact(lambdas[column])}",
        f"squared error held out {number(float(one.held_out[row, column]))}",
    ]
    if test:
        lines.append(f"at test points {number(float(one.test[row, column]))}")
    return "<br>".join(theme.escaped(line, 120) for line in lines)


def _across(lambdas: Sequence[float]) -> theme.Spec:
    grid = np.array(lambdas)
    ends = [float(end) for end in np.log10(edges(grid, log=True)[[0, -1]])]
    return theme.axis(
        "λ", showgrid=False, **tick_layout(grid, most=6, widths=False) | {"range": ends}
    )


def _up(one: MethodMap, *, single: bool, first: bool) -> theme.Spec:
    rows = [-0.15] if single else []
    texts = ["SKM"] if single else []
    return theme.axis(
        "steps k" if first else "",
        showgrid=False,
        tickvals=[*rows, *one.steps],
        ticktext=[*texts, *(str(k) for k in one.steps)],
        showticklabels=first,
        range=[-0.6 if single else one.steps[0] - 0.5, one.steps[-1] + 0.5],
        ticks="",
    )
