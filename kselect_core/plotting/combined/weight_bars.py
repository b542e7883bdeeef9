"""Weights of combined kernels: one bar per kernel, in the order of the set, a dot per split."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, named_rows, scatter
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.theme import FONT_SIZE, GREY, Spec, axis, style, transparent
from kselect_core.plotting.kit.ticks import kernel_in_words, number
from kselect_core.types import Array, Float, Int

BAR, THICK, FRAME = 20, 46, 74  # pixels
TALL = 340
"""Pixels that bars fill where there are few of them."""
MOST = 30
"""Bars drawn; of more kernels those with the largest mean weight."""
SMALLEST = 1e-6
"""Weights below it are called none."""


class Bars(NamedTuple):
    """Bars of the figure: which kernels, their mean weight, and those of the splits."""

    rows: Int[Array, " b"]
    mean: Float[Array, " b"]
    weights: Float[Array, "splits b"]


def bars(weights: Float[Array, "splits q"]) -> Bars:
    """Bars of the kernels with the largest mean weights, in the order of the set."""
    mean = weights.mean(axis=0)
    rows = np.sort(np.argsort(-mean, kind="stable")[:MOST])
    return Bars(rows, mean[rows], weights[:, rows])


def kernel_label(
    kernel: str, value: float, convention: str, name: str = "", grid: Iterable[float] = ()
) -> str:
    """Name of a combined kernel: that of its features, or its family and parameter.

    ``grid`` are the parameters of its family in the set.
    """
    if name:
        return name
    text = kernel_in_words(kernel, value, convention, grid)
    return f"{text[:1].upper()}{text[1:]}"


def weight_bars(
    weights: Float[Array, "splits q"],
    names: Sequence[str],
    *,
    quantity: str,
    equal: float,
    title: str = "weight",
) -> go.Figure:
    """Figure of the weights; the dashed line is what every kernel has under equal weights."""
    of_sets = bars(weights)
    shown = [names[i] for i in of_sets.rows]
    top = float(max(of_sets.weights.max(), equal))
    traces = [_bars(of_sets, quantity), _numbers(of_sets)]
    if len(weights) > 1:
        traces.append(_dots(of_sets))
    bar = min(max(TALL // max(len(shown), 1), BAR), THICK)
    return figure(
        traces,
        FRAME + bar * max(len(shown), 2),
        showlegend=False,
        bargap=0.3,
        xaxis=axis(title, range=[0, 1.22 * top], nticks=6),
        yaxis=named_rows(shown, 34, top=0.6, bottom=0.6, showgrid=False),
        shapes=[rule(equal, GREY, along="y", name="equal weights")],
    )


def _bars(drawn: Bars, quantity: str) -> Spec:
    colour = style(quantity).colour
    return {
        "type": "bar",
        "orientation": "h",
        "name": "mean weight",
        "x": drawn.mean,
        "y": np.arange(len(drawn.mean)),
        "marker": {"color": transparent(colour, 0.55), "line": {"color": colour, "width": 1.2}},
        "hovertemplate": "%{x:.4~g}<extra></extra>",
    }


def _numbers(drawn: Bars) -> Spec:
    """Mean weights in figures, right of the bars and of all dots."""
    return scatter(
        "text",
        name="mean weight",
        x=drawn.weights.max(axis=0),
        y=np.arange(len(drawn.mean)),
        text=[f"  {number(w, 2)}" if w > SMALLEST else "" for w in drawn.mean.tolist()],
        textposition="middle right",
        textfont={"size": FONT_SIZE},
        cliponaxis=False,
        hoverinfo="skip",
    )


def _dots(found: Bars) -> Spec:
    split, row = np.nonzero(found.weights > SMALLEST)
    return scatter(
        "markers",
        name="splits",
        x=found.weights[split, row],
        y=row,
        marker={"size": 5, "color": GREY},
        text=[f"split {s + 1}" for s in split.tolist()],
        hovertemplate="%{text}: %{x:.4~g}<extra></extra>",
    )
