"""The heading of a page: above the bar, although the page that writes it is drawn below."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_ui.server.visitors import in_frame
from kselect_ui.widgets import charts, glossary

Places = tuple[DeltaGenerator, DeltaGenerator]
STOOD = "headings"  # what stood there last, by page
_PLACES: ContextVar[Places | None] = ContextVar("heading", default=None)
_USUAL: ContextVar[str] = ContextVar("usual heading", default="")  # in whose place another stands


def begin() -> DeltaGenerator:
    """Start a run of a page: its heading, and the glossary; returns their row.

    An empty place would take away what stands there, until the page has written it again.
    """
    stood = _stood().get(charts.page())
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="heading")
    with row:
        title = st.title(stood, anchor=False) if stood else st.empty()
        _PLACES.set((title, st.container(width="content")))
        _USUAL.set("")
        glossary.draw()
    return row


def write(text: str, *, about: str = "") -> None:
    """Write the heading, or write it anew; without a frame it stands where it is written.

    ``about`` answers, in a sentence or two, what somebody who comes here for the first time sees.
    It comes with the usual heading, which waits for the end of the run where another one stands.
    """
    places = _PLACES.get()
    title, beside = places or (st, st)
    stood = _stood().get(charts.page()) if places else None
    if about:
        with in_frame():  # where the page changes, a browser changes its words and makes no new one
            beside.popover("What am I looking at?", type="tertiary").markdown(about)
    waits = bool(about and stood and stood != text)
    _USUAL.set(text if waits else "")
    if not waits and stood != text:
        with in_frame():
            title.title(text, anchor=False)
        _stood()[charts.page()] = text


def end() -> None:
    """End a run of a page: one that has written no other heading has its usual one."""
    if usual := _USUAL.get():
        write(usual)


def _stood() -> dict[str, str]:
    headings: dict[str, str] = st.session_state.setdefault(STOOD, {})
    return headings
