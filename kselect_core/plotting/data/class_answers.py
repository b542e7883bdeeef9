"""What a class answered: bars over the choices, or pins over the grid of widths."""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import figure, named_rows, scatter, top_note
from kselect_core.plotting.kit.theme import BLUE, GREEN, GREY, Spec, axis, escaped, style

LINE = 28
"""Letters of a line of an answer."""

HEIGHT, ROW, TALL = 210, 34, 48
"""Pixels of the pins, and of each bar; taller where an answer takes two lines."""

TICKS = 6
"""Names on the axis of widths."""

ERROR = "test_error"


class Bars(NamedTuple):
    """Names of answers, how many gave each, and the place of the right one once it is shown."""

    names: Sequence[str]
    counts: Sequence[int]
    right: int | None = None


class Pins(NamedTuple):
    """Texts of the widths, how many pinned each, and the symbol of a width.

    Once that is shown, also the place of the true one, and the errors of all.
    """

    widths: Sequence[str]
    counts: Sequence[int]
    symbol: str
    right: int | None = None
    errors: Sequence[float] = ()
    measured: str = "test error"


def answer_bars(shown: Bars) -> go.Figure:
    """Figure of one bar for each answer, in its order; the right one is green and says so."""
    places = range(len(shown.names))
    texts = [_lines(name) for name in shown.names]
    rows = named_rows(shown.names, showgrid=False) | {"ticktext": texts}
    height = TALL if any("<br>" in text for text in texts) else ROW
    if shown.right is not None:
        rows["ticktext"][shown.right] = f"✓ {rows['ticktext'][shown.right]}"
    trace = {
        "type": "bar",
        "orientation": "h",
        "x": np.array(shown.counts),
        "y": np.arange(len(shown.names)),
        "text": [str(count) if count else "" for count in shown.counts],
        "textposition": "auto",
        "textangle": 0,
        "marker": {"color": [GREEN if place == shown.right else BLUE for place in places]},
        "hovertext": [escaped(name, 300) for name in shown.names],
        "hovertemplate": "%{hovertext}: %{x}<extra></extra>",
    }
    return figure(
        [trace],
        70 + height * len(shown.names),
        showlegend=False,
        xaxis=_learners(shown.counts),
        yaxis=rows,
    )


def answer_pins(shown: Pins) -> go.Figure:
    """Figure of one pin for each learner, one above the other, over the grid of widths.

    Once it is shown, the curve of the error lies behind them, and a line marks the true width.
    """
    places = [k for k, count in enumerate(shown.counts) for _ in range(count)]
    heights = [j + 1 for count in shown.counts for j in range(count)]
    pins = scatter(
        "markers",
        name="pins",
        x=places,
        y=heights,
        marker={"size": 13, "color": BLUE},
        hovertext=[f"{shown.symbol} = {escaped(shown.widths[k])}" for k in places],
        hovertemplate="%{hovertext}<extra></extra>",
        cliponaxis=False,
    )
    step = -(-len(shown.widths) // TICKS)
    ticks = list(range(0, len(shown.widths), step))
    return figure(
        [*_curve(shown), pins],
        HEIGHT,
        showlegend=False,
        xaxis=axis(
            shown.symbol,
            tickvals=ticks,
            ticktext=[escaped(shown.widths[k]) for k in ticks],
            range=[-0.5, len(shown.widths) - 0.5],
            showgrid=False,
        ),
        yaxis=_learners(shown.counts) | {"overlaying": "y2"},
        yaxis2=axis(
            shown.measured if shown.errors else "",
            side="right",
            visible=bool(shown.errors),
            rangemode="tozero",
            showgrid=False,
        ),
        **_truth(shown),
    )


def _curve(shown: Pins) -> list[Spec]:
    if not shown.errors:
        return []
    curve = scatter(
        "lines",
        name=escaped(shown.measured),
        x=list(range(len(shown.errors))),
        y=np.array(shown.errors),
        yaxis="y2",
        line={"color": style(ERROR).colour, "width": 2},
        hovertemplate="%{y:.3~g}<extra></extra>",
    )
    return [curve]


def _truth(shown: Pins) -> Spec:
    if shown.right is None:
        return {}
    name = top_note(f"{shown.symbol} = {escaped(shown.widths[shown.right])}", shown.right)
    line = cursor_line(shown.right)
    return {"shapes": [{**line, "name": "truth"}], "annotations": [name]}


def _lines(name: str) -> str:
    """Return an answer in two short lines at most: on a phone its bar needs room beside it."""
    first, *more = wrap(name, LINE) or [""]
    rest = [f"{more[0]} …"] if len(more) > 1 else more
    return "<br>".join(escaped(line, 2 * LINE) for line in (first, *rest))


def _learners(counts: Sequence[int]) -> Spec:
    """Axis of whole numbers of learners, with room for four where there are fewer."""
    most = max([*counts, 4])
    return axis(
        "learners",
        range=[0, most * 1.08 + 0.2],
        tickformat="d",
        dtick=max(1, -(-most // 8)),
        tickcolor=GREY,
    )
