"""Criteria over the kernel parameter, a row each, with the test error in grey behind."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.errors import DataError
from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.line_traces import told_beside
from kselect_core.plotting.curves.lines import Line, View, scale_of
from kselect_core.plotting.curves.pins import Pin, pins
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.known import Known, bars, hashes, tie
from kselect_core.plotting.kit.parts import figure, scatter, segment
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.strength import in_costs, strength_value
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import (
    kernel_name,
    names_of,
    parameter_layout,
    parameter_text,
    parameter_title,
)
from kselect_core.types import Array, Float

ROW = 46
"""Pixels of a row; what stands beside the figure is as high."""
FOOT = 44
"""Pixels below the rows: numbers and title of the axis."""
ROOM = 0.16
"""Part of a row that stays free above and below its curve."""
GAP = 0.03
"""Part of the width between two kernel families."""


def criterion_rows(
    table: pd.DataFrame,
    choices: pd.DataFrame,
    *,
    lam: float,
    quantities: Sequence[str],
    cursor: tuple[str, float],
    view: View = View(),  # noqa: B008 (immutable)
) -> go.Figure:
    """Figure of criteria at one λ, one row each from its worst (top) to its best value (bottom).

    The grey line behind is the test error, from its highest to its lowest value, the same in every
    row; marks are the choices. Every point carries (kernel, parameter, λ, value).
    """
    lines = criterion_lines(table, lam=lam, view=view)
    criteria = [line for line in lines if line.quantity in quantities]
    if not criteria:
        raise DataError("There is nothing to draw: no value of a chosen quantity in this sweep.")
    errors = [line for line in lines if line.quantity == view.error]
    marks = pins(criteria, choices, lam=None if view.joint else lam, split=view.split)
    rows = {quantity: len(quantities) - 1 - i for i, quantity in enumerate(quantities)}
    kernels = list(dict.fromkeys(line.kernel for line in criteria))
    costs = in_costs(table)
    traces: list[Spec] = []
    axes: Spec = {}
    shapes = [_rule(row) for row in range(1, len(quantities))]
    parts = parts_of_width(criteria, kernels)
    for number, (kernel, (start, end)) in enumerate(zip(kernels, parts, strict=True), start=1):
        x = f"x{number if number > 1 else ''}"
        mine = [line for line in criteria if line.kernel == kernel]
        own = [pin for pin in marks if pin.kernel == kernel]
        grey = heights([line for line in errors if line.kernel == kernel], errors)
        traces += [_behind(line, _in_row(y) + at, x) for line, y in grey for at in rows.values()]
        traces += _traces(mine, own, rows, x, lam, costs=costs)
        axes[f"xaxis{x[1:]}"] = _along(mine[0], start, end, of=len(kernels))
        shapes[:0] = [cursor_line(cursor[1], x=x)] if kernel == cursor[0] else []
    return figure(
        traces,
        ROW * len(quantities) + FOOT,
        margin={"l": 12, "r": 6, "t": 0, "b": FOOT},
        showlegend=False,
        shapes=shapes,
        yaxis=_up(rows),
        **axes,
    )


def _traces(
    mine: Sequence[Line],
    own: Sequence[Pin],
    rows: Mapping[str, int],
    x: str,
    lam: float,
    *,
    costs: bool,
) -> list[Spec]:
    """Curves of one kernel family, each in its row, and the choices on them."""
    traces = [_curve(line, rows[line.quantity], x, lam, costs=costs) for line in mine]
    traces += [_unsettled(line, rows[line.quantity], x) for line in mine]
    traces += [_tie(pin, rows[pin.quantity], x) for pin in own]
    traces += [_pin(pin, mine, rows[pin.quantity], x, lam, costs=costs) for pin in own]
    return [trace for trace in traces if trace]


def _up(rows: Mapping[str, int]) -> Spec:
    """Axis with the name of every criterion in the middle of its row."""
    return axis(
        range=[0, len(rows)],
        tickvals=[row + 0.5 for row in rows.values()],
        ticktext=[escaped(label(quantity)) for quantity in rows],
        ticks="",
        showgrid=False,
        fixedrange=True,
        domain=[0, 1],
    )


def parts_of_width(criteria: Sequence[Line], kernels: Sequence[str]) -> list[tuple[float, float]]:
    """Return which part of the width each kernel family has, more points more of it."""
    counts = [max(5, *(len(line.x) for line in criteria if line.kernel == k)) for k in kernels]
    free = 1.0 - GAP * (len(kernels) - 1)
    ends = np.cumsum([free * count / sum(counts) + GAP for count in counts])
    starts = [0.0, *ends[:-1].tolist()]
    return [(start, min(end - GAP, 1.0)) for start, end in zip(starts, ends.tolist(), strict=True)]


def heights(mine: Sequence[Line], every: Sequence[Line]) -> list[tuple[Line, Float[Array, " n"]]]:
    """Return lines of errors with their height, from 0 to 1: lowest, highest over all families."""
    if not every:
        return []
    scale = scale_of(np.concatenate([line.value for line in every]), every[0].quantity)
    return [(line, scale.position(line.value)) for line in mine]


def _in_row(share: Float[Array, " n"]) -> Float[Array, " n"]:
    """Return heights above the foot of a row, from values between 0 and 1."""
    return np.asarray(ROOM + (1 - 2 * ROOM) * np.clip(share, 0.0, 1.0))


def _behind(line: Line, y: Float[Array, " n"], x: str) -> Spec:
    return scatter(
        "lines",
        name=escaped(label(line.quantity)),
        x=line.x,
        y=y.astype(np.float32),
        xaxis=x,
        yaxis="y",
        line={"color": transparent(GREY, 0.55), "width": 5},
        hoverinfo="skip",
    )


def _curve(line: Line, row: int, x: str, lam: float, *, costs: bool) -> Spec:
    look = style(line.quantity)
    grid = line.x.tolist()
    texts = [escaped(parameter_text(x, line.convention, grid)) for x in grid]
    where = "<br>%{text}" if line.convention else ""
    return scatter(
        "lines+markers",
        name=escaped(label(line.quantity)),
        x=line.x,
        y=(row + _in_row(line.y)).astype(np.float32),
        xaxis=x,
        yaxis="y",
        line={"color": look.colour, "width": 2},
        marker={"color": look.colour, "size": 4},
        connectgaps=False,
        customdata=_keys(line, line.x, line.value, lam, costs=costs),
        text=texts,
        **told_beside(line),
        hovertemplate=f"<b>{escaped(label(line.quantity))}</b>: %{{customdata[3]:.4~g}}"
        f"{'' if line.known is None else '%{hovertext}'}"
        f"{_family(line.kernel, line.convention)}{where}<extra></extra>",
        **bars(_known_in(line, row), row + _in_row(line.y), look.colour),
    )


def _family(kernel: str, convention: str) -> str:
    """Return a line with the family; matrices that have names need none."""
    return "" if names_of(convention) else f"<br>{escaped(kernel_name(kernel))} kernel"


def _known_in(line: Line, row: int) -> Known | None:
    """Return what the values of a line are known to, as heights in its row."""
    if line.known is None:
        return None
    low, high = (row + _in_row(end) for end in (line.known.low, line.known.high))
    return line.known._replace(low=low, high=high)


def _unsettled(line: Line, row: int, x: str) -> Spec:
    marks = hashes(line.known, line.x, row + _in_row(line.y), style(line.quantity).colour)
    return marks | {"xaxis": x, "yaxis": "y"} if marks else {}


def _pin(pin: Pin, lines: Sequence[Line], row: int, x: str, lam: float, *, costs: bool) -> Spec:
    look = style(pin.quantity)
    line = next(line for line in lines if line.quantity == pin.quantity)
    at = np.array([pin.x])
    mark = f"{look.symbol}-open" if pin.boundary else look.symbol
    return scatter(
        "markers",
        name=f"choice of {escaped(label(pin.quantity))}",
        x=at,
        y=(row + _in_row(np.array([pin.y]))).astype(np.float32),
        xaxis=x,
        yaxis="y",
        cliponaxis=False,
        marker={
            "symbol": mark,
            "color": look.colour,
            "size": 12,
            "line": {
                "width": 2.5 if pin.boundary else 1,
                "color": look.colour if pin.boundary else "white",
            },
        },
        customdata=_keys(line, at, np.array([pin.value]), lam, costs=costs),
        text=["<br>".join(escaped(words, 120) for words in words_of(pin, line))],
        hovertemplate="%{text}<extra></extra>",
    )


def words_of(pin: Pin, line: Line) -> list[str]:
    """Return what is chosen, how often, what may be as good, and at which end of the grid."""
    place = parameter_text(pin.x, line.convention, line.x.tolist())
    chosen = place or f"the {kernel_name(pin.kernel)} kernel"
    often = f"the same in {pin.times} of {pin.splits} splits" if pin.splits > 1 else ""
    edge = f"on the edge of the grid: {pin.boundary}" if pin.boundary else ""
    words = (f"{label(pin.quantity)} chooses {chosen}", often, pin.undecided, edge)
    return [part for part in words if part]


def _tie(pin: Pin, row: int, x: str) -> Spec:
    """Return the bar that ties a choice to what may be as good; nothing if it stands alone."""
    if not pin.ends:
        return {}
    y = float(row + _in_row(np.array(pin.y)))
    return tie(*pin.ends, y, style(pin.quantity).colour) | {"xaxis": x, "yaxis": "y"}


def _keys(
    line: Line, x: Float[Array, " n"], value: Float[Array, " n"], lam: float, *, costs: bool
) -> list[list[object]]:
    """Return (kernel, parameter, λ, value) of every point; then C, if any."""
    more = [strength_value(lam, costs=True)] if costs else []
    return [
        [line.kernel, at if line.convention else None, lam, float(f"{v:.6g}"), *more]
        for at, v in zip(x.tolist(), value.tolist(), strict=True)
    ]


def _along(line: Line, start: float, end: float, *, of: int) -> Spec:
    title, ticks = along(line, of=of)
    return axis(escaped(title), domain=[start, end], anchor="y", **ticks)


def along(line: Line, *, of: int) -> tuple[str, Spec]:
    """Return title and ticks of the axis of a kernel family, one of so many."""
    title = parameter_title(line.kernel, line.convention, short=of > 1)
    x = line.x if line.convention else np.array([0.0])
    return title, parameter_layout(x, line.convention, most=7 if of == 1 else 3)


def _rule(y: float) -> Spec:
    """Return a faint line between two rows."""
    line = {"color": transparent(GREY, 0.3), "width": 1}
    return segment((0, 1), (y, y), xref="paper", yref="y", line=line, layer="below")
