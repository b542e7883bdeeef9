"""Figures in the sizes of print: a column, two columns or a slide, in a font of its own."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.kit.cursor_line import without_cursor
from kselect_core.plotting.kit.theme import FONT_SIZE
from kselect_core.plotting.kit.written import Written, written
from kselect_core.plotting.output.large_type import resized

T = TypeVar("T")

PIXELS = 96.0
"""Pixels of an inch in a file of a browser, of which a point is the 72nd part."""

INK = "#222222"


class Paper(NamedTuple):
    """Width in inches, the most that the height may be of it, and the usual letters in points."""

    inches: float
    ratio: float
    points: float


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        "one column": Paper(3.5, 1.25, 8.0),
        "two columns": Paper(7.0, 0.75, 9.0),
        "slide": Paper(10.0, 0.5625, 14.0),
    }
)
FONTS: Mapping[str, str] = MappingProxyType(
    {
        "sans serif": 'Helvetica, Arial, "Liberation Sans", sans-serif',
        "serif": '"Times New Roman", Times, "Liberation Serif", serif',
    }
)
POINTS = (6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 24.0)
"""Sizes of letters that are offered."""


def for_paper(
    figure: go.Figure, size: str, *, font: str = "sans serif", points: float | None = None
) -> Written:
    """Copy of a figure in one of PAPERS and FONTS, without its cursor; ``points`` of the letters.

    Letters, lines, marks and margins keep their proportions; the picture takes what room is left.
    Raises InvalidParameterError for a size, a font or letters that there are not.
    """
    paper = _one_of(size, PAPERS, "size")
    family = _one_of(font, FONTS, "font")
    letters = paper.points if points is None else points
    if not POINTS[0] <= letters <= POINTS[-1]:
        allowed = f"a number from {POINTS[0]:g} to {POINTS[-1]:g}"
        raise InvalidParameterError("Figure for paper", "points", allowed, points)
    factor = letters * PIXELS / 72.0 / FONT_SIZE
    spec = resized(without_cursor(written(figure)).to_dict(), letters=factor, lines=factor)
    layout, width = spec["layout"], round(paper.inches * PIXELS)
    highest = round(width * paper.ratio)
    layout["font"] = {"color": INK, **layout["font"], "family": family}
    layout["height"] = min(round(layout.get("height", highest) * factor), highest)
    return Written({"data": spec["data"], "layout": {**layout, "width": width}})


def _one_of(name: str, options: Mapping[str, T], what: str) -> T:
    if name not in options:
        raise InvalidParameterError("Figure for paper", what, f"one of {', '.join(options)}", name)
    return options[name]
