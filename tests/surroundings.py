"""What a test could leave behind for the next: variables, folder, signals, tables of modules."""

import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from operator import is_
from types import ModuleType

import numpy as np

OURS = ("kselect", "kselect_core", "kselect_ui")
PREFIX = "KSELECT_"  # other variables change for a moment while a process is started
SIGNALS = (signal.SIGINT, signal.SIGTERM)
TABLES = (dict, list, set)


class Surroundings:
    """All that a test must leave as it was; looking at it takes a tenth of a millisecond."""

    def __init__(self) -> None:
        self._modules = 0
        self._known: dict[str, tuple[ModuleType, dict[str, object]]] = {}
        self._tables: dict[str, object] = {}

    def look(self) -> dict[str, object]:
        """Names and values; of a table, what is in it: held, so that none takes its place."""
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            self._know()
        ours = {name: os.environ[name] for name in os.environ if name.startswith(PREFIX)}
        seen: dict[str, object] = {"variables": ours}
        with suppress(FileNotFoundError):
            seen["working folder"] = os.getcwd()  # noqa: PTH109 - twice as fast
        if threading.current_thread() is threading.main_thread():
            seen |= {kind.name: signal.getsignal(kind) for kind in SIGNALS}
        seen |= {"numpy.errstate": np.geterr(), "__main__": sys.modules["__main__"]}
        return seen | {name: contents(table) for name, table in self._tables.items()}

    def _know(self) -> None:
        """Find the tables of modules that are new; those of all take nine milliseconds."""
        before, self._known = self._known, {}
        for place, module in list(sys.modules.items()):
            if place.partition(".")[0] in OURS:
                known = before.get(place)
                found = known[1] if known and known[0] is module else dict(tables(place, module))
                self._known[place] = module, found
        self._tables = {
            name: one for _, found in self._known.values() for name, one in found.items()
        }


def tables(place: str, module: ModuleType) -> Iterator[tuple[str, object]]:
    """Lists, dictionaries and sets that stand at the top of a module, with their names."""
    for name, value in list(vars(module).items()):
        if type(value) in TABLES and not name.startswith("__"):
            yield f"{place}.{name}", value


def contents(table: object) -> list[object]:
    """What is in a table, a dictionary's keys before its values."""
    return [*table, *table.values()] if isinstance(table, dict) else list(table)  # type: ignore[call-overload]


def left(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """Names of what is otherwise than before; a module that is new is no difference."""
    return [name for name in before if name in after and not same(before[name], after[name])]


def same(first: object, second: object) -> bool:
    """Whether nothing changed: two lists hold the same objects, anything else is equal."""
    if not isinstance(first, list) or not isinstance(second, list):
        return first == second
    return len(first) == len(second) and all(map(is_, first, second))
