"""One way to put a figure on a page: with a name, a caption, its numbers, and its file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import pandas as pd
import streamlit as st

from kselect_ui.export import PICTURE_FORMAT, csv
from kselect_ui.messages import plain

PictureFormat = Literal["svg", "png"]


class Figure(Protocol):
    """What this module needs of a Plotly figure."""

    def to_html(self, *, include_plotlyjs: bool) -> str:
        """Return a page that needs no network."""
        ...


@dataclass(frozen=True)
class Chart:
    """A figure and what belongs to it."""

    key: str
    name: str  # what it shows, for the screen reader and the file name
    figure: Figure
    numbers: Callable[[], pd.DataFrame]  # everything drawn, made when asked for
    caption: str = ""
    code: str = ""  # Python lines that make ``figure`` again from ``config`` and ``dataset``


def show(chart: Chart, *, on_pick: Callable[[list[dict[str, Any]]], None] | None = None) -> None:
    """Draw a figure; ``on_pick`` gets the points somebody clicked."""
    picking: dict[str, Any] = {}
    if on_pick is not None:
        picking = {"selection_mode": "points", "on_select": lambda: picked(chart.key, on_pick)}
    st.plotly_chart(
        chart.figure,
        key=chart.key,
        theme="streamlit",
        config=_config(chart.name),
        alt=chart.name,
        **picking,
    )
    _footer(chart)


def picked(key: str, on_pick: Callable[[list[dict[str, Any]]], None]) -> None:
    """Hand on what somebody clicked in a chart; a new figure reports an empty selection."""
    points = st.session_state[key].selection.points
    if points:
        on_pick(list(points))


def _footer(chart: Chart) -> None:
    with st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.caption(plain(chart.caption, limit=600), width="stretch")
        panel = st.popover("Table", key=f"{chart.key}_table", on_change="rerun", type="tertiary")
    if panel.open:
        with panel:
            _numbers(chart)


def _numbers(chart: Chart) -> None:
    numbers = chart.numbers()
    st.dataframe(numbers, hide_index=True, alt=f"{chart.name}, as a table")
    with st.container(horizontal=True):
        st.download_button(
            "Numbers (CSV)",
            csv(numbers),
            f"{_file(chart.name)}.csv",
            "text/csv",
            key=f"{chart.key}_csv",
            on_click="ignore",
        )
        st.download_button(
            "Figure (HTML, works offline)",
            lambda: chart.figure.to_html(include_plotlyjs=True),
            f"{_file(chart.name)}.html",
            "text/html",
            key=f"{chart.key}_html",
            on_click="ignore",
        )


def _config(name: str) -> dict[str, Any]:
    kind: PictureFormat = st.session_state.get(PICTURE_FORMAT, "svg")
    return {
        "displaylogo": False,
        "toImageButtonOptions": {"format": kind, "filename": _file(name), "scale": 2},
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    }


def _file(name: str) -> str:
    return "kselect_" + "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
