"""What runs beside a test begins late: a test that only assumes that something has happened fails.

Python imports this file by itself in every process whose PYTHONPATH names this folder: `.ci/late`.
Where tests run, a thread begins when the test waits for anything, or after some seconds: a test
that waits takes no longer. Elsewhere threads and processes begin a little after they were started.
"""

import random
import selectors
import sys
import threading
import time
from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any, NamedTuple

LATEST = 0.3  # seconds until a process, a page or a thread of another process begins
LONGEST = 20.0  # seconds for which a thread is held: a test can wait in ways that are not seen here
CHANCE = random.SystemRandom()  # a test that seeds the other one must not make all lateness alike
PAGES, DRIVER = "ScriptRunner", "streamlit.testing"  # a page, and what runs it for a test


class Held(NamedTuple):
    """A thread that has not begun: what it waits for, who started it, whether for a page."""

    gate: threading.Event
    by: threading.Thread
    driven: bool


held: set[Held] = set()


def lateness() -> float:
    """Return some seconds, often none."""
    return CHANCE.choice((0.0, 1.0)) * CHANCE.uniform(0.0, LATEST)


def start(thread: threading.Thread) -> None:
    """Start a thread that does nothing yet."""
    run, gate = thread.run, threading.Event()
    of_a_test = "pytest" in sys.modules and not thread.name.startswith(PAGES)
    if of_a_test:
        held.add(Held(gate, threading.current_thread(), driven()))

    def late() -> None:
        if of_a_test:
            gate.wait(LONGEST)
        else:
            sleeps(lateness())
        run()

    thread.run = late  # type: ignore[method-assign]
    starts(thread)


def sleep(seconds: float) -> None:
    """Sleep, and sometimes longer: whoever looks again and again looks late."""
    sleeps(seconds + lateness())


def letting_go(wait: Callable[..., Any]) -> Callable[..., Any]:
    """Return what waits as well, and lets the threads begin that may be waited for."""

    @wraps(wait)
    def waiting(*given: Any, **named: Any) -> Any:
        if held and not called_by(lambda frame: frame.f_code is start.__code__):
            for one in filter(awaited, tuple(held)):
                held.discard(one)
                one.gate.set()
        return wait(*given, **named)

    return waiting


def awaited(one: Held) -> bool:
    """Whether this thread may wait for another: a test for any, all others for their own."""
    if threading.current_thread() is threading.main_thread() and not driven():
        return True
    return one.by is threading.current_thread() and one.driven == driven()


def driven() -> bool:
    """Whether this is called for a page that a test runs."""
    return called_by(lambda frame: DRIVER in frame.f_globals.get("__name__", ""))


def called_by(fits: Callable[[FrameType], bool]) -> bool:
    """Whether one of those that call fits."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - it has no other name
    while frame is not None and not fits(frame):
        frame = frame.f_back
    return frame is not None


sleeps, starts = time.sleep, threading.Thread.start
sleeps(lateness())
threading.Thread.start = start  # type: ignore[method-assign]
threading.Thread.join = letting_go(threading.Thread.join)  # type: ignore[method-assign]
threading.Condition.wait = letting_go(threading.Condition.wait)  # type: ignore[method-assign]
selectors.DefaultSelector.select = letting_go(  # type: ignore[method-assign]
    selectors.DefaultSelector.select
)
time.sleep = letting_go(sleep)
