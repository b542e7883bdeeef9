"""Panels of lines side by side: the frame that the curve figures share."""

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go

from kselect_core.errors import DataError
from kselect_core.plotting.curves.line_traces import panel_traces
from kselect_core.plotting.curves.panel import LANE, UNIT, Panel, PinBoard, Target
from kselect_core.plotting.kit.cells import Cell, cells
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import figure, paper_note
from kselect_core.plotting.kit.strength import strength_layout
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped
from kselect_core.plotting.kit.ticks import names_of, parameter_layout

TOP = 0.999
ENTRY, WIDTH = 105, 640  # pixels of a legend entry and of a typical figure


class Frame(NamedTuple):
    """How panels are arranged: ``shared`` ones have one scale of y, the others their own."""

    columns: int
    shared: bool
    error_title: str
    error_format: str
    cursor: tuple[str, float] | None


def framed(panels: Sequence[Panel], frame: Frame) -> go.Figure:
    """Figure of all panels, row by row, with the error overlay on a right axis of its own."""
    if not panels:
        raise DataError("There is nothing to draw: no value of a chosen quantity in this sweep.")
    traces: list[Spec] = []
    axes: Spec = {}
    places = _places(panels, frame)
    for i, (panel, cell) in enumerate(zip(panels, places, strict=True), start=1):
        overlay = bool(panel.errors)
        target = Target(
            x=f"x{i}", y=f"y{2 * i}" if overlay else f"y{2 * i - 1}", error=f"y{2 * i - 1}"
        )
        traces += panel_traces(panel, target, board=panel.board)
        axes |= _axes(i, panel, cell, frame=frame)
    _name_once(traces)
    return figure(
        traces,
        _height(panels, frame, sum(bool(t.get("showlegend")) for t in traces)),
        **axes,
        shapes=_cursors(panels, frame),
        annotations=_titles(panels, places),
    )


def _axes(i: int, panel: Panel, cell: Cell, *, frame: Frame) -> Spec:
    """Abscissa, right axis of the error (drawn below), left axis of the criteria (drawn above)."""
    error, left = 2 * i - 1, 2 * i if panel.errors else 2 * i - 1
    x = axis(
        escaped(panel.x_title) if cell.bottom else "",
        domain=list(cell.x),
        anchor=f"y{error}",
        showspikes=True,
        spikemode="across",
        spikethickness=1,
        spikedash="dot",
        spikecolor=GREY,
        **(
            strength_layout(panel.x, costs=panel.costs, most=panel.most_ticks)
            if panel.over_lambda
            else parameter_layout(panel.x, panel.convention, most=panel.most_ticks)
        ),
    )
    if names_of(panel.convention) and not panel.over_lambda:  # two lines, below the last ones only
        x |= {"showticklabels": cell.bottom}
    side = axis(
        panel.y_title if cell.left else "",
        side="left",
        anchor=f"x{i}",
        domain=list(cell.y),
        **panel.y_axis,
    )
    if frame.shared and i > 1:
        side |= {"matches": "y2" if panel.errors else "y", "showticklabels": False, "ticks": ""}
    axes = {f"xaxis{i if i > 1 else ''}": x}
    if panel.errors:
        side |= {"overlaying": f"y{error}"}
        axes[_y(error)] = axis(
            frame.error_title if cell.right and (frame.shared or cell.y[1] > TOP) else "",
            side="right",
            anchor=f"x{i}",
            domain=list(cell.y),
            showgrid=False,
            showticklabels=cell.right,
            tickformat=frame.error_format,
            **panel.error_axis,
            **({"matches": "y"} if i > 1 else {}),
            **({} if cell.right else {"ticks": "", "showline": False}),
        )
    axes[_y(left)] = side
    return axes


def _y(number: int) -> str:
    return f"yaxis{number if number > 1 else ''}"


def _places(panels: Sequence[Panel], frame: Frame) -> list[Cell]:
    """Cells of the panels, in one scale as wide as their grids are long."""
    columns = min(frame.columns, len(panels))
    rows = -(-len(panels) // columns)
    weights = (
        [max(len(panel.x), 5) for panel in panels[:columns]] if frame.shared else [1] * columns
    )
    gap = 0.03 if frame.shared else 0.13 / max(1, columns - 1) if columns > 1 else 0.0
    free = 1.0 - gap * (columns - 1)
    edges, start = [], 0.0
    for weight in weights:
        end = start + free * weight / sum(weights)
        edges.append((start, min(end, 1.0)))
        start = end + gap
    equal = cells(len(panels), columns, gap, 0.36 / rows if rows > 1 else 0.0)
    return [cell._replace(x=edges[i % columns]) for i, cell in enumerate(equal)]


def _height(panels: Sequence[Panel], frame: Frame, entries: int) -> int:
    legend = 20 * -(-entries * ENTRY // WIDTH)
    rows = -(-len(panels) // min(frame.columns, len(panels)))
    body = UNIT * 1.15 + LANE * max(_lanes(p.board) for p in panels) if frame.shared else 175 * rows
    return int(body + legend + 85)


def _lanes(board: PinBoard | None) -> int:
    return board.lanes if board else 0


def _cursors(panels: Sequence[Panel], frame: Frame) -> list[Spec]:
    if frame.cursor is None:
        return []
    kernel, x = frame.cursor
    return [
        cursor_line(x, x=f"x{i if i > 1 else ''}", y=f"y{2 * i - 1 if i > 1 else ''}")
        for i, panel in enumerate(panels, start=1)
        if panel.kernel == kernel
    ]


def _titles(panels: Sequence[Panel], places: Sequence[Cell]) -> list[Spec]:
    return [
        paper_note(escaped(panel.title), sum(cell.x) / 2, cell.y[1], xanchor="center")
        for panel, cell in zip(panels, places, strict=True)
        if panel.title
    ]


def _name_once(traces: list[Spec]) -> None:
    """Keep one legend entry per group, so that panels do not repeat it."""
    groups: set[str] = set()
    for trace in traces:
        trace["showlegend"] = bool(trace.get("showlegend")) and trace["legendgroup"] not in groups
        groups.add(trace["legendgroup"] if trace["showlegend"] else "")
