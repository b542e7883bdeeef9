"""Figures below the first window of a page: they come when what is seen first is there.

A page that is opened has its first figures soon; those below have a place of their height, so
that nothing jumps, and are sent once the browser asks for them. Every further run draws all.
"""

from collections.abc import Callable
from contextvars import ContextVar

import streamlit as st

from kselect_ui import canvas

SHOWN, LATER, WAITED = "shown_page", "later", "figures_waited"
IN_WINDOW = {"Errors": 2, "SVM": 2, "Kernel design": 2}
"""Figures of Plotly in the first window of 1280 × 720, by the title of the page; else it is one."""

_AT_ONCE: ContextVar[int | None] = ContextVar("figures at once", default=None)
_WAITS: ContextVar[bool] = ContextVar("figures wait", default=False)


def begin(page: str) -> None:
    """Start a run of a page; where a browser opens it, only its first figures come at once."""
    opens = st.session_state.get(SHOWN) != page and "User-Agent" in st.context.headers
    if st.session_state.get(SHOWN) != page:
        st.session_state[WAITED] = set()
    st.session_state[SHOWN] = page
    _AT_ONCE.set(IN_WINDOW.get(page, 1) if opens else None)
    _WAITS.set(False)


def draw(key: str, height: int, body: Callable[[], None]) -> None:
    """Draw a figure of so many pixels, or its place until the browser asks for it."""
    left = _AT_ONCE.get()
    waited = st.session_state.setdefault(WAITED, set())
    if key not in waited and (left is None or left > 0):
        _AT_ONCE.set(None if left is None else left - 1)
        body()
        return

    def place() -> None:
        with st.container(key=f"{key}_awaited", gap=None):
            st.html(f'<div style="height: {height}px"></div>')

    # a figure stays in its fragment: outside it is another one, which the browser draws anew
    steps = iter((body,) if left is None else (place, body))

    def part() -> None:  # what is clicked in the figure afterwards concerns the whole page
        next(steps, st.rerun)()

    waited.add(key)
    _WAITS.set(left is not None)
    st.fragment(key=LATER)(part)()


def end() -> None:
    """End a run of a page: where figures wait, have the browser ask for them."""
    if _WAITS.get():
        canvas.at_leisure(
            st.session_state[SHOWN], lambda: st.rerun(LATER)
        )  # the fragments of that name
