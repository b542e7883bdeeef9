"""Colours, dashes, markers and the layout that all figures share."""

import html
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args
from zlib import crc32

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.base import Colour
from kselect_core.plotting.kit.visible import visible

Spec = dict[str, Any]
"""Part of a figure as Plotly writes it: nested dictionaries of anything."""

BLUE, SKY, TEAL, GREEN = "#1f77c9", "#2b93b8", "#0d9488", "#4d9a1f"
ORANGE, RED, BROWN = "#d9780f", "#dc4a2a", "#905044"
PURPLE, PINK, GREY = "#8a63d2", "#c2579b", "#808892"
"""At least 3 : 1 against white and against the dark background of the app; without the sense for
green, blue is like purple, green like red, and teal, pink and grey are one."""

INK, PAPER = "#14181d", "rgba(255,255,255,0.88)"
"""Names and hatches on colours: dark, names on a light chip, which is dark on a dark page."""

MAGNITUDE = ((0.0, "#3b74b8"), (0.5, "#8d8a86"), (1.0, "#e3b505"))
"""Size, of which neither end is better (similarities, eigenvalues, targets): blue to yellow by way
of grey, like Cividis without its dark end, told apart by everybody."""
GOOD_TO_BAD = (
    (0.0, "#f5e5e1"),
    (0.25, "#e3beba"),
    (0.5, "#d0979a"),
    (0.75, "#ba7180"),
    (1.0, "#a14c6c"),
)
"""What is good or bad (errors, regrets, values of criteria): light rose is good, dark wine is bad,
in even steps of lightness; its dark end is 3 : 1 against ink and the dark background of the app."""
TWO_CLASSES = (
    (0.0, "rgba(217,95,2,0.6)"),
    (0.5, "rgba(128,128,128,0.04)"),
    (1.0, "rgba(31,119,201,0.6)"),
)
"""The side of a fit: orange towards the negative class, blue towards the positive one, nearly
transparent between them: works on light and dark."""
SIGNED = (
    (0.0, "rgba(148,64,176,0.6)"),
    (0.5, "rgba(128,128,128,0.04)"),
    (1.0, "rgba(47,138,60,0.6)"),
)
"""Signed numbers that are no class (shifts, moves, Gram matrices with negative entries), in cells:
purple below zero, green above, nearly transparent at zero."""
SIGNED_POINTS = ((0.0, "#9440b0"), (0.5, "#b0b2b5"), (1.0, "#2f8a3c"))
"""The same numbers at points (eigenvectors, narrower or wider): opaque, grey at zero."""

CLASS_COLOURS = (RED, BLUE, GREEN, PURPLE, ORANGE, TEAL, PINK, BROWN, SKY, GREY)
CLASS_SYMBOLS = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "cross",
    "pentagon",
    "star",
    "hexagon",
    "x",
    "bowtie",
)

WHISKER: Mapping[str, object] = MappingProxyType({"thickness": 1.2, "width": 3})
"""Error bars of values that are known to an error."""
HASH: Mapping[str, object] = MappingProxyType(
    {"symbol": "hash-open", "size": 11, "line": {"width": 1.5}}
)
"""Mark of a value whose fits have not settled."""
TIE_WIDTH = 7
"""Pixels of the bar that ties a choice to candidates that may be as good."""
HATCH_WIDTH = 1.2
"""Pixels of the lines that hatch the cell of such a value."""

CONFIG: Mapping[str, object] = MappingProxyType(
    {
        "displaylogo": False,
        "responsive": True,
        "scrollZoom": False,
        "modeBarButtonsToRemove": ["lasso2d", "select2d", "autoScale2d"],
        "toImageButtonOptions": {"format": "svg", "filename": "kselect"},
    }
)
"""What a page passes on to the browser with every figure."""


FONT_SIZE = 13
"""Pixels of every letter of a figure, axes and legends as well."""


class Style(NamedTuple):
    """How a quantity is drawn, everywhere."""

    colour: str
    dash: str
    symbol: str


_HUES = (BLUE, SKY, TEAL, GREEN, ORANGE, RED, BROWN, PURPLE, PINK, GREY)
_COLOURS = dict(zip(get_args(Colour), _HUES, strict=True))


_COMPARED: Mapping[str, Style] = MappingProxyType(
    {
        "test_error": Style(GREY, "solid", "circle"),
        "test_squared_error": Style(GREY, "solid", "circle"),
        "training_error": Style(GREY, "dot", "circle-open"),
        "training_squared_error": Style(GREY, "dot", "circle-open"),
    }
)
_SPARE_COLOURS = (PINK, BROWN, SKY, PURPLE, GREEN, RED, BLUE, TEAL)
_SPARE_DASHES = ("longdashdot", "8px,3px,2px,3px", "2px,4px", "12px,4px")
_SPARE_SYMBOLS = ("triangle-right", "hourglass", "bowtie", "star-diamond", "hexagram", "octagon")


@cache
def styles() -> Mapping[str, Style]:
    """Styles of all criteria, and of what is shown for comparison, by name."""
    looks = {name: criterion.style for name, criterion in CRITERIA.items()}
    of_criteria = {name: Style(_COLOURS[colour], *rest) for name, (colour, *rest) in looks.items()}
    return MappingProxyType({**of_criteria, **_COMPARED})


def style(quantity: str) -> Style:
    """Colour, dash and marker of a quantity: fixed by its name, options change only the dash."""
    key, _, options = quantity.partition("(")
    digest = crc32(quantity.encode())
    spare = Style(
        _SPARE_COLOURS[crc32(key.encode()) % len(_SPARE_COLOURS)],
        _SPARE_DASHES[digest % len(_SPARE_DASHES)],
        _SPARE_SYMBOLS[crc32(key.encode()) % len(_SPARE_SYMBOLS)],
    )
    look = styles().get(key, spare)
    return look._replace(dash=spare.dash) if options else look


def transparent(colour: str, alpha: float) -> str:
    """Return a "#rrggbb" colour with an opacity, as Plotly reads it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"


def escaped(text: object, limit: int = 60) -> str:
    """Text that Plotly shows as it is: no mark-up, line breaks or template fields; not too long."""
    plain = visible(" ".join(str(text).split()))
    short = plain if len(plain) <= limit else plain[: limit - 1] + "…"
    return html.escape(short, quote=False).replace("%{", "%\u200b{").replace("$", "$\u200b")


def layout(height: int, **more: object) -> Spec:
    """Layout that leaves background and text colour to the page, legend below the picture."""
    return {
        "template": "none",  # the page's theme fills in the rest; a global default never does
        "height": height,
        "margin": {"l": 12, "r": 12, "t": 28, "b": 12},
        "font": {"size": FONT_SIZE},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "hovermode": "closest",
        "clickmode": "event+select",
        "dragmode": "zoom",
        "legend": {
            "orientation": "h",
            "yref": "container",
            "y": 0.0,
            "yanchor": "bottom",
            "x": 0.0,
            "xanchor": "left",
            "font": {"size": FONT_SIZE},
            "itemwidth": 30,
        },
        **more,
    }


def axis(title: str = "", **more: object) -> Spec:
    """Axis with faint lines and a title that never covers its tick labels."""
    return {
        "title": {"text": title, "standoff": 8, "font": {"size": FONT_SIZE}},
        "automargin": True,
        "zeroline": False,
        "showgrid": True,
        "gridcolor": transparent(GREY, 0.22),
        "linecolor": transparent(GREY, 0.6),
        "showline": True,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": transparent(GREY, 0.6),
        "tickfont": {"size": FONT_SIZE},
        **more,
    }
