"""Criterion rows as a browser draws them on a canvas, for data that change under the hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict, cast

import numpy as np
import pandas as pd

from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.kit.ticks import parameter_text, parameter_title
from kselect_core.plotting.output.film_payload import lane

TICK = 5
"""Every fifth value of the grid is written at the axis."""


class Row(TypedDict):
    """A criterion: heights from 0 (best) to 1 (worst) along the grid, None in a gap.

    ``pin`` is the place of its choice, ``chosen`` the choice in words, ``edge`` whether it lies on
    the edge of the grid.
    """

    name: str
    colour: str
    symbol: str
    y: list[float | None]
    pin: int | None
    chosen: str
    edge: bool


class Rows(NamedTuple):
    """One row for each criterion, the error behind all of them, and the axis."""

    rows: list[Row]
    error: list[float | None]
    ticks: list[tuple[int, str]]
    title: str


def rows_payload(
    table: pd.DataFrame,
    choices: pd.DataFrame,
    *,
    lam: float,
    kernel: str,
    values: Sequence[float],
    view: View,
) -> Rows:
    """Return the rows of the quantities of a view at one λ, with the choices made there.

    ``table`` and ``choices`` are those at this λ, ``values`` the grid of the family.
    """
    drawn = criterion_lines(table, lam=lam, view=replace(view, band="none"))
    heights: dict[str, list[float | None]] = {}
    for line in drawn:
        found = lane([line], values, errors=[view.error]) if line.kernel == kernel else []
        if found:
            heights[line.quantity] = cast("list[float | None]", found[0]["y"])
    convention = str(choices["convention"].max())  # "" where there is no choice
    chosen = {str(choice["quantity"]): choice for choice in choices.to_dict("records")}
    rows: list[Row] = []
    for quantity in view.quantities or ():
        parameter = float(chosen[quantity]["parameter"])
        known = not np.isnan(parameter)
        doubt = " (undecided)" if chosen[quantity].get("undecided") else ""
        rows.append(
            {
                "name": label(quantity),
                "colour": style(quantity).colour,
                "symbol": style(quantity).symbol,
                "y": heights.get(quantity, []),
                "pin": int(np.argmin(np.abs(np.asarray(values) - parameter))) if known else None,
                "chosen": f"{parameter_text(parameter, convention)}{doubt}" if known else "nothing",
                "edge": bool(chosen[quantity]["on_boundary"]),
            }
        )
    texts = [parameter_text(value, convention).rpartition("= ")[2] for value in values]
    ticks = [(k, texts[k]) for k in range(0, len(texts), TICK)]
    return Rows(rows, heights.get(view.error, []), ticks, parameter_title(kernel, convention))
