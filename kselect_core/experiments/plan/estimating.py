"""What a plan will cost: tasks, seconds, and whether memory forbids it, from short pilots."""

import json
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from kselect_core.data import Dataset
from kselect_core.errors import TooLargeError
from kselect_core.experiments.plan.outcomes import sound_tasks
from kselect_core.experiments.plan.plan import Prepared
from kselect_core.experiments.ways.sample_units import GROWTH
from kselect_core.experiments.ways.sweep_units import config_of
from kselect_core.experiments.ways.unit import Unit
from kselect_core.experiments.ways.ways import WAYS
from kselect_core.results.store import Store
from kselect_core.selection.sweep.estimate import START
from kselect_core.selection.sweep.memory import refuse_too_large

PATIENCE = 2.0
"""Seconds for all pilots together; what is not timed by then is told from its neighbour in size."""

CUBIC = 3.0
"""Power of n with which the time of a sweep's task grows."""

OWN_SIZE = ("pair", "size")
"""Entries in which units of small samples differ that one pilot serves."""


class DatasetEstimate(NamedTuple):
    """Cost of what is open on one data set."""

    dataset: str
    tasks_open: int
    tasks: int
    seconds: float


class PlanEstimate(NamedTuple):
    """Cost of what is open of a plan; ``refused`` says why it cannot run, or is empty."""

    seconds: float
    tasks_open: int
    tasks: int
    by_dataset: tuple[DatasetEstimate, ...]
    refused: str


class Pace(NamedTuple):
    """Seconds that a task of a unit of some size takes."""

    kind: str
    data: str
    size: int
    seconds: float


def estimated(prepared: Prepared, *, workers: int = 1, store: Store | None = None) -> PlanEstimate:
    """Cost of a plan with so many workers, without what the store holds already.

    Seconds are rough: a few tasks on a part of the data are timed, at most one pilot per data set
    and setting, the largest first, and for about two seconds in all.
    """
    units = prepared.plan.distinct
    left = {unit.key: _open(unit, store) for unit in units}
    paces = _paces([unit for unit in units if left[unit.key]], prepared)
    rows: dict[str, DatasetEstimate] = {}
    for unit in units:
        row = rows.get(unit.dataset, DatasetEstimate(unit.dataset, 0, 0, 0.0))
        seconds = left[unit.key] * paces.get(unit.key, 0.0) / workers
        rows[unit.dataset] = DatasetEstimate(
            unit.dataset,
            row.tasks_open + left[unit.key],
            row.tasks + unit.count,
            row.seconds + seconds,
        )
    tasks_open = sum(left.values())
    seconds = sum(row.seconds for row in rows.values()) + (START if tasks_open else 0.0)
    refused = _refused([unit for unit in units if left[unit.key]], workers)
    return PlanEstimate(seconds, tasks_open, prepared.plan.count, tuple(rows.values()), refused)


def _open(unit: Unit, store: Store | None) -> int:
    """Tasks of a unit that are neither finished nor given up; damaged ones are open again."""
    if store is None:
        return unit.count
    gone = sound_tasks(unit, store) | {failure.task for failure in store.failures([unit.key])}
    return unit.count - sum(task < unit.count for task in gone)


def _paces(units: Sequence[Unit], prepared: Prepared) -> dict[str, float]:
    """Seconds per task by unit: the largest units are timed first, as long as patience lasts."""
    by_size: dict[object, Pace] = {}
    paces: dict[str, float] = {}
    began = perf_counter()
    for unit in sorted(units, key=lambda unit: -unit.size):
        alike = _alike(unit)
        if alike not in by_size:
            patient = not by_size or perf_counter() - began < PATIENCE
            dataset = prepared.data.get(unit.digest)
            by_size[alike] = (
                _pilot(unit, dataset) if patient else _guess(unit, list(by_size.values()))
            )
        pace = by_size[alike]
        paces[unit.key] = pace.seconds * (unit.size / pace.size) ** _growth(unit)
    return paces


def _alike(unit: Unit) -> object:
    """What units that one pilot serves have in common."""
    if unit.kind != "small_samples":
        return unit.key
    settings = json.loads(unit.settings)
    common = {name: value for name, value in settings.items() if name not in OWN_SIZE}
    return (unit.kind, unit.digest, json.dumps(common, sort_keys=True))


def _pilot(unit: Unit, dataset: Dataset | None) -> Pace:
    return Pace(unit.kind, unit.digest, unit.size, WAYS[unit.kind].seconds(unit, dataset))


def _guess(unit: Unit, paces: Sequence[Pace]) -> Pace:
    """Pace of the same data set, else of the next one in size, scaled."""
    nearest = min(
        (pace for pace in paces if pace.kind == unit.kind),
        key=lambda pace: (pace.data != unit.digest, abs(pace.size - unit.size)),
        default=paces[-1],
    )
    seconds = nearest.seconds * (unit.size / nearest.size) ** _growth(unit)
    return Pace(unit.kind, unit.digest, unit.size, seconds)


def _growth(unit: Unit) -> float:
    return GROWTH if unit.kind == "small_samples" else CUBIC


def _refused(units: Sequence[Unit], workers: int) -> str:
    """Why memory forbids the largest sweep, or nothing."""
    for unit in sorted(units, key=lambda unit: -unit.size):
        if unit.kind == "sweep":
            try:
                refuse_too_large(config_of(unit), unit.size, workers=workers)
            except TooLargeError as error:
                return f"{unit.title}: {error}"
    return ""
