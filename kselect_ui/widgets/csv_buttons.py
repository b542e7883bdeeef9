"""The buttons that hand out the numbers of one picture: exact, and safe for spreadsheets."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from kselect_core.results.spreadsheets import harmless
from kselect_ui.widgets.files import CSV_TYPE, csv, file_name, spreadsheet


def csv_buttons(numbers: pd.DataFrame, *, name: str, key: str) -> None:
    """Draw the button of the exact file; where a text looks like a formula, also the other one."""
    _button("Numbers (CSV)", csv(numbers), file_name(name), f"{key}_csv")
    if not harmless(numbers).equals(numbers):
        _button(
            "Numbers (CSV for spreadsheets)",
            spreadsheet(numbers),
            f"{file_name(name)}_spreadsheet",
            f"{key}_sheet",
        )


def _button(label: str, content: Callable[[], bytes], name: str, key: str) -> None:
    st.download_button(label, content, f"{name}.csv", CSV_TYPE, key=key, on_click="ignore")
