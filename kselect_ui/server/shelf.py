"""What all visitors share: results by a key that says everything they depend on, within a bound.

One store for arrays, tables and figures, instead of many caches that count entries and not bytes.
Thirty visitors who open the same page have it computed once: the others wait for the first. What
was used longest ago goes when the bound is passed. What changes without its key, such as a folder,
is kept with a stamp: another stamp has it made again in the same place.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import fields, is_dataclass
from functools import wraps
from sys import getsizeof
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.written import Written
from kselect_ui.server.turns import away

if TYPE_CHECKING:
    from kselect_core.views.view import Place

BOUND = 256 * 2**20  # bytes
FORMS = 3  # a figure is also kept as it is sent, in usual and in large type
NUMBER = 32  # bytes of a number in a list
CELL = 16  # bytes of a cell of a table: a number has 8, a text its letters
PLAIN = (str, float, int, type(None))
DEPTH = 8  # of parts within parts that are measured

P = ParamSpec("P")
T = TypeVar("T")
At = TypeVar("At", bound="Place")


class _Place(NamedTuple):
    value: Any
    size: int  # bytes, as last measured
    stamp: Hashable


class Shelf:
    """Values by key, at most so many bytes of them. Any thread may call every method."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._lock = threading.Lock()
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._held = 0  # bytes: a sum over all places would be as long as the visit
        self._making: dict[str, threading.Lock] = {}

    def get(
        self, key: str, make: Callable[[], T], *, stamp: Hashable = None, saying: str = ""
    ) -> T:
        """Return the value of a key, made once, also for those who ask meanwhile.

        Whoever waits for it sees what is ``saying``, and lets others have the turn; a value of
        another ``stamp`` is made again.
        """
        place = self._place(key, stamp)
        if place is None:
            with self._lock:
                making = self._making.setdefault(key, threading.Lock())
            with st.spinner(saying) if saying else nullcontext(), _alone(making):
                place = self._place(key, stamp) or self._made(key, make, stamp)
        value: T = place.value
        return value

    def __len__(self) -> int:
        """How many values are here."""
        return len(self._places)

    def bytes(self) -> int:
        """Return the size of everything, as last measured."""
        with self._lock:
            return self._held

    def trim(self, bound: int | None = None) -> None:
        """Measure again what may have grown, and drop what was used longest ago."""
        with self._lock:  # figures do not grow
            places = [(k, p) for k, p in self._places.items() if not isinstance(p.value, Written)]
        measured = [(key, place, size_of(place.value)) for key, place in places]
        with self._lock:
            for key, place, size in measured:
                if self._places.get(key) is place:  # and was not made again meanwhile
                    self._places[key] = place._replace(size=size)
            self._held = sum(place.size for place in self._places.values())
            self._drop(self._bound if bound is None else bound)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._places.clear()
            self._held = 0

    def _place(self, key: str, stamp: Hashable) -> _Place | None:
        with self._lock:
            place = self._places.get(key)
            if place is None or place.stamp != stamp:
                return None
            self._places.move_to_end(key)
            return place

    def _made(self, key: str, make: Callable[[], object], stamp: Hashable) -> _Place:
        try:
            value = make()
            size = size_of(value) * (FORMS if isinstance(value, Written) else 1)
            place = _Place(value, size, stamp)
            with self._lock:
                before = self._places.pop(key, None)
                self._places[key] = place
                self._held += place.size - (before.size if before else 0)
                self._drop(self._bound)
        finally:
            with self._lock:
                self._making.pop(key, None)
        return place

    def _drop(self, bound: int) -> None:
        while self._held > bound and len(self._places) > 1:
            _, place = self._places.popitem(last=False)
            self._held -= place.size


@contextmanager
def _alone(making: threading.Lock) -> Iterator[None]:
    """Be the one who makes a value; whoever makes it now may need the turn of who waits for it."""
    while not making.acquire(blocking=False):
        with away(), making:
            pass  # it is there, or nobody could make it
    try:
        yield
    finally:
        making.release()


_SHELF = Shelf()


def shelf() -> Shelf:
    """Return the one shelf of this server."""
    return _SHELF


def kept(function: Callable[P, T]) -> Callable[P, T]:
    """Have a function's results on the shelf, by arguments that are short and say everything."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def result(*args: P.args, **kwargs: P.kwargs) -> T:
        key = f"{name}({args!r}{sorted(kwargs.items())!r}"
        return _SHELF.get(key, lambda: function(*args, **kwargs))

    return result


def of_place(what: str, at: At, work: Callable[[At], T], *options: object) -> T:
    """Return what is made of a place of a view, once for all who look at an equal one."""
    return _SHELF.get(key_of(what, at, *options), lambda: work(at))


def key_of(what: str, at: "Place", *options: object) -> str:
    """Return the key of what is made of a place: it says what is looked at, and all of where."""
    return " ".join([what, at.identity, at.made(), *map(str, options)])


def size_of(value: object) -> int:
    """Return about how many bytes a value holds, with its parts, each counted once."""
    return _size(value, set(), DEPTH)


def _size(value: object, seen: set[int], depth: int) -> int:
    if isinstance(value, PLAIN):
        return getsizeof(value)
    if id(value) in seen or depth == 0:
        return 0
    seen.add(id(value))
    if isinstance(value, pd.DataFrame):
        return CELL * value.size  # asking each column takes milliseconds
    nbytes = getattr(value, "nbytes", None)
    if isinstance(nbytes, int):
        return nbytes + getsizeof(value, 0) % 1024
    if isinstance(value, list | tuple) and value and isinstance(value[0], float | int | str):
        return getsizeof(value) + NUMBER * len(value)  # not one by one
    return getsizeof(value, 64) + sum(_size(part, seen, depth - 1) for part in _parts(value))


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        return [getattr(value, name, None) for name in names] + _attributes(value)
    return _attributes(value)


def _attributes(value: object) -> list[object]:
    if isinstance(value, type) or callable(value):
        return []
    return list(getattr(value, "__dict__", {}).values())
