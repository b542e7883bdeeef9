"""Where each criterion's choice stands before and after one point was changed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter, top_note, upright
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.said import CHOSEN
from kselect_core.plotting.kit.strength import in_costs, strength_text
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style
from kselect_core.plotting.kit.ticks import (
    kernel_in_words,
    kernel_name,
    name_at_axis,
    names_of,
    thinned,
    written,
)
from kselect_core.types import Array, Float

LANE, FRAME = 24, 90  # pixels
MOST_TICKS = 9


class Lanes(NamedTuple):
    """One lane per criterion: place on the list of kernels before and after; NaN: no choice."""

    quantities: tuple[str, ...]
    before: Float[Array, " c"]
    after: Float[Array, " c"]
    words: tuple[str, ...]
    kernels: tuple[str, ...]  # in words, in the order of the grid
    ticks: tuple[str, ...]  # what stands at an axis of them


def lanes(moves: pd.DataFrame, kernels: Sequence[tuple[str, float, str]]) -> Lanes:
    """Places of the choices of one scope among the kernels of a sweep."""
    place = {_key(kernel, value): i for i, (kernel, value, _) in enumerate(kernels)}
    grids: dict[str, list[float]] = {}
    for name, value, _ in kernels:
        grids.setdefault(name, []).append(value)
    texts = [kernel_in_words(k, p, c, grids[k]) for k, p, c in kernels]
    ticks = [_at_axis(k, p, c, grids[k]) for k, p, c in kernels]

    def places(suffix: str) -> Array:
        pairs = zip(moves["kernel" + suffix], moves["parameter" + suffix], strict=True)
        return np.array([place.get(_key(*pair), np.nan) for pair in pairs], dtype=np.float64)

    before, after = places(""), places("_after")
    words = tuple(
        _words(row, texts, first, second, costs=in_costs(moves))
        for row, first, second in zip(moves.to_dict("records"), before, after, strict=True)
    )
    return Lanes(tuple(moves["quantity"]), before, after, words, tuple(texts), tuple(ticks))


def what_if_choices(moves: pd.DataFrame, kernels: Sequence[tuple[str, float, str]]) -> go.Figure:
    """Figure with a lane per criterion: open mark before, full mark after, a line where it moved.

    ``moves`` are those of one scope, ``kernels`` lists (kernel, parameter, convention) of the
    sweep in its order.
    """
    layout = lanes(moves, kernels)
    names = [escaped(label(quantity)) for quantity in layout.quantities]
    shown = thinned(np.arange(len(layout.kernels), dtype=np.float64), MOST_TICKS)
    starts = [i for i, kernel in enumerate(kernels) if not i or kernel[0] != kernels[i - 1][0]]
    several = starts if len(starts) > 1 else []
    return figure(
        [
            *(_line(layout, names, int(i)) for i in np.flatnonzero(_moved(layout))),
            _marks(layout, names, after=False),
            _marks(layout, names, after=True),
        ],
        FRAME + LANE * len(names),
        xaxis=axis(
            CHOSEN,
            tickvals=shown,
            ticktext=[layout.ticks[int(i)] for i in shown],
            range=[-0.7, len(layout.kernels) - 0.3],
        ),
        shapes=[_border(i) for i in several[1:]],
        annotations=[_family(i, kernel_name(kernels[i][0])) for i in several],
        yaxis=axis(
            type="category",
            dtick=1,
            categoryorder="array",
            categoryarray=names[::-1],
            range=[-0.7, len(names) - 0.3],
            ticks="",
        ),
    )


def _moved(drawn: Lanes) -> Array:
    moved: Array = np.isfinite(drawn.before) & np.isfinite(drawn.after)
    moved &= drawn.before != drawn.after
    return moved


def _line(drawn: Lanes, names: list[str], i: int) -> Spec:
    return scatter(
        "lines",
        x=[drawn.before[i], drawn.after[i]],
        y=[names[i], names[i]],
        line={"color": style(drawn.quantities[i]).colour, "width": 3},
        hoverinfo="skip",
        showlegend=False,
    )


def _marks(drawn: Lanes, names: list[str], *, after: bool) -> Spec:
    styles = [style(quantity) for quantity in drawn.quantities]
    colours = [s.colour for s in styles]
    symbols = [s.symbol.removesuffix("-open") + ("" if after else "-open") for s in styles]
    return scatter(
        "markers",
        name="after" if after else "before",
        x=drawn.after if after else drawn.before,
        y=names,
        text=[escaped(words, 200) for words in drawn.words],
        hovertemplate="%{y}<br>%{text}<extra></extra>",
        marker={
            "symbol": symbols,
            "size": 8 if after else 15,
            "color": colours,
            "line": {"width": 0 if after else 1.8, "color": colours if not after else GREY},
        },
    )


def _at_axis(kernel: str, value: float, convention: str, grid: Sequence[float]) -> str:
    if names_of(convention):
        return name_at_axis(value, convention)
    return escaped(written(value, convention, grid) or kernel_name(kernel))


def _words(
    row: dict[object, Any], texts: list[str], first: float, second: float, *, costs: bool
) -> str:
    if not np.isfinite(first) or not np.isfinite(second):
        return "no choice " + ("before" if not np.isfinite(first) else "after")
    if not row["moved"]:
        return f"{texts[int(first)]}: stays"
    return (
        f"{texts[int(first)]}, {strength_text(row['lambda'], costs=costs)} → "
        f"{texts[int(second)]}, {strength_text(row['lambda_after'], costs=costs)}"
    )


def _border(start: int) -> Spec:
    """Line between two kernel families."""
    return upright(start - 0.5, yref="paper", line={"color": GREY, "width": 1, "dash": "dot"})


def _family(start: int, name: str) -> Spec:
    """Name of a kernel family above its first kernel."""
    return top_note(escaped(name), start - 0.4, xanchor="left")


def _key(kernel: object, parameter: object) -> tuple[str, str]:
    return str(kernel), f"{float(str(parameter)):.12g}"
