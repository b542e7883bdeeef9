"""How fragile each criterion is: the share of points whose absence moves its choice."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import rate_text
from kselect_core.types import Array, Float

BAR, FRAME = 24, 70  # pixels
SMALLEST = 0.02
"""Shares of all axes reach at least this far, so that nothing does not look like much."""


class Bars(NamedTuple):
    """One bar per criterion, the most fragile first."""

    quantities: tuple[str, ...]
    moved: Float[Array, " c"]
    steps: Float[Array, " c"]
    points: int


def bars(summary: pd.DataFrame) -> Bars:
    """Bars of a summary: shares of points, and the mean number of steps."""
    return Bars(
        tuple(summary["quantity"]),
        summary["moved"].to_numpy(dtype=np.float64),
        summary["steps"].to_numpy(dtype=np.float64),
        int(summary["points"].max()) if len(summary) else 0,
    )


def fragility_bars(summary: pd.DataFrame, *, selected: str = "") -> go.Figure:
    """Figure with a bar per criterion in its colour; the selected one is full."""
    lengths = bars(summary)
    top = max(SMALLEST, float(lengths.moved.max(initial=0.0)))
    return figure(
        [_bars(lengths, selected)],
        FRAME + BAR * len(lengths.quantities),
        showlegend=False,
        bargap=0.3,
        xaxis=axis(
            "points whose absence moves the choice",
            tickformat=".0%" if top > 0.05 else ".1%",  # noqa: PLR2004 (few per cent)
            range=[0, 1.6 * top],
        ),
        yaxis=axis(autorange="reversed", showgrid=False, ticks=""),
    )


def _bars(found: Bars, selected: str) -> Spec:
    colours = [style(quantity).colour for quantity in found.quantities]
    alpha = [1.0 if quantity == selected else 0.45 for quantity in found.quantities]
    return {
        "type": "bar",
        "orientation": "h",
        "x": found.moved,
        "y": [escaped(label(quantity)) for quantity in found.quantities],
        "customdata": list(found.quantities),
        "text": [_text(*pair) for pair in zip(found.moved, found.steps, strict=True)],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {
            "color": [transparent(c, a) for c, a in zip(colours, alpha, strict=True)],
            "line": {"color": colours, "width": 1.2},
        },
        "hovertemplate": "%{y}: %{text}<extra></extra>",
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
    }


def _text(moved: float, steps: float) -> str:
    if moved == 0:
        return "never"
    distance = f", {steps:.2g} steps" if np.isfinite(steps) else ""
    return f"{rate_text(moved)}{distance}"
