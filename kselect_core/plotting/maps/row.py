"""Little maps of several quantities over the grid, side by side, each in its own colours."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import box, figure, paper_note, scatter, unseen
from kselect_core.plotting.kit.quantities import arrow, label, spelled
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style
from kselect_core.plotting.kit.ticks import is_log
from kselect_core.plotting.maps.grid_map import shades_of
from kselect_core.plotting.maps.hatches import hatches
from kselect_core.plotting.maps.marks import marks
from kselect_core.plotting.maps.traces import heat, key, mark_trace
from kselect_core.plotting.maps.values import GridValues, MapView, edges, grid_values
from kselect_core.types import Array, Float

PANEL, MOST = 118, 7
"""Pixels of a row of little maps, and most maps in a row."""
GAP = 0.014
TITLE = 0.2
"""Part of a row that its titles take."""
TARGETS = 5
"""Invisible click targets along a side of a little map."""


class Domain(NamedTuple):
    """Part of the picture that a little map fills."""

    x: tuple[float, float]
    y: tuple[float, float]


def map_row(
    table: pd.DataFrame, choices: pd.DataFrame, *, quantities: Sequence[str], view: MapView
) -> go.Figure:
    """Figure of one little map per quantity; ``view.quantity`` is the one that is framed.

    Light is the best value of each map, darkest its median and all that is worse. Every target
    carries (kernel, parameter, λ, quantity).
    """
    places = _domains(len(quantities))
    traces: list[Spec] = []
    axes: Spec = {}
    titles, frames = [], []
    for i, (quantity, place) in enumerate(zip(quantities, places, strict=True), start=1):
        here = view._replace(quantity=quantity, shown=(quantity,))
        values = grid_values(table, here)
        on: Spec = {"xaxis": f"x{i}", "yaxis": f"y{i}"}
        traces.append(
            heat(values, shades_of(table, here, values), showscale=False, colorbar=None) | on
        )
        traces += [trace | on for trace in hatches(values)]
        traces.append(_targets(values) | on)
        traces += [
            _marked(trace, quantity) | on
            for trace in mark_trace(marks(choices, values, here), values)
        ]
        axes[f"xaxis{i}"] = _axis(values.x) | {"domain": list(place.x), "anchor": f"y{i}"}
        axes[f"yaxis{i}"] = _axis(values.lambdas, costs=values.costs) | {
            "domain": list(place.y),
            "anchor": f"x{i}",
        }
        titles.append(_title(quantity, place, bold=quantity == view.quantity))
        frames += [_frame(place)] if quantity == view.quantity else []
    rows = -(-len(quantities) // MOST)
    return figure(
        traces,
        PANEL * rows + 8,
        showlegend=False,
        margin={"l": 4, "r": 4, "t": 4, "b": 4, "pad": 0},
        hoverdistance=60,
        annotations=titles,
        shapes=frames,
        **axes,
    )


def _domains(count: int) -> list[Domain]:
    columns, rows = min(count, MOST), -(-count // MOST)
    domains = []
    for i in range(count):
        row, column = divmod(i, MOST)
        left, bottom = column / max(columns, 1), 1.0 - (row + 1) / rows
        domains.append(
            Domain(
                (left + GAP / 2, left + 1 / columns - GAP / 2),
                (bottom + 0.03 / rows, bottom + (1 - TITLE) / rows),
            )
        )
    return domains


def _axis(x: Float[Array, " n"], *, costs: bool = False) -> Spec:
    log = is_log(x)
    ends = edges(x, log=log)[[-1, 0] if costs else [0, -1]]
    limits = np.log10(ends) if log else ends
    kind = {"type": "log" if log else "linear", "range": limits.tolist(), "fixedrange": True}
    return axis(showgrid=False, showticklabels=False, **kind) | {"ticks": ""}


def _targets(values: GridValues) -> Spec:
    """A few invisible squares that say which map this is."""
    rows, columns = (
        np.unique(np.linspace(0, n - 1, TARGETS).round().astype(np.int64))
        for n in values.value.shape
    )
    cells = [(int(r), int(c)) for r in rows for c in columns]
    text = escaped(f"{spelled(values.quantity)}: click to see it large", 120)
    return scatter(
        "markers",
        name=escaped(label(values.quantity)),
        x=np.array([values.x[c] for _, c in cells]),
        y=np.array([values.lambdas[r] for r, _ in cells]),
        marker=unseen(size=20),
        selected={"marker": {"opacity": 0.0}},
        unselected={"marker": {"opacity": 0.0}},
        customdata=[[*key(values, r, c), values.quantity] for r, c in cells],
        hovertemplate=f"{text}<extra></extra>",
    )


def _marked(trace: Spec, quantity: str) -> Spec:
    """Choice of a little map: it tells its map as well."""
    return trace | {
        "cliponaxis": False,
        "customdata": [[*entry, quantity] for entry in trace["customdata"]],
    }


def _title(quantity: str, place: Domain, *, bold: bool) -> Spec:
    text = escaped(f"{label(quantity)} {arrow(quantity)}")
    dot = f'<span style="color:{style(quantity).colour}">●</span> '
    return paper_note(dot + (f"<b>{text}</b>" if bold else text), place.x[0], place.y[1])


def _frame(place: Domain) -> Spec:
    return box(place.x, place.y, xref="paper", yref="paper", line={"color": GREY, "width": 3})
