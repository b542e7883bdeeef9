"""How far choices move under changes of the sample: criteria in rows, changes in columns."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import FONT_SIZE, SIGNED, Spec, axis, escaped
from kselect_core.types import Array, Float

ROW, FRAME = 27, 104  # pixels
SMALLEST = 3.0
"""Colours reach at least this far, so that one step does not look like many."""


class MoveMap(NamedTuple):
    """Mean moves (criteria, changes), positive towards wider kernels, with their ranges."""

    quantities: tuple[str, ...]
    changes: tuple[str, ...]
    moved: Float[Array, "q c"]
    low: Float[Array, "q c"]
    high: Float[Array, "q c"]
    reasons: tuple[tuple[str, ...], ...]


def move_cells(summary: pd.DataFrame) -> MoveMap:
    """Cells of a summary, in its order."""
    quantities = tuple(dict.fromkeys(summary["quantity"]))
    changes = tuple(dict.fromkeys(summary["change"]))
    by_cell = summary.set_index(["quantity", "change"])

    def wide(column: str) -> Array:
        cells = [[by_cell.loc[(q, c), column] for c in changes] for q in quantities]
        return np.array(cells, dtype=np.float64)

    reasons = tuple(tuple(str(by_cell.loc[(q, c), "reason"]) for c in changes) for q in quantities)
    return MoveMap(quantities, changes, wide("moved"), wide("low"), wide("high"), reasons)


def move_map(
    summary: pd.DataFrame, *, words: Mapping[str, str], unit: str = "octaves"
) -> go.Figure:
    """Figure of the mean moves; ``words`` are the names of the changes.

    Green: to wider kernels; purple: to narrower ones. Empty cells have no choice.
    """
    cells = move_cells(summary)
    top = max(SMALLEST, float(np.nanmax(np.abs(cells.moved), initial=0.0)))
    names = [escaped(label(quantity), 30) for quantity in cells.quantities]
    columns = [escaped(words.get(change, change)) for change in cells.changes]
    return figure(
        [_cells(cells, columns, names, top=top, unit=unit), _numbers(cells, columns, names)],
        FRAME + ROW * len(names),
        xaxis=axis(type="category", side="top", showgrid=False, ticks="", tickangle=0),
        yaxis=axis(type="category", autorange="reversed", showgrid=False, ticks="", dtick=1),
        margin={"l": 12, "r": 12, "t": 40, "b": 12},
    )


def _cells(drawn: MoveMap, columns: list[str], names: list[str], *, top: float, unit: str) -> Spec:
    letters = {"size": FONT_SIZE}
    title = {"text": escaped(unit), "side": "right", "font": letters}
    return {
        "type": "heatmap",
        "z": drawn.moved,
        "x": columns,
        "y": names,
        "zmin": -top,
        "zmax": top,
        "colorscale": [list(stop) for stop in SIGNED],
        "customdata": _told(drawn, unit),
        "hovertemplate": "%{y}, %{x}<br>%{customdata}<extra></extra>",
        "xgap": 2,
        "ygap": 2,
        "colorbar": colour_bar("", tickfont=letters) | {"title": title},
    }


def _numbers(drawn: MoveMap, columns: list[str], names: list[str]) -> Spec:
    """Numbers on the cells, in the colour of the page's letters."""
    return scatter(
        "text",
        x=columns * len(names),
        y=[name for name in names for _ in columns],
        text=[_text(value) for value in drawn.moved.ravel().tolist()],
        textfont={"size": FONT_SIZE},
        hoverinfo="skip",
        showlegend=False,
    )


def _text(value: float) -> str:
    if np.isnan(value):
        return "–"
    return "0" if abs(value) < 0.05 else f"{value:+.1f}".replace("-", "−")  # noqa: PLR2004 (one digit)


def _told(drawn: MoveMap, unit: str) -> list[list[str]]:
    """What every cell says when it is pointed at."""
    return [
        [
            escaped(drawn.reasons[i][j], 120)
            if np.isnan(drawn.moved[i, j])
            else f"{_text(drawn.moved[i, j])} {unit}"
            f" ({_text(drawn.low[i, j])} to {_text(drawn.high[i, j])})"
            for j in range(len(drawn.changes))
        ]
        for i in range(len(drawn.quantities))
    ]
