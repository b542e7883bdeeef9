"""Values of every criterion on every split of one data set, and what was best on the grid."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.experiments.printed_against_ours import WORDS
from kselect_core.plotting.kit.parts import figure, named_rows, scatter
from kselect_core.plotting.kit.small_multiples import ends
from kselect_core.plotting.kit.theme import BLUE, GREY, RED, Spec, axis, escaped, transparent
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Float

ROW, FRAME = 34, 74
"""Pixels of a row, and of the axis with its title and the legend."""
SPREAD = 0.3
"""Height, in rows, over which the points of the splits are spread in their order."""
BEST = "best on the grid"


class Row(NamedTuple):
    """One line of points: a name, the value on each split (NaN: none), and what it is."""

    name: str
    points: Float[Array, " splits"]
    found: bool  # False: the best of the grid, which nobody knows beforehand


def rows(outcomes: pd.DataFrame) -> list[Row]:
    """Lines of the figure: one per criterion in the order of the table, then the best of the grid.

    ``outcomes`` are those of one data set, setting and variant: criterion, split, value, best.
    """
    wide = outcomes.pivot_table("value", "criterion", "split", aggfunc="first", dropna=False)
    wide = wide.reindex(outcomes["criterion"].unique())
    named = [(str(name), wide.loc[name].to_numpy(dtype=np.float64)) for name in wide.index]
    best = outcomes.groupby("split")["best"].first().reindex(wide.columns)
    reached = Row(BEST, best.to_numpy(dtype=np.float64), found=False)
    last = [reached] if np.isfinite(reached.points).any() else []
    return [Row(name, values, found=True) for name, values in named] + last


def split_dots(outcomes: pd.DataFrame, *, measure: str = "test_error") -> go.Figure:
    """Figure of one line per criterion: a dot per split, in their order, and the mean as a bar.

    The last line are the best values that any candidate of the grid has on each split.
    """
    lines = rows(outcomes)
    splits = [int(split) for split in sorted(outcomes["split"].unique())]
    every = [float(v) for line in lines for v in line.points if np.isfinite(v)]
    least = min(every, default=0.0)
    span = ends(every or [0.0, 1.0])
    return figure(
        [_dots(lines, splits, found=True), _dots(lines, splits, found=False), _means(lines)],
        FRAME + ROW * len(lines),
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 8, "b": 12},
        xaxis=axis(
            WORDS.get(measure, escaped(measure)),
            range=[max(span[0], 0.0), span[1]] if least >= 0 else span,
            nticks=8,
        ),
        yaxis=named_rows([line.name for line in lines], 30, top=0.6, bottom=0.6),
    )


def _dots(lines: list[Row], splits: list[int], *, found: bool) -> Spec:
    step = 2 * SPREAD / max(len(splits) - 1, 1)
    low = -SPREAD if len(splits) > 1 else 0.0
    points = [
        (y + low + k * step, value, f"{line.name}, split {split + 1}: {number(value, 4)}")
        for y, line in enumerate(lines)
        if line.found == found
        for k, (split, value) in enumerate(zip(splits, line.points.tolist(), strict=True))
        if np.isfinite(value)
    ]
    colour = BLUE if found else GREY
    symbol = "circle" if found else "circle-open"
    return scatter(
        "markers",
        name="splits" if found else BEST,
        x=[value for _, value, _ in points],
        y=[y for y, *_ in points],
        marker={"size": 7, "color": transparent(colour, 0.75), "symbol": symbol},
        text=[escaped(text, 120) for *_, text in points],
        hovertemplate="%{text}<extra></extra>",
    )


def _means(lines: list[Row]) -> Spec:
    finite = [line.points[np.isfinite(line.points)] for line in lines]
    means = [float(values.mean()) if len(values) else float("nan") for values in finite]
    return scatter(
        "markers",
        name="mean",
        x=means,
        y=list(range(len(lines))),
        marker={"symbol": "line-ns", "size": 22, "color": RED, "line": {"width": 3, "color": RED}},
        text=[
            escaped(f"{line.name}, mean of {len(values)}: {number(mean, 4)}", 120)
            for line, values, mean in zip(lines, finite, means, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
    )
