"""One way to put a figure on a page: with a name, a caption, its numbers, and its file."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, cast

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.plotting.kit.cursor_line import cursor_of
from kselect_core.plotting.output.label_room import across, has_two_scales
from kselect_core.plotting.output.large_type import enlarged
from kselect_core.plotting.output.steady import steady
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import whole_in_parts
from kselect_ui.widgets import hidden, later, linked
from kselect_ui.widgets.csv_buttons import csv_buttons
from kselect_ui.widgets.files import file_name

PICTURE_FORMAT = "picture_format"  # what the camera button of every figure saves
PICTURE_FORMATS = ("svg", "png")
HEIGHT = 450  # pixels of a figure that does not say its own
LARGE = "big"  # large type for a lecture room: a switch in the bar


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
    how: Callable[[], str] | None = None  # gives the function that makes it, as text
    still: Figure | None = None  # the figure without its cursor, which the browser draws over it
    along: str = ""  # slider that moves the cursor in it; "" where several do
    needs: tuple[str, ...] = ()  # sliders after which the figure is another
    view: str = ""  # the view that draws it, by its name, and the options it has
    options: Mapping[str, object] = field(default_factory=dict)
    fits: bool = False  # on a phone it is whole in its frame, though it has two scales


_PAGE: ContextVar[str] = ContextVar("page", default="kselect")
_DRAWN: ContextVar[list[Chart] | None] = ContextVar("drawn", default=None)


def begin(page: str) -> None:
    """Start a run of a page: none of its figures is drawn yet."""
    _PAGE.set(page)
    _DRAWN.set([])


def page() -> str:
    """Return the title of the page that runs."""
    return _PAGE.get()


def drawn() -> tuple[Chart, ...]:
    """Return the figures that this run of the page has drawn so far."""
    return tuple(_DRAWN.get() or ())


def show(chart: Chart, *, on_pick: Callable[[list[dict[str, Any]]], None] | None = None) -> None:
    """Draw a figure; ``on_pick`` gets the points somebody clicked."""
    _note(chart)
    picking: dict[str, Any] = {}
    if on_pick is not None:
        picking = {"selection_mode": "points", "on_select": lambda: picked(chart.key, on_pick)}
    figure = steady(sized(chart.still or chart.figure))
    layout = figure.to_dict()["layout"]

    def plot() -> None:
        two = has_two_scales(layout) and not chart.fits
        wide = across(layout) > 1 or two  # on a phone its frame scrolls
        place = st.container(key=f"{chart.key}_wide", gap=None) if wide else nullcontext()
        with place, whole_in_parts():
            st.plotly_chart(
                figure,
                key=chart.key,
                theme=None,  # stands in the figure, and in the style of the frame for a dark page
                config=_config(chart.name),
                alt=chart.name,
                **picking,
            )

    later.draw(chart.key, int(layout.get("height", HEIGHT)), plot)
    footer(chart)


def cursors() -> dict[str, dict[str, object]]:
    """Return for each figure drawn what marks the cursor in it, and what it depends on."""
    return {
        chart.key: {
            "shapes": cursor_of(chart.figure) if chart.still else [],
            "along": chart.along,
            "needs": chart.needs,
        }
        for chart in drawn()
    }


def hold(chart: Chart) -> None:
    """Remember a figure for what leaves the page without drawing it there."""
    _note(replace(chart, still=None, needs=()))  # what is drawn in its place follows the hand


def picked(key: str, on_pick: Callable[[list[dict[str, Any]]], None]) -> None:
    """Hand on what somebody clicked in a chart; a new figure reports an empty selection."""
    points = st.session_state[key].selection.points
    if points:
        on_pick(list(points))


def large() -> bool:
    """Whether letters and lines are those for a lecture room."""
    return linked.read(LARGE, linked.asked(LARGE) == "true")  # the link: before the first switch


def beside(shares: list[float]) -> list[DeltaGenerator]:
    """Return places side by side; one below the other where letters are large."""
    if large():
        return [st.container() for _ in shares]
    return list(st.columns(shares, gap="medium"))


def sized(figure: Figure) -> Figure:
    """Return a figure as it is shown: with larger letters and lines where they are wanted."""
    return cast("Figure", enlarged(figure)) if large() else figure


def _note(chart: Chart) -> None:
    """Remember a figure for what leaves the page; a rerun of a part of it has no list."""
    charts = _DRAWN.get()
    if charts is not None:
        charts.append(replace(chart, numbers=hidden.made(chart.numbers)))


def footer(chart: Chart) -> None:
    """Draw the caption of a figure, and its numbers when they are asked for."""

    def drawn() -> None:
        st.caption(plain(chart.caption, limit=600), width="stretch")
        panel = st.popover("Table", key=f"{chart.key}_table", on_change="rerun", type="tertiary")
        if panel.open:
            with panel:
                _numbers(chart)

    line = st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small")
    later.below(line, drawn)


def _numbers(chart: Chart) -> None:
    numbers = hidden.table(chart.numbers())
    st.dataframe(numbers, hide_index=True, placeholder="–", alt=f"{chart.name}, as a table")
    with st.container(horizontal=True):
        csv_buttons(numbers, name=chart.name, key=chart.key)
        st.download_button(
            "Figure (HTML, works offline)",
            lambda: chart.figure.to_html(include_plotlyjs=True),
            f"{file_name(chart.name)}.html",
            "text/html",
            key=f"{chart.key}_html",
            on_click="ignore",
        )


def _config(name: str) -> dict[str, Any]:
    kind = linked.read(PICTURE_FORMAT, PICTURE_FORMATS[0])
    return {
        "displaylogo": False,
        "toImageButtonOptions": {"format": kind, "filename": file_name(name), "scale": 2},
        "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
    }
