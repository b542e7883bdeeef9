"""How the targets of a regression are spread, and the error of always predicting their mean."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, top_note
from kselect_core.plotting.kit.theme import MAGNITUDE, axis
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Float, Int

BINS = 24


class Spread(NamedTuple):
    """Points per bin of the target, the borders of the bins, and mean and variance."""

    counts: Int[Array, " b"]
    edges: Float[Array, " e"]
    mean: float
    variance: float


def target_spread(y: Float[Array, " n"]) -> Spread:
    """Histogram of finite targets; the variance is the squared error of predicting the mean."""
    counts, edges = np.histogram(y, bins=min(BINS, max(1, len(np.unique(y)))))
    return Spread(counts, edges, float(y.mean()), float(y.var()))


def target_histogram(y: Float[Array, " n"]) -> go.Figure:
    """Figure of the targets, coloured as in every picture of a regression, with their mean."""
    spread = target_spread(y)
    middles = (spread.edges[:-1] + spread.edges[1:]) / 2
    trace = {
        "type": "bar",
        "name": "points",
        "x": middles,
        "width": np.diff(spread.edges),
        "y": spread.counts,
        "customdata": np.column_stack([spread.edges[:-1], spread.edges[1:]]),
        "marker": {
            "color": middles,
            "colorscale": [list(stop) for stop in MAGNITUDE],
            "line": {"width": 0},
        },
        "hovertemplate": "%{customdata[0]:.4~g} to %{customdata[1]:.4~g}: %{y}<extra></extra>",
    }
    return figure(
        [trace],
        220,
        showlegend=False,
        bargap=0,
        xaxis=axis("target y"),
        yaxis=axis("points", rangemode="tozero"),
        annotations=[top_note(f"mean {number(spread.mean)}", spread.mean, xref="x")],
    )
