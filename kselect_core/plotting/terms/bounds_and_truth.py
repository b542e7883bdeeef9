"""Bounds in rows on one logarithmic axis: what is measured, what they say, where they are empty."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, isfinite, isnan, log10, nan
from typing import NamedTuple

import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import box, figure, scatter
from kselect_core.plotting.kit.theme import GREEN, GREY, Spec, axis, escaped, transparent
from kselect_core.plotting.kit.ticks import decades
from kselect_core.plotting.terms.bound_curve import LEAST, STYLES

ROW, FRAME = 34, 96
"""Pixels of a bound, and of axis and legend."""
MARGIN = 0.3
"""Decades that the axis runs at least beyond what it shows."""
SYMBOLS = {
    "as printed": "square",
    "as the proof gives it": "circle",
    "with false steps corrected": "circle-open",
}


class Row(NamedTuple):
    """A bound: its name, its values by column, what it bounds as measured, and where it is empty.

    ``measured`` is NaN where it is not known; from ``limit`` on a value says nothing.
    """

    name: str
    columns: Mapping[str, float]
    measured: float
    limit: float


def bounds_and_truth(rows: Sequence[Row], *, reach: Sequence[float] = ()) -> go.Figure:
    """Figure with a row for each bound; the part of a row that says nothing is shaded.

    ``reach``: values of other fits that the axis shows as well, so that steps compare. Values that
    are not positive have no place on the axis and are not drawn.
    """
    low, high = _range(rows, reach)
    names = [escaped(row.name) for row in rows]
    traces = [_marks(rows, names, column) for column in STYLES]
    traces.append(_measured(rows, names))
    return figure(
        [trace for trace in traces if trace["x"]],
        FRAME + ROW * len(rows),
        xaxis=axis(
            "value (shaded: it says nothing)",
            type="log",
            range=[low, high],
            **decades(10.0**low, 10.0**high, most=9),
        ),
        yaxis=axis(range=[len(rows) - 0.5, -0.5], dtick=1, showgrid=False, ticks=""),
        shapes=[_empty(place, row.limit, high) for place, row in enumerate(rows) if row.limit],
    )


def _range(rows: Sequence[Row], reach: Sequence[float]) -> tuple[float, float]:
    """Range of the axis in whole powers of ten, from 10⁻³ at the most: all positive and finite.

    What is measured at another place is not known before: it moves the axis where it is smaller.
    """
    own = [value for row in rows for value in (*row.columns.values(), row.measured, row.limit)]
    values = [value for value in (*own, *reach) if isfinite(value) and value > 0]
    return floor(min(log10(min(values)) - MARGIN, LEAST)), ceil(log10(max(values)) + MARGIN)


def _marks(rows: Sequence[Row], names: Sequence[str], column: str) -> Spec:
    values = [row.columns.get(column, nan) for row in rows]
    return {
        **_points(values, names),
        "name": column,
        "marker": {"color": STYLES[column][0], "symbol": SYMBOLS[column], "size": 10},
        "hovertemplate": f"%{{y}}<br>{column}: %{{x:.3~g}}<extra></extra>",
    }


def _measured(rows: Sequence[Row], names: Sequence[str]) -> Spec:
    return {
        **_points([row.measured for row in rows], names),
        "name": "measured here",
        "marker": {"color": GREEN, "symbol": "diamond", "size": 13},
        "hovertemplate": "%{y}<br>measured: %{x:.3~g}<extra></extra>",
    }


def _points(values: Sequence[float], names: Sequence[str]) -> Spec:
    points = [
        (value, name)
        for value, name in zip(values, names, strict=True)
        if value > 0 and not isnan(value)
    ]
    return scatter("markers", x=[value for value, _ in points], y=[name for _, name in points])


def _empty(place: int, limit: float, high: float) -> Spec:
    """Part of a row from its limit to the end of the axis."""
    return box(
        (limit, 10.0**high),
        (place - 0.4, place + 0.4),
        fillcolor=transparent(GREY, 0.14),
        line={"width": 0},
        layer="below",
    )
