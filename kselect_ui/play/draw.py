"""Points drawn by hand: on the board, in a table, in the link, as a file."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from kselect_core.data.made.drawn import CLASSES, MOST, Spot, coordinates, pack, placed, unpack
from kselect_core.errors import DataError
from kselect_ui.widgets import linked
from kselect_ui.widgets.files import CSV_TYPE, csv

POINTS = "play_points"
BASE = "play_table_base"
COLUMNS = ("x1", "x2", "class")


class Base(NamedTuple):
    """What a table began with, what its last change has made of it, and which table it is."""

    begun: str
    made: str
    number: int


def held(start: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return the drawn points; ``start`` before anybody drew. DataError where a link was cut."""
    if not (linked.read(POINTS, "") or linked.asked(POINTS)):
        put(start)
    return unpack(linked.held(POINTS))


def kept() -> tuple[Spot, ...]:
    """Return the drawn points where they are not shown; none before anybody drew."""
    text = linked.read(POINTS, linked.asked(POINTS))
    try:
        return unpack(text) if text else ()
    except DataError:  # a link that was cut, as is said where points are drawn
        return ()


def put(spots: Sequence[Spot]) -> None:
    """Set the drawn points; for callbacks."""
    linked.put(POINTS, pack(spots))


def table(spots: tuple[Spot, ...]) -> None:
    """Draw the points as a table that can be edited, and as a file."""
    text = pack(spots)
    base: Base = st.session_state.get(BASE, Base("", "", 0))
    if text != base.made:  # changed elsewhere: the table begins anew
        base = st.session_state[BASE] = Base(text, text, base.number + 1)
    place = st.column_config.NumberColumn(min_value=-1.0, max_value=1.0, step=0.0001, required=True)
    label = st.column_config.SelectboxColumn(options=CLASSES, required=True, default=CLASSES[0])
    edited = st.data_editor(
        frame(unpack(base.begun)),
        key=f"play_table_{base.number}",
        num_rows="dynamic",
        height=300,
        column_config={"x1": place, "x2": place, "class": label},
        placeholder="",
        alt="Points, with two coordinates from −1 to 1 and a class",
    )
    changed = spots_of(edited)
    if changed != spots:
        put(changed)
        st.session_state[BASE] = base._replace(made=pack(changed))
        st.rerun()
    st.download_button(
        "Points (CSV)",
        csv(frame(spots)),
        "kselect_points.csv",
        CSV_TYPE,
        key="play_csv",
        on_click="ignore",
    )


def frame(spots: Sequence[Spot]) -> pd.DataFrame:
    """Return points as a table: two coordinates from −1 to 1 and the class."""
    rows = [(*coordinates(spot), CLASSES[spot.side]) for spot in spots]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def spots_of(table: pd.DataFrame) -> tuple[Spot, ...]:
    """Return the whole rows of an edited table as points; rows that are being written wait."""
    whole = table.dropna(subset=list(COLUMNS)).head(MOST)
    return tuple(
        placed(float(x), float(y), CLASSES.index(str(side)))
        for x, y, side in whole[list(COLUMNS)].itertuples(index=False)
    )
