"""A unit of an experiment: one data set under one setting, and the numbers of its tasks."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.protocol.table_answers import Answers
from kselect_core.results.record import Line, Record
from kselect_core.results.store import Store

OUTCOMES: dict[str, str] = {
    "variant": "str",
    "dataset": "str",  # the name the source uses
    "setting": "str",
    "criterion": "str",  # the label the source uses
    "split": "int64",
    "value": "float64",  # in the unit of the measure; rates in per cent
    "best": "float64",  # the best on the grid; NaN where there is none
    "kernel": "str",
    "parameter": "float64",
    "lambda": "float64",
    "reason": "str",
}
"""Columns of the table that all results are read from, with their types."""

Task = Callable[[int], tuple[Line, ...]]
"""What a process calls for each task of a unit, once it has the data."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One data set under one setting of a protocol.

    Tasks are numbered repetition by repetition, ``per_repeat`` each, so that more repetitions go on
    from fewer. ``settings`` is the canonical JSON of all that a result depends on besides the
    data, whose content ``digest`` names ("" for data that a task draws itself); ``size`` are the
    points of a training part, ``tested`` those of a test part (0: not known). ``first`` is the
    number under which the first repetition is shown, ``classes`` the two that were kept of several,
    ``reading`` the options that a table is read with.
    """

    kind: str
    variant: str
    dataset: str
    data: str
    digest: str
    setting: str
    settings: str
    repeats: int
    per_repeat: int
    size: int
    first: int = 0
    classes: tuple[str, ...] = ()
    tested: int = 0
    reading: Answers = ()

    @property
    def key(self) -> str:
        """SHA-256 that identifies the rows of this unit: everything they depend on, no more."""
        return _key(self.kind, self.settings, self.digest)

    @property
    def count(self) -> int:
        """Number of tasks."""
        return self.repeats * self.per_repeat

    @property
    def title(self) -> str:
        """One line for people: data set, setting and variant."""
        return ", ".join(part for part in (self.dataset, self.setting, self.variant) if part)

    def plain(self) -> dict[str, Any]:  # Any: JSON values
        """Unit as JSON values; ``Unit(**plain)`` is the way back."""
        plain = asdict(self)
        if not self.reading:  # said only then, so that older plans are kept as they were
            del plain["reading"]
        return plain


class Way(NamedTuple):
    """How a kind of experiment is made into units, computed and read.

    ``units(protocol, variant, label, dataset)``; ``start(unit, dataset)`` is called once in each
    process; ``outcomes(unit, records, protocol)`` has the columns of `OUTCOMES`; ``seconds(unit,
    dataset)`` is about what one task takes.
    """

    units: Callable[[Protocol, str, str, Dataset | None], list[Unit]]
    start: Callable[[Unit, Dataset | None], Task]
    outcomes: Callable[[Unit, Iterable[Record], Protocol], pd.DataFrame]
    seconds: Callable[[Unit, Dataset | None], float]


@lru_cache(maxsize=256)  # it is asked for with every task
def _key(*facts: str) -> str:
    return sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()


def canonical(settings: object) -> str:
    """Canonical JSON: sorted keys, no spaces, shortest exact numbers."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def finished_tasks(unit: Unit, store: Store) -> int:
    """Number of tasks of a unit that the store holds; those of more repetitions do not count."""
    return sum(task < unit.count for task in store.finished(unit.key))


def whole_repeats(unit: Unit, records: Iterable[Record]) -> dict[int, list[Record]]:
    """Records of every repetition that is complete, by its number."""
    by_repeat: dict[int, list[Record]] = {}
    for record in records:
        if record.task < unit.count:
            by_repeat.setdefault(record.task // unit.per_repeat, []).append(record)
    return {repeat: rows for repeat, rows in by_repeat.items() if len(rows) == unit.per_repeat}


def no_outcomes() -> pd.DataFrame:
    """Return the table of outcomes without rows."""
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in OUTCOMES.items()})
