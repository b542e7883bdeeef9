"""Work of many steps: who is told of each, and what stops it between two of them."""

from collections.abc import Callable, Iterator, Sequence
from threading import Event
from typing import TypedDict, TypeVar

from kselect_core.errors import StoppedError

T = TypeVar("T")


class Listening(TypedDict, total=False):
    """Who is told of the steps done and of their number, and what stops the work."""

    on_progress: Callable[[int, int], None] | None
    cancel: Event | None


def look(cancel: Event | None, done: int, total: int, what: str) -> None:
    """Raise StoppedError once ``cancel`` is set; it says how many of what were computed."""
    if cancel is not None and cancel.is_set():
        raise StoppedError(f"Stopped: {done} of {total} {what} were computed.")


def watched(
    steps: Sequence[T],
    what: str,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
) -> Iterator[T]:
    """Steps one by one, each told of when it is done; raises StoppedError once ``cancel`` is set.

    ``what`` says in the plural what they are.
    """
    for done, step in enumerate(steps):
        look(cancel, done, len(steps), what)
        yield step
        if on_progress is not None:
            on_progress(done + 1, len(steps))
