"""Lessons that visitors of a shared server write: in memory alone, by visitor, and bounded."""

import threading

import streamlit as st

from kselect_core.lessons.catalogue import MOST_BYTES

MOST = 60
"""Lessons that are kept; for one more, whichever was changed longest ago is forgotten."""


class Drafts:
    """The last text of every visitor who writes. Any thread may call every method."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._texts: dict[str, str] = {}

    def of(self, visitor: str) -> str:
        """Return what a visitor has written; empty for nothing."""
        with self._lock:
            return self._texts.get(visitor, "")

    def keep(self, visitor: str, text: str) -> None:
        """Keep what a visitor has written, if it is no longer than a lesson may be."""
        with self._lock:
            self._texts.pop(visitor, None)
            if len(text.encode()) <= MOST_BYTES:
                self._texts[visitor] = text
            while len(self._texts) > self._most:
                del self._texts[next(iter(self._texts))]


@st.cache_resource(show_spinner=False)
def drafts() -> Drafts:
    """Return the lessons that are written on this server."""
    return Drafts()
