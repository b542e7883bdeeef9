"""A criterion on every pair of classes, or on every class against the rest."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.errors import DataError
from kselect_core.plotting.kit.parts import colour_bar, figure
from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.kit.theme import GOOD_TO_BAD, axis, escaped
from kselect_core.types import Array, Float

REST = "the rest"
MOST_WRITTEN = 12
"""Numbers are written into the cells of up to this many classes."""

LONGEST = 14  # characters of a class name on an axis


class Sides(NamedTuple):
    """Numbers (negative sides in rows, positive sides in columns); NaN where there is no value."""

    negative: tuple[str, ...]
    positive: tuple[str, ...]
    numbers: Float[Array, "r c"]
    reasons: Array  # (r, c) texts; empty where there is a value or no such pair


def sides(table: pd.DataFrame, quantity: str) -> Sides:
    """Values of one quantity from a table of pairs, sides in the order of the table.

    ``table`` is that of `kselect_core.selection.places.pair_values.pair_values`.
    """
    rows = table[table["quantity"] == quantity]
    if rows.empty:
        raise DataError(f"The pairs hold no quantity {quantity!r}.")
    against_rest = (rows["negative"] == "not " + rows["positive"]).all()
    opposite = pd.Series(REST, rows.index) if against_rest else rows["negative"]
    negative, positive = (tuple(dict.fromkeys(side)) for side in (opposite, rows["positive"]))
    values = np.full((len(negative), len(positive)), np.nan)
    reasons = np.full(values.shape, "", dtype=object)
    row = [negative.index(name) for name in opposite]
    column = [positive.index(name) for name in rows["positive"]]
    values[row, column] = rows["value"].to_numpy(dtype=np.float64)
    reasons[row, column] = rows["reason"].to_numpy()
    return Sides(negative, positive, values, reasons)


def pair_map(table: pd.DataFrame, *, quantity: str, name: str) -> go.Figure:
    """Figure of one quantity over all pairs; ``name`` is what it is called. Light is good."""
    matrix = sides(table, quantity)
    written = max(matrix.numbers.shape) <= MOST_WRITTEN
    texts = [
        [f"{value:.3g}" if np.isfinite(value) else "" for value in line] for line in matrix.numbers
    ]
    trace = {
        "type": "heatmap",
        "z": matrix.numbers,
        "text": texts,
        "texttemplate": "%{text}" if written else "",
        "customdata": _told(matrix),
        "hovertemplate": "%{customdata}<extra></extra>",
        "hoverongaps": False,
        "colorscale": [list(stop) for stop in GOOD_TO_BAD],
        "reversescale": better(quantity) == "higher",
        "xgap": 2,
        "ygap": 2,
        "colorbar": colour_bar(escaped(name)),
    }
    return figure(
        [trace],
        120 + 30 * len(matrix.negative),
        showlegend=False,
        xaxis=axis("positive class", **_names(matrix.positive)),
        yaxis=axis("negative class", **_names(matrix.negative), autorange="reversed"),
    )


def _names(names: tuple[str, ...]) -> dict[str, object]:
    texts = [escaped(name, LONGEST) for name in names]
    return {"tickvals": list(range(len(names))), "ticktext": texts, "showgrid": False, "ticks": ""}


def _told(drawn: Sides) -> list[list[str]]:
    return [
        [
            f"{escaped(low)} / {escaped(high)}: "
            + (f"{value:.5g}" if np.isfinite(value) else escaped(reason, 200))
            for high, value, reason in zip(drawn.positive, line, why, strict=True)
        ]
        for low, line, why in zip(drawn.negative, drawn.numbers, drawn.reasons, strict=True)
    ]
