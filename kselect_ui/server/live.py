"""Sweeps that are made while somebody plays: known by their digests for a while, kept nowhere.

Their data are made by the name that the configuration has, so that a sweep which has left the
shelf is made again in a moment.
"""

import threading
from collections import OrderedDict

import streamlit as st

from kselect_core.selection.config.config import SweepConfig

MOST = 2000  # configurations of a few kilobytes


class Live:
    """Configurations by digest, the latest ones. Any thread may call every method."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._configs: OrderedDict[str, SweepConfig] = OrderedDict()

    def note(self, config: SweepConfig) -> str:
        """Remember a sweep of made data; returns its digest."""
        digest = config.digest()
        with self._lock:
            self._configs[digest] = config
            self._configs.move_to_end(digest)
            while len(self._configs) > self._most:
                self._configs.popitem(last=False)
        return digest

    def config(self, digest: str) -> SweepConfig | None:
        """Return the sweep of a digest; None for one that nobody plays with."""
        with self._lock:
            return self._configs.get(digest)


@st.cache_resource(show_spinner=False)
def live() -> Live:
    """Return what is played with on this server."""
    return Live()
