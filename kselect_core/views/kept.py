"""What places remember: results by a key that says everything they depend on."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")


class Keeper(Protocol):
    """Anything that makes a result once: the place itself, or what many share."""

    def get(self, key: str, make: Callable[[], T]) -> T:
        """Return the result of a key, made once."""
        ...


class Known:
    """Results that one place has made."""

    def __init__(self) -> None:
        self._results: dict[str, Any] = {}

    def get(self, key: str, make: Callable[[], T]) -> T:
        """Return the result of a key, made once."""
        if key not in self._results:
            self._results[key] = make()
        return cast("T", self._results[key])
