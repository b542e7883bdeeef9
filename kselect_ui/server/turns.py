"""Pages take turns: few are made at the same time, so that each is soon ready.

Python lets one thread work at a time. Thirty pages begun together would all be ready at the end,
and the server's own loop, one thread among thirty, would answer nobody meanwhile.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2  # pages in the making
PATIENCE = 5.0  # seconds after which a page is made whoever else is at it


class Turns:
    """So many at a time, in the order in which they came; nobody waits longer than ``patience``."""

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._places = threading.BoundedSemaphore(at_once)
        self._patience = patience
        self._mine = threading.local()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn and have it while the block runs."""
        self._mine.held = self._places.acquire(timeout=self._patience)
        try:
            yield
        finally:
            self._give_up()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let another have this thread's turn while the block waits for something slow."""
        had = self._give_up()
        try:
            yield
        finally:
            if had:
                self._mine.held = self._places.acquire(timeout=self._patience)

    def _give_up(self) -> bool:
        had = getattr(self._mine, "held", False)
        if had:
            self._mine.held = False
            self._places.release()
        return had


_TURNS = Turns()
turn, away = _TURNS.turn, _TURNS.away
