"""Distances between pairs of points, their median, and the widths that they suggest."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.kit.parts import box, figure, top_note, upright
from kselect_core.plotting.kit.theme import BLUE, GREEN, ORANGE, Spec, axis, escaped, transparent
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Float


class Bin(NamedTuple):
    """One bar: from, to, and the share of pairs between."""

    low: float
    high: float
    share: float


def distance_bins(counts: Float[Array, " b"], edges: Float[Array, " e"]) -> list[Bin]:
    """Bars of the histogram with shares that sum to 1."""
    if len(edges) != len(counts) + 1:
        raise InvalidParameterError(
            "Distance histogram", "the edges", f"{len(counts) + 1} numbers", len(edges)
        )
    total = float(np.sum(counts)) or 1.0
    return [
        Bin(float(a), float(b), float(c) / total)
        for a, b, c in zip(edges[:-1], edges[1:], counts, strict=True)
    ]


def distance_histogram(
    counts: Float[Array, " b"],
    edges: Float[Array, " e"],
    *,
    median: float,
    suggested: tuple[float, float],
    note: str = "suggested widths",
) -> go.Figure:
    """Figure of pair distances; ``suggested`` are the distances that the widths correspond to."""
    bins = distance_bins(counts, edges)
    low, high = suggested
    trace = {
        "type": "bar",
        "name": "pairs",
        "x": np.array([(b.low + b.high) / 2 for b in bins]),
        "width": np.array([b.high - b.low for b in bins]),
        "y": np.array([b.share for b in bins]),
        "customdata": np.array([(b.low, b.high) for b in bins]),
        "marker": {"color": transparent(BLUE, 0.8), "line": {"width": 0}},
        "hovertemplate": "%{customdata[0]:.3~g} to %{customdata[1]:.3~g}: %{y:.1%}<extra></extra>",
    }
    ends = [min(low, float(edges[0])), max(high, float(edges[-1]))]
    return figure(
        [trace],
        260,
        showlegend=False,
        bargap=0,
        margin={"l": 12, "r": 12, "t": 46, "b": 12},
        xaxis=axis("distance ‖x−z‖", range=_padded(ends)),
        yaxis=axis("share of pairs", tickformat=".3~p", nticks=5),
        shapes=[_area(low, high), _rule(median)],
        annotations=[
            _note(f"median {number(median, 3)}", median, _end(median, ends), 0),
            _note(escaped(note), (low + high) / 2, "center", 16),
        ],
    )


def _padded(ends: list[float]) -> list[float]:
    room = 0.02 * (ends[1] - ends[0])
    return [ends[0] - room, ends[1] + room]


def _end(x: float, ends: list[float]) -> str:
    """Side of a note that keeps it within the picture."""
    place = (x - ends[0]) / (ends[1] - ends[0] or 1.0)
    return "left" if place < 1 / 4 else "right" if place > 3 / 4 else "center"


def _area(low: float, high: float) -> Spec:
    return box(
        (low, high),
        (0, 1),
        xref="x",
        yref="paper",
        fillcolor=transparent(GREEN, 0.16),
        line={"width": 1, "color": transparent(GREEN, 0.7)},
        layer="below",
    )


def _rule(x: float) -> Spec:
    return upright(x, xref="x", yref="paper", line={"color": ORANGE, "width": 2})


def _note(text: str, x: float, anchor: str, shift: int) -> Spec:
    return top_note(text, x, xref="x", xanchor=anchor, yshift=shift + 2)
