"""A read-only table of interchangeable things, looked up by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from kselect_core.errors import UnknownNameError
from kselect_core.types import Named

T = TypeVar("T", bound=Named)


class _Table(dict[str, T]):
    kind: str

    def __missing__(self, name: str) -> T:
        raise UnknownNameError(self.kind, name, self)


def registry(kind: str, *items: T) -> Mapping[str, T]:
    """Immutable mapping from name to item; a failed look-up lists what exists."""
    table = _Table((item.name, item) for item in items)
    table.kind = kind
    if len(table) != len(items):
        raise ValueError(f"Two entries of the {kind} registry share a name.")
    return MappingProxyType(table)
