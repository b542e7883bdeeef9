"""Parts of a figure as Plotly writes them, with what is the same in all: whole, traces, texts."""

from collections.abc import Mapping, Sequence
from math import hypot
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

from kselect_core.plotting.kit.said import LINE_HEIGHT
from kselect_core.plotting.kit.theme import FONT_SIZE, Spec, axis, escaped, layout

UNSTYLED: Mapping[str, object] = MappingProxyType({"data": {"scatter": [{"type": "scatter"}]}})
"""Plotly's template "none", as it stands in a figure."""
FIRST = ("x1", "y1")
"""Names of the first axes as they are counted; Plotly calls them x and y."""


def figure(data: Sequence[Mapping[str, Any]], height: int, **more: object) -> go.Figure:
    """Figure of traces with the layout of all figures; ``more`` are its axes and what differs.

    It grows where names at an axis below it have a second line. Plotly does not check what it is
    made of, which takes six times as long as all else of a figure: tests have it check every view.
    What is changed of it later is checked.
    """
    grown = height + LINE_HEIGHT * any(map(_is_high, more.items()))
    parts = {name: _of_first(part) for name, part in more.items() if part != []}
    page = {**layout(grown, **parts), "template": dict(UNSTYLED)}
    made = go.Figure({"data": [_of_first(t) for t in data], "layout": page}, _validate=False)
    made._validate = made.layout._validate = True  # noqa: SLF001 (else a title as a text is lost)
    return made


def _of_first(part: Any) -> Any:  # noqa: ANN401 (of any kind)
    """Part of a figure that names the first axes as Plotly does; another one as it is."""
    if not isinstance(part, Mapping):
        return part
    names = {key: part[key][0] for key in ("xaxis", "yaxis", "anchor") if part.get(key) in FIRST}
    return {**part, **names} if names else part


def _is_high(part: tuple[str, Any]) -> bool:
    """Whether a part of a layout is an axis below the figure with names of two lines."""
    name, spec = part
    return name.startswith("xaxis") and any("<br>" in text for text in spec.get("ticktext", ()))


def named_rows(
    names: Sequence[object],
    limit: int = 60,
    *,
    top: float = 0.5,
    bottom: float = 0.5,
    **more: object,
) -> Spec:
    """Axis of rows 0, 1, … from the top down with their names, none longer than the limit.

    It begins so much above the first row, and ends so much below the last one.
    """
    spec: Spec = {
        "range": [len(names) - 1.0 + bottom, -top],
        "tickvals": list(range(len(names))),
        "ticktext": [escaped(name, limit) for name in names],
        "ticks": "",
    }
    return axis(**spec | more)


def note(text: str, x: float, y: float, **more: object) -> Spec:
    """Text at a place, without an arrow; ``more`` says what x and y count, and the anchors."""
    shared = {"showarrow": False, "font": {"size": FONT_SIZE}}
    return {"text": text, "x": x, "y": y, **shared, **more}


def top_note(text: str, x: float, **more: object) -> Spec:
    """Text above the picture, at a value of x."""
    return note(text, x, 1, **{"yref": "paper", "yanchor": "bottom", **more})


def paper_note(text: str, x: float, y: float, **more: object) -> Spec:
    """Text that begins at a share of the width and stands on a share of the height."""
    on_paper = {"xref": "paper", "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    return note(text, x, y, **{**on_paper, **more})


def scatter(mode: str, **more: object) -> Spec:
    """Trace of "lines", "markers", "text", or several of them joined by +."""
    return {"type": "scatter", "mode": mode, **more}


def unseen(*, size: float = 14) -> Spec:
    """Marker of targets that nobody sees: squares of which Plotly draws about one.

    All of them tell and can be clicked; an element each would take most of a map's drawing.
    """
    return {"symbol": "square", "size": size, "opacity": 0.0, "maxdisplayed": 1}


def whisker(length: object, colour: str, *, width: int, thickness: float = 1) -> Spec:
    """Bars of a trace, so long on both sides of its values; ``width`` is that of their ends."""
    look = {"color": colour, "thickness": thickness, "width": width}
    return {"type": "data", "array": length, **look}


def colour_bar(title: str, *, side: str = "", **more: object) -> Spec:
    """Bar of colours with its title above it, or at a ``side``."""
    named = {"text": title, "side": side} if side else {"text": title}
    return {"title": named, "thickness": 10, "outlinewidth": 0, **more}


def segment(x: Sequence[float], y: Sequence[float], **more: object) -> Spec:
    """Shape of a line from the first x and y to the second."""
    return {"type": "line", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], **more}


def upright(x: float, **more: object) -> Spec:
    """Shape of a line at x from the bottom (0) to the top (1) of what its ``yref`` names."""
    return segment((x, x), (0, 1), **more)


def leader(
    point: tuple[float, float], offset: tuple[float, float], *, start: float, **more: object
) -> Spec:
    """Shape of a line from ``start`` pixels off a point to an offset in pixels, up and right."""
    share = start / hypot(*offset)
    ends = f"M{share * offset[0]:g},{share * offset[1]:g}L{offset[0]:g},{offset[1]:g}"
    sizes = {"xsizemode": "pixel", "ysizemode": "pixel", "xref": "x", "yref": "y"}
    # a path: ends of a line are taken for values of the axis, and on a log one none is negative
    return {"type": "path", "path": ends, **sizes, "xanchor": point[0], "yanchor": point[1], **more}


def box(x: Sequence[float], y: Sequence[float], **more: object) -> Spec:
    """Shape of a rectangle between two x and two y."""
    return {**segment(x, y), "type": "rect", **more}
