"""A process that hires a worker, which is then in one of several states: `test_left` ends it.

``main(STATE, FILE)``: the file gets a line when the worker is there.
"""

import os
import time
from functools import partial

from kselect_core.selection.sweep.pool import worker_pool

ENDLESS = 10**14


def nothing():
    """Begin with nothing."""


def told(path):
    """Tell the number of this process."""
    with open(path, "a", encoding="ascii") as file:  # noqa: PTH123
        file.write(f"{os.getpid()}\n")


def held(path):
    """Compute in C, without an end, and let no other thread of Python run meanwhile."""
    told(path)
    return sum(range(ENDLESS))


def died(path, number):
    """Let a signal end this process."""
    told(path)
    os.kill(os.getpid(), number)
    time.sleep(60)


class Slow:
    """What is never unpickled: an import that takes for ever."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return held, (self.path,)

    def __call__(self):
        """Never come to this."""


def main(state, path, number=0):
    """Hire a worker and wait for it."""
    executor = worker_pool(1, Slow(path) if state == "beginning" else nothing)
    if state == "killed":
        try:
            executor.submit(partial(died, path, int(number))).result()
        finally:
            executor.shutdown(wait=True, kill_workers=True)
    executor.submit(partial(held, path)).result()
