"""Memory that arrays give back is kept for the next ones, where a process was told otherwise."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

TOLD = "MALLOC_TRIM_THRESHOLD_"
"""Variable with which Dask has its workers give memory back to the system at once."""

TRIM, MAPPED = -1, -3
"""Numbers of mallopt: what is kept at the end of the heap, and from what size on nothing is."""

KEPT, MAPPED_FROM, USUAL = 2**28, 2**25, 2**17
"""Bytes: what is kept here, the largest size that the system's library allows, and its own."""


@contextmanager
def memory_kept() -> Iterator[None]:
    """Keep what is given back for the time of the block, as a process that was told nothing does.

    Tiles of a kernel matrix are made and forgotten by the thousand: with memory from the system
    for each of them a sweep takes 1.7 times as long. Nothing changes where TOLD is not set, or
    the system's library has no such choice (it is glibc's).
    """
    told = os.environ.get(TOLD, "")
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is None or not told.isdecimal():
        yield
        return
    choose(TRIM, KEPT)
    choose(MAPPED, MAPPED_FROM)
    try:
        yield
    finally:
        choose(TRIM, int(told))
        choose(MAPPED, USUAL)
        ctypes.CDLL(None).malloc_trim(0)
