"""A table of a few rows that is a part of the page: it prints, and scrolls where it is too wide.

Streamlit's large table is drawn on a canvas, of a script as large as all others of the page, and
stood there last; its small one reads each cell as Markdown, which takes half a millisecond each.
"""

from collections.abc import Mapping
from html import escape
from math import isnan

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.visible import visible
from kselect_ui.door.sharing import shared
from kselect_ui.server.messages import without_places
from kselect_ui.widgets import hidden

NOTHING = "–"
LONGEST = 600  # characters of a cell
CLASS = "short-table"


def draw(table: pd.DataFrame, *, alt: str, formats: Mapping[str, str] | None = None) -> None:
    """Draw a table; ``formats`` says for columns of numbers how they are written, as "{:.1f}".

    A number stands in full in the tip of its cell.
    """
    table = hidden.table(table)
    forms = [(formats or {}).get(str(name), "{}") for name in table]
    numbers = [pd.api.types.is_numeric_dtype(table[name]) for name in table]
    head = "".join(
        f'<th scope="col"{_right(number)}>{_text(name)}</th>'
        for name, number in zip(table, numbers, strict=True)
    )
    rows = "".join(
        f"<tr>{''.join(map(_cell, row, forms, numbers))}</tr>"
        for row in table.itertuples(index=False, name=None)
    )
    st.html(
        f'<div class="{CLASS}" tabindex="0" role="region" aria-label="{escape(alt)}">'
        f'<table aria-label="{escape(alt)}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(value: object, form: str, number: bool) -> str:  # noqa: FBT001 (of its column)
    if value is None or (isinstance(value, float) and isnan(value)):
        return f"<td{_right(number)}>{NOTHING}</td>"
    if not isinstance(value, float):
        return f"<td{_right(number)}>{_text(form.format(value))}</td>"
    text = _text(form.format(value)).replace("-", "−")
    return f'<td{_right(number)} title="{float(value)!r}">{text}</td>'


def _right(number: bool) -> str:  # noqa: FBT001 (what the cell is)
    return ' class="number"' if number else ""


def _text(value: object) -> str:
    """Return what a cell says, letter by letter."""
    text = visible(without_places(str(value)) if shared() else str(value))
    return escape(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")
