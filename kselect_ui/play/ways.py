"""The two ways to data: made with sliders, or drawn by hand."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.data.made import drawn
from kselect_core.data.made.sample import sample
from kselect_core.errors import KselectError
from kselect_core.selection.places.board import box_around
from kselect_ui.play import draw as drawing, make
from kselect_ui.play.board import Shown
from kselect_ui.server.shelf import shelf
from kselect_ui.widgets import linked

MODE = "play"
MODES = {"make": "Make", "draw": "Draw"}


def data() -> tuple[Shown, str]:
    """Return the data that the controls say, also before they are drawn, and what is wrong."""
    if linked.chosen(tuple(MODES), key=MODE, default="make") == "make":
        recipe = make.kept()
        return Shown(recipe, (), shelf().get(f"data {recipe.name}", lambda: sample(recipe))), ""
    spots: tuple[drawn.Spot, ...] = ()
    try:
        spots = drawing.held(_sample())
        return Shown(None, spots, drawn.drawn(spots)), ""
    except KselectError as error:
        return Shown(None, spots, None), str(error)


def controls(row: DeltaGenerator, below: DeltaGenerator) -> None:
    """Draw the switch in a row, and the controls of the way that it has."""
    with row:
        words, hidden = MODES.__getitem__, "collapsed"
        way = linked.switch("Data", tuple(MODES), key=MODE, words=words, label_visibility=hidden)
    if way == "make":
        with below:
            make.controls(row)
        return
    begins = bool(make.kept().kind.classes)
    row.button(
        "Begin with the sample of Make",
        key="play_begin",
        on_click=_begin,
        disabled=not begins,
        help=None if begins else "The sample of Make has no classes: choose another shape there.",
    )
    with below, st.expander("Points as a table", key="play_table"):
        drawing.table(drawing.kept())


def take() -> None:
    """Go to the drawing with the sample of the sliders; for callbacks."""
    _begin()
    linked.put(MODE, "draw")


def _begin() -> None:
    drawing.put(_sample())


def _sample() -> tuple[drawn.Spot, ...]:
    """Return the sample of the sliders as points of the board; nothing for a regression."""
    try:
        data = sample(make.kept())
    except KselectError:  # the sliders have said it
        return ()
    (left, right), (low, high) = box_around(data.X)
    return tuple(
        drawn.placed(
            2 * (x - left) / (right - left) - 1, 2 * (y - low) / (high - low) - 1, int(label > 0)
        )
        for (x, y), label in zip(data.X[:, :2].tolist(), data.y.tolist(), strict=True)
        if data.class_names
    )
