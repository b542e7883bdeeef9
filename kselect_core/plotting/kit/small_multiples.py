"""Panels side by side with the same rows and the same x axis: where each of them stands."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.plotting.kit.cells import spans
from kselect_core.plotting.kit.parts import named_rows, paper_note
from kselect_core.plotting.kit.theme import FONT_SIZE, Spec, axis, layout

ROW = 21
"""Pixels of a row."""
HEAD, FOOT = 30, 30
"""Pixels above and below the rows of a panel: its title, and the numbers of the axis."""
LEGEND = 52
"""Pixels below everything: title of the axis and legend."""
UNDER = 22
"""Pixels from the bottom of the last panel's numbers to the legend, for the title of the axis."""
LINE: Spec = {
    "orientation": "h",
    "x": 0.0,
    "xanchor": "left",
    "yanchor": "top",
    "font": {"size": FONT_SIZE},
    "itemwidth": 30,
}
MOST_COLUMNS = 3
GAP = 0.025
"""Part of the width between two panels."""


class Target(NamedTuple):
    """Names of the axes that the traces of a panel belong to."""

    xaxis: str
    yaxis: str


class Grid(NamedTuple):
    """Axes of every panel in its order, and the layout that holds them."""

    targets: tuple[Target, ...]
    layout: Spec


def grid(
    panels: Sequence[str], rows: Sequence[str], *, x: Spec, title: str, columns: int = MOST_COLUMNS
) -> Grid:
    """Layout of one panel per name, at most ``columns`` beside each other.

    All panels have the same ``rows`` from top to bottom, named on the left of the first column, and
    the x axis ``x``, whose ``title`` stands once below.
    """
    across = max(1, min(columns, len(panels)))
    down = max(1, -(-len(panels) // across))
    inner = ROW * max(len(rows), 1)
    height = down * (inner + HEAD + FOOT)
    widths = spans(across, GAP)
    axes: Spec = {}
    targets, notes = [], []
    for i, name in enumerate(panels):
        number = str(i + 1) if i else ""
        column, line = i % across, i // across
        top = 1.0 - (line * (inner + HEAD + FOOT) + HEAD) / height
        bottom = top - inner / height
        shared: Spec = {"matches": "x"} if i else {}
        axes[f"xaxis{number}"] = axis(
            **x, **shared, domain=list(widths[column]), anchor=f"y{number}"
        )
        axes[f"yaxis{number}"] = named_rows(
            rows,
            34,
            showticklabels=column == 0,
            domain=[max(bottom, 0.0), top],
            anchor=f"x{number}",
            fixedrange=True,
        )
        targets.append(Target(f"x{number}", f"y{number}"))
        notes.append(paper_note(name, widths[column][0], top, yshift=2))
    notes.append(paper_note(title, 0.5, 0, xanchor="center", yanchor="top", yshift=2))
    return Grid(
        tuple(targets),
        layout(
            height + LEGEND,
            margin={"l": 12, "r": 12, "t": 4, "b": LEGEND},
            annotations=notes,
            **axes,
        )
        | {"legend": LINE | {"y": -UNDER / height}},
    )


def ends(values: Sequence[float]) -> list[float]:
    """Range of an axis: from the smallest to the largest value that is known, and a little room."""
    finite = np.array([value for value in values if np.isfinite(value)])
    if not len(finite):
        return [0.0, 1.0]
    low, high = float(finite.min()), float(finite.max())
    room = 0.03 * (high - low) or 0.05 * abs(high) or 1.0
    return [low - room, high + room]
