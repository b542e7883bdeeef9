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
    found = []
    for name, column in zip(names, errors.T, strict=True):
        known = column[np.isfinite(column)]
        mean = float(known.mean()) if len(known) else float("nan")
        sd = float(known.std(ddof=1)) if len(known) > 1 else float("nan")
        found.append(Row(name, column, mean, sd))
    return found


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
    found = rows(errors, names)
    colours = [style(quantity).colour] + [GREY] * (len(found) - 1)
    drawn = [_means(found, colours, rate=rate, oracle=oracle)]
    if len(errors) > 1:
        drawn.append(_points(found, colours, rate=rate))
    return figure(
        drawn,
        FRAME + ROW * len(found),
        showlegend=False,
        xaxis=axis(error_name(rate=rate), range=_ends(found), nticks=6, **error_ticks(rate=rate)),
        yaxis=named_rows([row.name for row in found], 34, top=0.6, bottom=0.6),
    )


def _ends(found: Sequence[Row]) -> list[float]:
    """Range of the errors with room for their texts at both ends."""
    every = [*(e for row in found for e in row.errors), *(row.mean + row.sd for row in found)]
    every += [row.mean - row.sd for row in found]
    known = np.array([value for value in every if np.isfinite(value)] or [0.0, 1.0])
    low, high = float(known.min()), float(known.max())
    room = max(0.12 * (high - low), 0.06 * abs(high), 1e-3 if high == 0 else 0.0)
    return [low - room, high + room]


def _means(found: Sequence[Row], colours: Sequence[str], *, rate: bool, oracle: bool) -> Spec:
    full = len(found) - oracle
    return scatter(
        "markers+text",
        name="mean ± sd",
        x=np.array([row.mean for row in found]),
        y=np.arange(len(found), dtype=np.float64),
        marker={
            "size": 11,
            "color": list(colours),
            "symbol": ["diamond" if i < full else "diamond-open" for i in range(len(found))],
            "line": {"width": 1.5, "color": list(colours)},
        },
        error_x=whisker(
            np.nan_to_num(np.array([row.sd for row in found])), transparent(GREY, 0.9), width=4
        ),
        text=[error_text(row.mean, rate=rate) for row in found],
        textposition="bottom center",
        cliponaxis=False,
        hovertext=[
            escaped(
                f"{row.name}: {error_text(row.mean, rate=rate)} ± {error_text(row.sd, rate=rate)}"
            )
            for row in found
        ],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _points(found: Sequence[Row], colours: Sequence[str], *, rate: bool) -> Spec:
    points = [
        (float(value), y - LIFT, colours[y], f"{row.name}, split {s + 1}")
        for y, row in enumerate(found)
        for s, value in enumerate(row.errors)
        if np.isfinite(value)
    ]
    return scatter(
        "markers",
        name="splits",
        x=np.array([x for x, *_ in points]),
        y=np.array([y for _, y, *_ in points]),
        marker={"size": 5, "color": [transparent(colour, 0.7) for *_, colour, _ in points]},
        text=[escaped(f"{told}: {error_text(x, rate=rate)}", 90) for x, _, _, told in points],
        hovertemplate="%{text}<extra></extra>",
    )
