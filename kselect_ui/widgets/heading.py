"""The heading of a page: above the bar, although the page that writes it is drawn below."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_ui.widgets import glossary

Places = tuple[DeltaGenerator, DeltaGenerator]
_PLACES: ContextVar[Places | None] = ContextVar("heading", default=None)


def begin() -> DeltaGenerator:
    """Start a run of a page: its heading, and the glossary; returns the place beside them."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="heading"):
        _PLACES.set((st.empty(), st.empty()))
        with st.container(width="content"):
            glossary.draw()
        return st.container(width="content")


def write(text: str, *, about: str = "") -> None:
    """Write the heading, or write it anew; without a frame it stands where it is written.

    ``about`` answers, in a sentence or two, what somebody who comes here for the first time sees.
    """
    title, beside = _PLACES.get() or (st, st)
    title.title(text, anchor=False)
    if about:
        beside.popover("What am I looking at?", type="tertiary").markdown(about)
