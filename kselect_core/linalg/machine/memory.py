"""Memory that arrays give back is kept for the next ones.

Tiles of a kernel matrix are made and forgotten by the thousand: with memory from the system for
each of them a sweep takes 1.5 to 1.7 times as long. A process that was told nothing learns from
the largest array that it gave back what to keep; several of that size at once are too much for it.
"""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

TOLD, TOLD_TOO = "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"
"""Variables with which Dask, and the server of the app, give memory back to the system at once."""

TRIM, MAPPED = -1, -3
"""Numbers of mallopt: what is kept at the end of the heap, and from what size on nothing is."""

KEPT, MAPPED_FROM, USUAL = 2**26, 2**25, 2**17
"""Bytes: what a process keeps that was told nothing, twice, and from where on it first does not."""

PAGE = 2**14
"""Bytes by which a block stays below `MAPPED_FROM` with what the system's library adds."""


def untold() -> dict[str, str]:
    """Variables of a worker process with which it keeps what this one was told to give back."""
    return {TOLD: str(KEPT), TOLD_TOO: str(MAPPED_FROM)} if TOLD in os.environ else {}


@contextmanager
def memory_kept() -> Iterator[None]:
    """Keep what is given back for the time of the block; without TOLD from then on.

    Nothing changes where the system's library has no such choice (it is glibc's).
    """
    trimming, mapped = os.environ.get(TOLD, ""), os.environ.get(TOLD_TOO, "")
    choose = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if choose is None or not trimming.isdecimal():
        np.empty(MAPPED_FROM - PAGE, dtype=np.uint8)  # never written, given back, and learnt from
        yield
        return
    choose(TRIM, KEPT)
    choose(MAPPED, MAPPED_FROM)
    try:
        yield
    finally:
        choose(TRIM, int(trimming))
        choose(MAPPED, int(mapped) if mapped.isdecimal() else USUAL)
        ctypes.CDLL(None).malloc_trim(0)
