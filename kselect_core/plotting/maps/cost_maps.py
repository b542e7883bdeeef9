"""Maps of several quantities over C × kernel parameter side by side, with every choice on each."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.kit.parts import figure, paper_note
from kselect_core.plotting.kit.quantities import arrow, label, parsed
from kselect_core.plotting.kit.strength import in_costs, strength_layout, strength_name
from kselect_core.plotting.kit.theme import Spec, axis, escaped, style
from kselect_core.plotting.kit.ticks import is_log, parameter_layout, parameter_title
from kselect_core.plotting.kit.written import shapes_of, with_shapes, written
from kselect_core.plotting.maps.grid_map import shades_of
from kselect_core.plotting.maps.marks import marks
from kselect_core.plotting.maps.scale import Shades
from kselect_core.plotting.maps.traces import gaps, heat, mark_trace, outline, targets
from kselect_core.plotting.maps.values import GridValues, MapView, edges, grid_values

HEIGHT, GAP = 300, 0.018
OWN, OTHER = 14, 8
"""Sizes of the marker of a map's own choice and of the others."""


def cost_maps(
    table: pd.DataFrame,
    choices: pd.DataFrame,
    *,
    quantities: Sequence[str],
    view: MapView,
    cursor: tuple[float, float] | None = None,
) -> go.Figure:
    """Figure of one map per quantity, all over the same C (upwards) and kernel parameter.

    Each map has its own colours: light is its best value, darkest its median and all that is
    worse. The large marker is its own choice, the small ones those of the others. Cells and
    markers carry (kernel, parameter, λ); ``cursor`` is (parameter, λ).
    """
    traces: list[Spec] = []
    shapes: list[Spec] = []
    titles: list[Spec] = []
    axes: Spec = {}
    costs = in_costs(table)
    width = 1.0 / max(len(quantities), 1)
    for i, quantity in enumerate(quantities, start=1):
        here = view._replace(quantity=quantity)
        values = grid_values(table, here)
        scale = _scale(table, here, values)
        place = (width * (i - 1) + GAP / 2, width * i - GAP / 2)
        panel = [heat(values, scale, showscale=False, colorbar=None), targets(values, scale)]
        chosen = mark_trace(marks(choices, values, here), values)
        panel += [*gaps(values), *(_sized(trace, quantity) for trace in chosen)]
        traces += [trace | {"xaxis": f"x{i}", "yaxis": f"y{i}"} for trace in panel]
        if quantity.startswith("test") and values.best is not None:
            shapes += [s | _on(i) for s in outline(values, *values.best, name="best")]
        axes[f"xaxis{i}"] = _across(values) | {"domain": list(place), "anchor": f"y{i}"}
        axes[f"yaxis{i}"] = _up(values, costs=costs, first=i == 1) | {"anchor": f"x{i}"}
        titles.append(_title(quantity, scale, place))
    maps = figure(
        traces,
        HEIGHT,
        showlegend=False,
        margin={"l": 12, "r": 8, "t": 44, "b": 12, "pad": 0},
        annotations=titles,
        shapes=shapes,
        **axes,
    )
    if cursor is None:
        return maps
    return cursor_moved(maps, grid_values(table, view), cursor)


def _scale(table: pd.DataFrame, view: MapView, values: GridValues) -> Shades:
    """Colours of one map; shares of points are told as percentages like the errors."""
    scale, key = shades_of(table, view, values), parsed(view.quantity).key
    share = key in CRITERIA and CRITERIA[key].is_rate
    return scale._replace(rate=scale.rate or share)


def _up(values: GridValues, *, costs: bool, first: bool) -> Spec:
    """Axis over the ridges, to the borders of the cells; only the first map tells its ticks."""
    spec = strength_layout(values.lambdas, costs=costs, most=6)
    ends = edges(values.lambdas, log=is_log(values.lambdas))[[0, -1]]
    limits = np.log10(ends) if spec["type"] == "log" else ends
    title = strength_name(costs=costs) if first else ""
    spec |= {"range": [float(v) for v in (limits[::-1] if costs else limits)]}
    return axis(title, showticklabels=first, showgrid=False, **spec)


def _across(values: GridValues) -> Spec:
    log = is_log(values.x)
    ends = edges(values.x, log=log)[[0, -1]]
    limits = np.log10(ends) if log else ends
    title = escaped(parameter_title(values.kernel, values.convention, short=True))
    spec = parameter_layout(values.x, values.convention, most=4) | {
        "range": [float(v) for v in limits]
    }
    return axis(title, showgrid=False, **spec)


def cursor_moved(figure: go.Figure, values: GridValues, cursor: tuple[float, float]) -> go.Figure:
    """Copy of the maps with the cursor at another (parameter, λ); all else is the same."""
    others = [shape for shape in shapes_of(figure) if shape.get("name") != "cursor"]
    count = sum(trace["type"] == "heatmap" for trace in written(figure).to_dict()["data"])
    x = 0.0 if np.isnan(cursor[0]) else cursor[0]
    row = int(np.abs(values.lambdas - cursor[1]).argmin())
    frame = outline(values, row, int(np.abs(values.x - x).argmin()), name="cursor")
    return with_shapes(figure, [*others, *(s | _on(i) for i in range(1, count + 1) for s in frame)])


def _on(panel: int) -> Spec:
    return {"xref": f"x{panel}" if panel > 1 else "x", "yref": f"y{panel}" if panel > 1 else "y"}


def _sized(trace: Spec, quantity: str) -> Spec:
    """Choices with the map's own one large, over the others."""
    own = style(quantity)
    marker = trace["marker"]
    sizes = [
        OWN if (colour, symbol) == (own.colour, own.symbol) else OTHER
        for colour, symbol in zip(marker["color"], marker["symbol"], strict=True)
    ]
    return trace | {"marker": marker | {"size": sizes}}


def _vacuous(quantity: str, best: float) -> str:
    """What to say of a bound of the error that is above 1 even at its best."""
    key = quantity.partition("(")[0]
    return ": vacuous" if key in CRITERIA and CRITERIA[key].bound and best > 1 else ""


def _title(quantity: str, scale: Shades, place: tuple[float, float]) -> Spec:
    name = escaped(f"{label(quantity)} {arrow(quantity)}", 32)
    look = style(quantity)
    return paper_note(
        f'<span style="color:{look.colour}">●</span> {name}<br>'
        f"best {escaped(scale.text(scale.best))}{_vacuous(quantity, scale.best)}",
        place[0],
        1.0,
        align="left",
    )
