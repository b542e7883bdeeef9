"""What stands under a picture: caption, its numbers as a table, the program that gives them."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from kselect_ui.server.messages import plain
from kselect_ui.widgets import hidden, later
from kselect_ui.widgets.csv_buttons import csv_buttons

LONGEST = 1000  # rows of a table on the screen; the file has all of them


@dataclass(frozen=True)
class Footer:
    """Words and numbers of one picture; ``code`` are Python lines that make its numbers again."""

    key: str
    name: str
    caption: str
    numbers: Callable[[], pd.DataFrame] | None = None
    code: str = ""


def footer(below: Footer) -> None:
    """Draw the caption and, where they exist, the buttons of table and code."""

    def drawn() -> None:
        st.caption(plain(below.caption, limit=600), width="stretch")
        table, code = None, None
        if below.numbers is not None:
            table = st.popover(
                "Table", key=f"{below.key}_table", on_change="rerun", type="tertiary"
            )
        if below.code:
            code = st.popover("Code", key=f"{below.key}_code", on_change="rerun", type="tertiary")
        if table is not None and table.open and below.numbers is not None:
            with table:
                _numbers(below, hidden.table(below.numbers()))
        if code is not None and code.open:
            with code:
                st.caption("After `config` and `dataset` exist, this gives the numbers drawn.")
                st.code(below.code, language="python")

    line = st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small")
    later.below(line, drawn)


def _numbers(below: Footer, numbers: pd.DataFrame) -> None:
    st.dataframe(numbers.head(LONGEST), hide_index=True, alt=f"{plain(below.name)}, as a table")
    if len(numbers) > LONGEST:
        st.caption(f"First {LONGEST} of {len(numbers)} rows; the file has all of them.")
    csv_buttons(numbers, name=below.name, key=below.key)
