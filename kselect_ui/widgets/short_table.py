"""A table of a few rows that is a part of the page: it prints, and the Tab key passes it by.

Streamlit's large table is drawn on a canvas, of a script as large as all others of the page: on the
start page it was the last that stood there.
"""

from collections.abc import Mapping
from functools import partial
from math import isnan
from typing import Any

import pandas as pd
import streamlit as st

from kselect_ui.server.messages import plain

NOTHING = "–"
LONGEST = 600  # characters of a cell


def draw(table: pd.DataFrame, *, alt: str, formats: Mapping[str, str] | None = None) -> None:
    """Draw a table; ``formats`` says for columns of numbers how they are written, as "{:.1f}"."""
    how: dict[Any, Any] = {
        name: partial(_text, form=(formats or {}).get(str(name), "{}")) for name in table
    }
    styled = table.reset_index(drop=True).style.format(how)
    st.table(styled, hide_index=True, border="horizontal", width="content", alt=alt)


def _text(value: object, form: str) -> str:
    missing = value is None or (isinstance(value, float) and isnan(value))
    return NOTHING if missing else plain(form.format(value), limit=LONGEST)
