"""What a server does beside its pages: it gives back what visitors who have gone left behind.

Streamlit frees an expired session only when another one disconnects, and the allocator keeps what
was freed. A thread looks every few seconds; it never speaks to a page.
"""

import ctypes
import gc
import logging
import threading
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress

from kselect_ui.door.sharing import shared
from kselect_ui.server import visitors as windows
from kselect_ui.server.jobs import registry
from kselect_ui.server.shelf import BOUND, shelf
from kselect_ui.server.tasks import tasks
from kselect_ui.server.upload import readings
from kselect_ui.server.visitors import visitors

__all__ = ["EVERY", "begin", "give_back", "share_less", "tidy"]

LOG = logging.getLogger("kselect")
EVERY = 5.0  # seconds between two looks
AWAY = 60.0  # seconds after which a closed window was closed on purpose
SELDOM = 6  # looks between two measurements of what all visitors share
ALONE = 8 * 2**20  # bytes of it, and as many of tables, that stay when nobody is here
FORGOTTEN = 90.0  # seconds after which its session is dropped; Streamlit keeps it for 120


def begin(loop: AbstractEventLoop, *, every: float = EVERY) -> Callable[[], None]:
    """Look every few seconds from now on; ``loop`` is the server's. Returns what ends it."""
    ended = threading.Event()

    def look() -> None:
        looks = 0
        while not ended.wait(every):
            looks += 1
            try:
                tidy(loop)
                if looks % SELDOM == 0:
                    share_less()
            except Exception:  # the next look may be luckier; a page must never notice
                LOG.exception("Tidying failed")

    threading.Thread(target=look, name="tidy", daemon=True).start()
    return ended.set


def share_less() -> None:
    """Keep what all visitors share within its bound; hardly any of it when nobody is here."""
    if len(visitors()):
        shelf().trim(BOUND)
    else:
        shelf().trim(ALONE)
        readings().trim(ALONE)
        give_back()


def tidy(loop: AbstractEventLoop) -> int:
    """Stop what nobody waits for, drop sessions that were closed; returns how many."""
    present = visitors()
    present.look()
    if shared():
        gone = present.gone_since(AWAY)
        if gone:
            registry().release(gone)
            tasks().release(gone)
    closed = present.closed_since(FORGOTTEN)
    for one in closed:
        windows.close(one, loop)
        present.forget(one)
    if closed:
        threading.Timer(2.0, give_back).start()  # when the server has let go of them
    return len(closed)


def give_back() -> None:
    """Return freed memory to the computer, where its C library can do that."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
