"""Pages take turns: few are made at the same time, so that each is soon ready.

Python lets one thread work at a time. Thirty pages begun together would all be ready at the end,
and the server's own loop, one thread among thirty, would answer nobody meanwhile. Quick pages come
first: a class that goes on to its next step does not wait behind those who play, each of whose
gestures is a sweep, and these wait for the class a moment only.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

AT_ONCE = 2  # pages in the making
QUICK = 0.06  # seconds of processor time: a step of a class takes 0.01, a gesture on Play 0.17
PATIENCE = 5.0  # seconds after which a page is made whoever else is at it


class _Waiting(NamedTuple):
    """Who waits for a turn; no two have the same number, so that events are never compared."""

    slow: bool
    number: int
    called: threading.Event


class Turns:
    """So many at a time, quick ones first, else in the order in which they came.

    Quick is a page whose last whole turn took little processor time, whoever had it. Among others
    the order is that of arrival: sorted by time the slowest would wait for all that come later.
    Nobody waits longer than ``patience``.
    """

    def __init__(
        self,
        at_once: int = AT_ONCE,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._free, self._patience, self._clock = at_once, patience, clock
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []  # a heap
        self._numbers = count()
        self._slow: set[str] = set()  # pages
        self._mine = threading.local()

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextmanager
    def turn(self, page: str = "") -> Iterator[None]:
        """Wait for the turn of a page and have it while the block runs."""
        self._mine.slow = page in self._slow
        self._mine.held = self._wait()
        began = self._clock()
        whole = False
        try:
            yield
            whole = True
        finally:
            self._note(page, self._clock() - began, whole=whole)
            self._give_up()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let another have this thread's turn while the block waits for something slow."""
        had = self._give_up()
        try:
            yield
        finally:
            if had:
                self._mine.held = self._wait()

    def _note(self, page: str, seconds: float, *, whole: bool) -> None:
        """Remember whether a page is quick; one that was broken off may have been slow."""
        if seconds > QUICK:
            self._slow.add(page)
        elif whole:
            self._slow.discard(page)

    def _wait(self) -> bool:
        """Return whether there is a place, now or before patience ends."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            mine = _Waiting(self._mine.slow, next(self._numbers), threading.Event())
            heappush(self._waiting, mine)
        if mine.called.wait(self._patience):
            return True
        with self._lock:
            if mine not in self._waiting:  # called a moment ago
                return True
            self._waiting.remove(mine)
            heapify(self._waiting)
            return False

    def _give_up(self) -> bool:
        had = getattr(self._mine, "held", False)
        if had:
            self._mine.held = False
            with self._lock:
                if self._waiting:
                    heappop(self._waiting).called.set()
                else:
                    self._free += 1
        return had


_TURNS = Turns()
turn, away = _TURNS.turn, _TURNS.away
