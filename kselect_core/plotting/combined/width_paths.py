"""Widths of the features along the descent that learns them."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.ticks import decades
from kselect_core.types import Array, Float

HEIGHT = 300
SHOWN = len(theme.CLASS_COLOURS)
"""Features that have a colour; the less relevant ones are grey."""


def width_paths(
    gamma: Float[Array, "steps d"], names: Sequence[str], order: Sequence[int], *, chosen: int
) -> go.Figure:
    """Figure with a line γ_f for each feature over the steps, on a logarithmic axis.

    ``order`` numbers the features from the most relevant on: the first ten have colours and stand
    in the legend. Dashed: the step that is ``chosen``.
    """
    low, high = float(gamma.min()), float(gamma.max())
    traces = [_line(gamma, names, feature, place) for place, feature in enumerate(order)]
    return figure(
        traces[::-1],  # the most relevant above the others
        HEIGHT,
        xaxis=theme.axis("step of the descent", rangemode="tozero"),
        yaxis=theme.axis("γ_f", type="log", **decades(low, high, most=6)),
        shapes=[rule(chosen, theme.GREY, along="y")],
        legend=theme.layout(HEIGHT)["legend"] | {"traceorder": "reversed"},
    )


def _line(
    gamma: Float[Array, "steps d"], names: Sequence[str], feature: int, place: int
) -> theme.Spec:
    shown, name = place < SHOWN, theme.escaped(names[feature])
    colour = theme.CLASS_COLOURS[place] if shown else theme.transparent(theme.GREY, 0.5)
    return scatter(
        "lines+markers" if shown else "lines",
        name=name,
        showlegend=shown,
        x=np.arange(len(gamma)),
        y=gamma[:, feature],
        line={"color": colour, "width": 2 if shown else 1},
        marker={"color": colour, "size": 6, "symbol": theme.CLASS_SYMBOLS[place % SHOWN]},
        hovertemplate=f"{name}, step %{{x}}: γ = %{{y:.3~g}}<extra></extra>",
    )
