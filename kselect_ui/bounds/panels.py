"""What the small cases of the page about the bounds have in common: a slider, a picture."""

import pandas as pd
import streamlit as st

from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart


def show(
    key: str, name: str, figure: charts.Figure, numbers: pd.DataFrame, caption: str, code: str
) -> None:
    """Draw the picture of a case."""
    charts.show(Chart(key, name, figure, lambda: numbers, caption, code))


def slider(  # noqa: PLR0913 (a slider)
    label: str,
    low: int,
    high: int,
    usual: int,
    *,
    key: str,
    step: int,
    words: str = "",
    scale: int = 1,
) -> int:
    """Draw a slider that stands in the link; ``words`` write its values over ``scale``."""
    if words:
        options = list(range(low, high + 1, step))
        return int(
            st.select_slider(
                label,
                options,
                value=usual,
                format_func=lambda value: words.format(value / scale),
                key=key,
                bind="query-params",
            )
        )
    return int(st.slider(label, low, high, usual, step, key=key, bind="query-params"))
