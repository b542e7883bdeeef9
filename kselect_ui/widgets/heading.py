"""The heading of a page: above the bar, although the page that writes it is drawn below."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_PLACE: ContextVar[DeltaGenerator | None] = ContextVar("heading", default=None)


def begin() -> DeltaGenerator:
    """Start a run of a page: its heading stands here, whoever writes it; returns what is beside."""
    row = st.container(horizontal=True, vertical_alignment="center", key="heading")
    _PLACE.set(row.container().empty())
    return row


def write(text: str) -> None:
    """Write the heading, or write it anew; without a frame it stands where it is written."""
    (_PLACE.get() or st).title(text, anchor=False)
