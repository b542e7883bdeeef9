"""What all visitors share: results by a key that says everything they depend on, within a bound.

One store for arrays, tables and figures, instead of many caches that count entries and not bytes.
Thirty visitors who open the same page have it computed once: the others wait for the first. What
was used longest ago goes when the bound is passed.
"""

import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import update_wrapper
from hashlib import blake2b
from sys import getsizeof
from typing import Any, Generic, ParamSpec, TypeVar

import pandas as pd

from kselect_core.plotting.kit.written import Written, written

__all__ = ["BOUND", "Kept", "Shelf", "kept", "remembered", "shelf", "size_of"]

BOUND = 256 * 2**20  # bytes
LARGEST_KEY = 8 * 2**20  # bytes of the numbers in a figure; beyond, it is drawn each time
FORMS = 3  # a figure is also kept as it is sent, in usual and in large type
NUMBER = 32  # bytes of a number in a list
DEPTH = 8  # of parts within parts that are measured

P = ParamSpec("P")
T = TypeVar("T")


class Shelf:
    """Values by key, at most so many bytes of them. Any thread may call every method."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._lock = threading.Lock()
        self._values: OrderedDict[str, tuple[object, int]] = OrderedDict()
        self._making: dict[str, threading.Lock] = {}

    def get(self, key: str, make: Callable[[], T]) -> T:
        """Return the value of a key, made once, also for those who ask meanwhile."""
        found: tuple[T] | None = self._known(key)
        if found is not None:
            return found[0]
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            found = self._known(key)
            if found is not None:
                return found[0]
            try:
                value = make()
                self._put(key, value)
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return value

    def bytes(self) -> int:
        """Return the size of everything, as last measured."""
        with self._lock:
            return sum(size for _, size in self._values.values())

    def trim(self, bound: int | None = None) -> None:
        """Measure again what may have grown, and drop what was used longest ago."""
        with self._lock:  # figures do not grow
            growing = [(k, v) for k, (v, _) in self._values.items() if not isinstance(v, Written)]
        measured = {key: size_of(value) for key, value in growing}
        with self._lock:
            for key, (value, size) in self._values.items():
                self._values[key] = (value, measured.get(key, size))
            self._drop(self._bound if bound is None else bound)

    def forget(self, start: str) -> None:
        """Drop the values whose keys begin like this."""
        with self._lock:
            for key in [key for key in self._values if key.startswith(start)]:
                del self._values[key]

    def _known(self, key: str) -> Any:  # noqa: ANN401 (of any kind)
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return (self._values[key][0],)

    def _put(self, key: str, value: object) -> None:
        size = size_of(value) * (FORMS if isinstance(value, Written) else 1)
        with self._lock:
            self._values[key] = (value, size)
            self._drop(self._bound)

    def _drop(self, bound: int) -> None:
        total = sum(size for _, size in self._values.values())
        while total > bound and len(self._values) > 1:
            _, (_, size) = self._values.popitem(last=False)
            total -= size


_SHELF = Shelf()


def shelf() -> Shelf:
    """Return the one shelf of this server."""
    return _SHELF


class Kept(Generic[P, T]):
    """A function whose results are on the shelf."""

    def __init__(self, function: Callable[P, T]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}("
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result for these arguments, computed once."""
        key = f"{self._name}{args!r}{sorted(kwargs.items())!r}"
        return _SHELF.get(key, lambda: self._function(*args, **kwargs))

    def clear(self) -> None:
        """Forget all results of this function."""
        _SHELF.forget(self._name)


def kept(function: Callable[P, T]) -> Kept[P, T]:
    """Have a function's results on the shelf, by arguments that are short and say everything."""
    return Kept(function)


def remembered(draw: Callable[P, Any], *, height: int | None = None) -> Callable[P, Any]:
    """Have the figures of a function on the shelf, by the content of its arguments.

    ``height``: of the figure, where it is not its own.
    """

    def figure(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401 (Plotly has no types)
        def made() -> Any:  # noqa: ANN401
            new = draw(*args, **kwargs)
            if height is not None:
                new.update_layout(height=height)
            return written(new)

        try:
            content = pickle.dumps((args, kwargs), protocol=5)  # never read, only compared
        except (pickle.PicklingError, TypeError, AttributeError):
            return made()
        if len(content) > LARGEST_KEY:
            return made()
        digest = blake2b(content, digest_size=32).hexdigest()
        return _SHELF.get(f"{draw.__module__}.{draw.__qualname__} {height} {digest}", made)

    return figure


def size_of(value: object) -> int:
    """Return about how many bytes a value holds, with its parts, each counted once."""
    return _size(value, set(), DEPTH)


def _size(value: object, seen: set[int], depth: int) -> int:
    if id(value) in seen or depth == 0:
        return 0
    seen.add(id(value))
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(deep=True).sum())
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
