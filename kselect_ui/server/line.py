"""The line in front of the processors: what works, what waits, and whose turn is next.

On a shared server sweeps, experiments and tasks stand in one line. Whoever was served least comes
next; nobody works twice at once, and nobody waits twice.
"""

import os
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from kselect_core.errors import KselectError
from kselect_ui.door.sharing import shared

CORES = max(1, os.cpu_count() or 1)
AT_ONCE = max(1, CORES // 2) if shared() else max(1, CORES - 1)
"""Worker processes of one sweep: for a class two visitors are served at once."""

MOST_WAITING = 60
EACH = 2  # works and waiting works of one visitor
REMEMBERED = 1000  # visitors whose turns are counted


class NoPlaceError(KselectError):
    """Nothing more can be started now; the message says what to wait for."""


@dataclass(frozen=True)
class Ticket:
    """A place in the line; ``start`` is called when its turn has come, from any thread."""

    key: str
    owner: str
    start: Callable[[], None]
    size: int = 1  # processors that it keeps busy


class Line:
    """Who works and who waits. Any thread may call every method; none holds a lock while it does.

    ``places`` processors are shared out. ``each`` limits what one owner may have in the line,
    ``most`` how many wait; None: no limit.
    """

    def __init__(
        self, places: int = 1, *, each: int | None = None, most: int | None = None
    ) -> None:
        self._places, self._each, self._most = places, each, most
        self._lock = threading.Lock()
        self._waiting: list[Ticket] = []
        self._working: dict[str, Ticket] = {}
        self._served: Counter[str] = Counter()

    def join(self, ticket: Ticket) -> None:
        """Wait for a place, or start at once; refuses in words what is too much."""
        with self._lock:
            self._check(ticket.owner)
            self._waiting.append(ticket)
            turn = self._turn()
        for next_one in turn:
            next_one.start()

    def withdraw(self, key: str) -> bool:
        """Step out of the line; whether it was waiting in it."""
        with self._lock:
            waited = any(ticket.key == key for ticket in self._waiting)
            self._waiting = [ticket for ticket in self._waiting if ticket.key != key]
            turn = self._turn()
        for next_one in turn:
            next_one.start()
        return waited

    def leave(self, key: str) -> None:
        """Give the place of what worked to the next."""
        with self._lock:
            self._working.pop(key, None)
            turn = self._turn()
        for next_one in turn:
            next_one.start()

    def position(self, key: str) -> int:
        """Place among those that wait, 1 = next; 0 for what does not wait."""
        with self._lock:
            order = [ticket.key for ticket in self._order()]
            return order.index(key) + 1 if key in order else 0

    def _check(self, owner: str) -> None:
        everything = [*self._waiting, *self._working.values()]
        own = sum(ticket.owner == owner for ticket in everything)
        if self._each is not None and own >= self._each:
            raise NoPlaceError(
                f"Nothing more was started: {own} of your computations run or wait already, and "
                "the others in the class wait as well. Wait until one has ended, or stop one."
            )
        if self._most is not None and len(self._waiting) >= self._most:
            raise NoPlaceError(
                f"Nothing more was started: {len(self._waiting)} computations wait already, more "
                "than this server takes at once. Try again in some minutes."
            )

    def _order(self) -> list[Ticket]:
        """Return the waiting in the order of their turns: who was served least first."""
        served, ahead, turns = self._served, Counter[str](), []
        for number, ticket in enumerate(self._waiting):
            turns.append((served[ticket.owner] + ahead[ticket.owner], number))
            ahead[ticket.owner] += 1
        return [self._waiting[number] for _, number in sorted(turns)]

    def _turn(self) -> list[Ticket]:
        """Take out of the line what can start now. The first waits until it fits."""
        turn = []
        for ticket in self._order():
            if self._each is not None and any(
                other.owner == ticket.owner for other in self._working.values()
            ):
                continue  # the own work comes first
            used = sum(other.size for other in self._working.values())
            if self._working and used + ticket.size > self._places:
                break
            self._waiting.remove(ticket)
            self._working[ticket.key] = ticket
            self._count(ticket.owner)
            turn.append(ticket)
        return turn

    def _count(self, owner: str) -> None:
        self._served[owner] += 1
        if len(self._served) > REMEMBERED:
            here = {t.owner for t in (*self._waiting, *self._working.values())}
            self._served = Counter({o: n for o, n in self._served.items() if o in here})


def line() -> Line:
    """Return the line of a book-keeper: the one of the server if it is shared, else its own."""
    return _shared_line() if shared() else Line()


@st.cache_resource(show_spinner=False)
def _shared_line() -> Line:
    return Line(CORES, each=EACH, most=MOST_WAITING)
