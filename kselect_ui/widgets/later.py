"""What is below the first window of a page: it comes when what is seen first is there.

A page that is opened has its first figures soon; those below have a place of their height, so
that nothing jumps, and a page may end there. Once it has nothing else to do the browser asks for
one more run of the page: every run but the first draws all of it.
"""

from collections.abc import Callable
from contextvars import ContextVar

import streamlit as st

from kselect_ui import canvas

SHOWN = "shown_page"
IN_WINDOW = {"Explore": 0, "Errors": 2, "SVM": 2, "Kernel design": 2}
"""Figures of Plotly in the first window of 1280 × 720, by the title of the page; else it is one."""

_AT_ONCE: ContextVar[int | None] = ContextVar("figures at once", default=None)
_WAITS: ContextVar[bool] = ContextVar("figures wait", default=False)


class RestWaitsError(Exception):
    """The first window of a page is there; the router ends the run, which Streamlit's stop cuts."""


def begin(page: str) -> None:
    """Start a run of a page; where a browser opens it, only its first figures come at once."""
    opens = st.session_state.get(SHOWN) != page and "User-Agent" in st.context.headers
    st.session_state[SHOWN] = page
    _AT_ONCE.set(IN_WINDOW.get(page, 1) if opens else None)
    _WAITS.set(False)


def one_more() -> None:
    """Have one figure more come at once: the page has another first window than usual."""
    left = _AT_ONCE.get()
    if left is not None:
        _AT_ONCE.set(left + 1)


def draw(key: str, height: int, body: Callable[[], None]) -> None:
    """Draw a figure of so many pixels, or its place until the browser asks for it."""
    left = _AT_ONCE.get()
    if left == 0:
        _place(key, f"{height}px")
        return
    if left is not None:
        _AT_ONCE.set(left - 1)
    body()


def rest() -> None:
    """End the first run of a page that a browser opens: what follows is below its first window.

    The browser asks for the rest at once, and every other run goes on here.
    """
    if _AT_ONCE.get() is None:
        return
    _place("rest", "100vh")
    raise RestWaitsError


def _place(key: str, height: str) -> None:
    with st.container(key=f"{key}_awaited", gap=None):
        st.html(f'<div style="height: {height}"></div>')
    _WAITS.set(True)


def end() -> None:
    """End a run of a page: where something waits, have the browser ask for it."""
    if _WAITS.get():
        canvas.run_at_leisure(st.session_state[SHOWN])
