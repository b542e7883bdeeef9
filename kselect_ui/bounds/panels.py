"""What the small cases of the page about the bounds have in common: a slider, a picture."""

import pandas as pd

from kselect_ui.widgets import charts, linked
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
    if not words:
        return linked.span(label, low, high, key=key, default=usual, step=step)
    options = range(low, high + 1, step)
    return linked.along(
        label, options, key=key, default=usual, words=lambda value: words.format(value / scale)
    )
