"""Test errors of a combined kernel beside those of single ones: a dot per split, and the mean."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, named_rows, scatter, whisker
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import error_name, error_text, error_ticks
from kselect_core.types import Array, Float

ROW, FRAME = 38, 74  # pixels
LIFT = 0.2
"""Height of the points of single splits above the mean, in rows."""


class Row(NamedTuple):
    """One kernel: its name, its errors on the splits, their mean and standard deviation."""

    name: str
    errors: Float[Array, " splits"]
    mean: float
    sd: float


def rows(errors: Float[Array, "splits r"], names: Sequence[str]) -> list[Row]:
    """Rows of the figure; splits without a value count in no mean."""
    listed = []
    for name, column in zip(names, errors.T, strict=True):
        finite = column[np.isfinite(column)]
        mean = float(finite.mean()) if len(finite) else float("nan")
        sd = float(finite.std(ddof=1)) if len(finite) > 1 else float("nan")
        listed.append(Row(name, column, mean, sd))
    return listed


def combined_errors(
    errors: Float[Array, "splits r"],
    names: Sequence[str],
    *,
    quantity: str,
    rate: bool = True,
    oracle: bool = True,
) -> go.Figure:
    """Figure with one row per kernel, the learnt one in the colour of its criterion.

    With an ``oracle`` the last row is for comparison only (nobody knows that kernel beforehand):
    open markers.
    """
    listed = rows(errors, names)
    colours = [style(quantity).colour] + [GREY] * (len(listed) - 1)
    traces = [_means(listed, colours, rate=rate, oracle=oracle)]
    if len(errors) > 1:
        traces.append(_points(listed, colours, rate=rate))
    return figure(
        traces,
        FRAME + ROW * len(listed),
        showlegend=False,
        xaxis=axis(error_name(rate=rate), range=_ends(listed), nticks=6, **error_ticks(rate=rate)),
        yaxis=named_rows([row.name for row in listed], 34, top=0.6, bottom=0.6),
    )


def _ends(listed: Sequence[Row]) -> list[float]:
    """Range of the errors with room for their texts at both ends."""
    every = [*(e for row in listed for e in row.errors), *(row.mean + row.sd for row in listed)]
    every += [row.mean - row.sd for row in listed]
    finite = np.array([value for value in every if np.isfinite(value)] or [0.0, 1.0])
    low, high = float(finite.min()), float(finite.max())
    room = max(0.12 * (high - low), 0.06 * abs(high), 1e-3 if high == 0 else 0.0)
    return [low - room, high + room]


def _means(listed: Sequence[Row], colours: Sequence[str], *, rate: bool, oracle: bool) -> Spec:
    full = len(listed) - oracle
    return scatter(
        "markers+text",
        name="mean ± sd",
        x=np.array([row.mean for row in listed]),
        y=np.arange(len(listed), dtype=np.float64),
        marker={
            "size": 11,
            "color": list(colours),
            "symbol": ["diamond" if i < full else "diamond-open" for i in range(len(listed))],
            "line": {"width": 1.5, "color": list(colours)},
        },
        error_x=whisker(
            np.nan_to_num(np.array([row.sd for row in listed])), transparent(GREY, 0.9), width=4
        ),
        text=[error_text(row.mean, rate=rate) for row in listed],
        textposition="bottom center",
        cliponaxis=False,
        hovertext=[
            escaped(
                f"{row.name}: {error_text(row.mean, rate=rate)} ± {error_text(row.sd, rate=rate)}"
            )
            for row in listed
        ],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _points(listed: Sequence[Row], colours: Sequence[str], *, rate: bool) -> Spec:
    points = [
        (float(value), y - LIFT, colours[y], f"{row.name}, split {s + 1}")
        for y, row in enumerate(listed)
        for s, value in enumerate(row.errors)
        if np.isfinite(value)
    ]
    return scatter(
        "markers",
        name="splits",
        x=np.array([x for x, *_ in points]),
        y=np.array([y for _, y, *_ in points]),
        marker={"size": 5, "color": [transparent(colour, 0.7) for *_, colour, _ in points]},
        text=[escaped(f"{text}: {error_text(x, rate=rate)}", 90) for x, _, _, text in points],
        hovertemplate="%{text}<extra></extra>",
    )
