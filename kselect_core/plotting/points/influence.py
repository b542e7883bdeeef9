"""How much of the kernel matrix hangs on each training point: ‖K − Kⁱ‖₂, sorted."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter, segment
from kselect_core.plotting.kit.rules import heading
from kselect_core.plotting.kit.theme import GREEN, GREY, ORANGE, Spec, axis, transparent
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Bool, Float, Int

NAMED = 5
"""So many of the most influential points are named."""
EQUAL = 1e-9
"""Norms that differ by a smaller share are equal."""


class Influence(NamedTuple):
    """Training points (from 1) with their norms, largest first; ``named`` are the first few."""

    rank: Int[Array, " n"]
    point: Int[Array, " n"]
    norm: Float[Array, " n"]
    named: Bool[Array, " n"]


def influence_points(norms: Float[Array, " n"]) -> Influence:
    """Points in the order of their norms; equal norms keep the order of the points.

    None is named where all norms are equal up to rounding.
    """
    order = np.argsort(-norms, kind="stable")
    rank = np.arange(1, len(norms) + 1)
    named = rank <= (0 if all_equal(norms) else NAMED)
    return Influence(rank, order + 1, norms[order], named)


def all_equal(norms: Float[Array, " n"]) -> bool:
    """Whether no point stands out: duplicates of one point, or points without any neighbour."""
    return not len(norms) or float(np.ptp(norms)) <= EQUAL * float(np.abs(norms).max())


def influence(
    norms: Float[Array, " n"],
    *,
    selected: int | None = None,
    reach: tuple[float, float] | None = None,
) -> go.Figure:
    """Figure of ‖K − Kⁱ‖₂ per training point; ``selected`` is a point's number, from 1.

    ``reach``: smallest and largest norm of any kernel with the same diagonal, for an axis on which
    steps compare; without it, as where the diagonal is the kernel's own, the axis begins at 0.

    A click yields the number of the point as ``customdata[0]``.
    """
    shown = influence_points(norms)
    rows = np.flatnonzero(shown.point == selected) if selected is not None else np.arange(0)
    traces = [
        _dots(shown, np.flatnonzero(~shown.named), "training points", size=5),
        _dots(shown, np.flatnonzero(shown.named), "most influential", size=9),
        _selected(shown, rows),
    ]
    return figure(
        [trace for trace in traces if len(trace["x"])],
        260,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 34, "b": 12},
        xaxis=axis("training points, most influential first", range=[0.0, 1.06 * len(norms) + 1.0]),
        yaxis=axis("‖K − Kⁱ‖<sub>2</sub>", **_norms(reach)),
        shapes=[_stem(shown, int(row), 0.0 if reach is None else reach[0]) for row in rows],
        annotations=[heading(_sentence(shown))],
    )


def _norms(reach: tuple[float, float] | None) -> Spec:
    """Axis of the norms: logarithmic between the ends of a reach, else from 0."""
    if reach is None:
        return {"rangemode": "tozero"}
    low, high = np.log10(reach)
    room = 0.06 * float(high - low) + 0.02
    powers = [mark * 10.0**e for e in range(-9, 10) for mark in (1, 2, 5)]
    marks = [mark for mark in powers if low - room <= np.log10(mark) <= high + room]
    return {
        "type": "log",
        "range": [float(low) - room, float(high) + room],
        "tickvals": marks,
        "ticktext": [number(mark) for mark in marks],
    }


def _sentence(shown: Influence) -> str:
    if not len(shown.norm):
        return "no points"
    if not shown.named.any():
        return f"all points alike: ‖K − Kⁱ‖<sub>2</sub> = {number(float(shown.norm[0]), 3)}"
    names = ", ".join(str(point) for point in shown.point[shown.named])
    return f"most influential: {names}"


def _dots(shown: Influence, rows: Int[Array, " m"], name: str, *, size: int) -> Spec:
    return scatter(
        "markers",
        name=name,
        x=shown.rank[rows],
        y=shown.norm[rows],
        marker={"color": GREEN, "size": size, "line": {"width": 0.8, "color": "white"}},
        customdata=shown.point[rows][:, None],
        hovertemplate="point %{customdata[0]}, number %{x} in the ranking<br>"
        "‖K − K<sup>i</sup>‖<sub>2</sub> = %{y:.4~g}<extra></extra>",
    )


def _selected(shown: Influence, rows: Int[Array, " m"]) -> Spec:
    ring = {"color": ORANGE, "width": 2.5}
    return _dots(shown, rows, "selected point", size=15) | scatter(
        "markers+text",
        text=[f"point {point}" for point in shown.point[rows]],
        textposition="top right",
        cliponaxis=False,
        marker={"symbol": "circle-open", "color": ORANGE, "size": 15, "line": ring},
    )


def _stem(shown: Influence, row: int, foot: float) -> Spec:
    return segment(
        (int(shown.rank[row]), int(shown.rank[row])),
        (foot, float(shown.norm[row])),
        line={"color": transparent(GREY, 0.7), "width": 1, "dash": "dot"},
    )
