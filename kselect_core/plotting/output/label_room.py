"""Room for labels around a figure, told beforehand: Plotly draws a figure anew for what it lacks.

With ``automargin`` Plotly draws a figure, sees that labels do not fit, and draws all of it again.
A margin that already holds them saves the second time. A guess that is too small costs no more than
none, one that is too large a few pixels. How many rows a legend has depends on the width of the
page: a figure that stands beside another says in its ``meta`` how many pixels it is ``across`` in a
window of 1280; the legend of any other has one row.
"""

from collections.abc import Sequence
from math import ceil, inf
from re import sub

from kselect_core.plotting.kit.theme import FONT_SIZE, Spec

LETTER, UNKNOWN = 6.6, 22.0
"""Pixels of a letter, and of numbers that Plotly is to find, for letters of the usual size."""

TICKS, TITLE = 12.0, 12.0
"""Pixels beside the picture: of ticks and a gap, of a title beside the labels."""

BELOW, LINE_BELOW, TITLE_BELOW = 24.0, 17.0, 18.0
"""Pixels below it: of labels, of each further line of them, of a title."""

LEGEND, ROW = 30.0, 20.0
"""Pixels of the first row of a legend, and of each further one."""

IN_NAMES, ENTRY, GAP = 5.8, 40.0, 5.0
"""Pixels of a letter in a legend, whose names are words, beside each of its names, between two."""

COLOUR_BAR = 38.0
"""Pixels of a colour scale beside the picture, without its numbers or words."""

LEAST = 12.0
"""Pixels that Plotly adds to a label, unless a margin is smaller."""

_MAPS = ("heatmap", "contour")  # have a colour scale by themselves, and no entry in a legend


def with_room(layout: Spec, data: Sequence[Spec]) -> Spec:
    """Return a layout whose margins hold its labels; margins are never made smaller."""
    margin = {side: layout["margin"].get(side, 0) for side in "lrtb"}
    letters = layout["font"]["size"] / FONT_SIZE
    extra = min(LEAST, *margin.values()) + layout["margin"].get("pad", 0)
    needed = {
        "l": _beside(layout, "left", data),
        "r": max(_beside(layout, "right", data), _colour_bar(layout, data)),
        "b": _below(layout),
    }
    for side, size in needed.items():
        if size:
            margin[side] = max(margin[side], extra + round(letters * size))
    if names := _legend(layout, data):
        room = layout.get("meta", {}).get("across", inf) - margin["l"] - margin["r"]
        rows = _rows(names, room / letters)
        margin["b"] += round(letters * (LEGEND + ROW * (rows - 1)))
    return {**layout, "margin": {**layout["margin"], **margin}}


def across(layout: Spec) -> int:
    """Return how many panels stand side by side; a legend beside them counts as one."""
    domains = [
        axis.get("domain", (0.0, 1.0))
        for name, axis in layout.items()
        if name.startswith("xaxis") and axis.get("visible") is not False
    ]
    end = max((domain[1] for domain in domains), default=1.0)
    legends = [part for name, part in layout.items() if name.startswith("legend")]
    beside = any(part.get("x", 0.0) >= end for part in legends)
    return len({round(domain[0], 3) for domain in domains} or {0.0}) + beside


def has_two_scales(layout: Spec) -> bool:
    """Whether numbers stand on both sides of a figure, which leave little between them."""
    return bool(_axes(layout, "right"))


def _axes(layout: Spec, side: str) -> dict[str, Spec]:
    """Return the axes whose labels stand at one edge of the figure, by what traces call them."""
    letter, other = ("x", "y") if side == "bottom" else ("y", "x")
    usual, edge = ("left", 1.0) if side == "right" else (side, 0.0)
    axes = {}
    for name, axis in layout.items():
        labelled = name.startswith(f"{letter}axis") and axis.get("showticklabels") is not False
        if labelled and axis.get("automargin") and axis.get("side", usual) == side:
            crossed = layout.get(f"{other}axis{axis.get('anchor', other)[1:]}", {})
            if crossed.get("domain", (0.0, 1.0))[round(edge)] == edge:
                axes[name.replace("axis", "")] = axis
    return axes


def _beside(layout: Spec, side: str, data: Sequence[Spec]) -> float:
    sizes = (
        TICKS + _width(axis.get("ticktext", _places(name, data))) + TITLE * _has_title(axis)
        for name, axis in _axes(layout, side).items()
    )
    return max(sizes, default=0.0)


def _below(layout: Spec) -> float:
    axes = _axes(layout, "bottom").values()
    sizes = (
        BELOW + LINE_BELOW * _more_lines(axis) + TITLE_BELOW * _has_title(axis) for axis in axes
    )
    return max(sizes, default=0.0)


def _more_lines(axis: Spec) -> int:
    return max((str(text).count("<br>") for text in axis.get("ticktext", ())), default=0)


def _width(texts: Sequence[object] | None, letter: float = LETTER) -> float:
    """Return the width of the longest of some labels; None are numbers that Plotly is to find."""
    if texts is None:
        return UNKNOWN
    lines = [line for text in texts for line in str(text).split("<br>")]
    return letter * max((len(sub("<[^>]*>", "", line)) for line in lines), default=0)


def _places(axis: str, data: Sequence[Spec]) -> list[str] | None:
    """Return the words that are the places along an axis up; None where they are numbers."""
    along = [trace.get("y") for trace in data if trace.get("yaxis", "y") == axis]
    lists = (places for places in along if isinstance(places, list | tuple))
    return [place for places in lists for place in places if isinstance(place, str)] or None


def _has_title(axis: Spec) -> bool:
    return bool(axis.get("title", {}).get("text"))


def _colour_bar(layout: Spec, data: Sequence[Spec]) -> float:
    """Return the width of the colour scales that stand where Plotly puts them."""
    maps = [(trace, "coloraxis" not in trace) for trace in data if trace["type"] in _MAPS]
    marks = [(trace.get("marker", {}), False) for trace in data]
    scales = [*maps, *marks, (layout.get("coloraxis", {}), "coloraxis" in layout)]
    bars = [part.get("colorbar", {}) for part, usual in scales if part.get("showscale", usual)]
    widths = (COLOUR_BAR + _width(bar.get("ticktext")) for bar in bars if "x" not in bar)
    return max(widths, default=0.0)


def _rows(names: Sequence[str], room: float) -> int:
    """Return how many rows of a legend so many pixels hold.

    Plotly writes its names in one row or, where they do not fit, in columns as wide as the longest.
    """
    sizes = [ENTRY + _width([name], IN_NAMES) for name in names]
    if sum(sizes) + GAP * (len(sizes) - 1) < room:
        return 1
    return ceil(len(sizes) / max(int(room / max(sizes)), 1))


def _legend(layout: Spec, data: Sequence[Spec]) -> list[str]:
    """Return the names in the legend below the picture; none where there is no legend."""
    if layout.get("showlegend") is False or layout.get("legend", {}).get("yref") != "container":
        return []
    entries = [t for t in data if t.get("showlegend", t["type"] not in _MAPS)]
    shown = len(entries) > 1 or bool(layout.get("showlegend"))
    return [str(trace.get("name", "")) for trace in entries] if shown else []
