"""The selected training point: a number in a widget, in the link, and the twin of every click.

Until somebody picks a point it is the most influential one at the cursor, and the link is silent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked

POINT = "pt"
PICKED = "picked_point"  # kept: the sweep's digest, and the number that somebody picked


def selector(sweep: Sweep, *, count: int, usual: int) -> int:
    """Draw the widget; returns the row of the point within the training part, from 0.

    ``usual`` is the row that is looked at before anybody picked one.
    """
    picked = _picked(sweep, count)
    st.session_state[POINT] = usual + 1 if picked is None else picked
    left, right = st.columns([1, 1], vertical_alignment="bottom", gap="small")
    with left:
        number = st.number_input(
            f"Training point, 1 to {count}",
            min_value=1,
            max_value=count,
            step=1,
            key=POINT,
            on_change=lambda: pick(sweep.digest, int(st.session_state[POINT]) - 1),
        )
    with right:
        st.button(
            "Most influential",
            key="pt_usual",
            on_click=forget,
            disabled=picked is None,
        )
    linked.write(POINT, "" if picked is None else str(int(number)))
    return int(number) - 1


def pick(digest: str, row: int) -> None:
    """Select a point of a sweep by its row, from 0; for callbacks."""
    linked.put(PICKED, (digest, row + 1))


def pick_from(digest: str, points: Sequence[Mapping[str, Any]]) -> None:
    """Select the point that somebody clicked in a figure: its number is its custom data."""
    data = points[0].get("customdata")
    if isinstance(data, Mapping):  # how the browser writes a line of a packed array
        data = list(data.values())
    number = data[0] if isinstance(data, list | tuple) and data else data
    if isinstance(number, int | float) and number >= 1:
        pick(digest, int(number) - 1)


def forget() -> None:
    """Follow the most influential point again; for callbacks."""
    for key in (PICKED, POINT):
        linked.forget(key)


def _picked(sweep: Sweep, count: int) -> int | None:
    """Return the number somebody chose, here or through the link, within what there is."""
    digest, number = linked.read(PICKED, (sweep.digest, _of_link()))
    if digest != sweep.digest:
        forget()
        return None
    if number is None:
        return None
    inside = min(max(number, 1), count)
    pick(digest, inside - 1)
    return inside


def _of_link() -> int | None:
    try:
        return int(linked.asked(POINT)[:12])
    except ValueError:
        return None
