"""The tables that everything else is read from, derived from what the store holds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pandas as pd

from kselect_core.experiments.plan.plan import Plan
from kselect_core.experiments.ways.sweep_units import KERNEL
from kselect_core.experiments.ways.unit import Unit, no_outcomes
from kselect_core.experiments.ways.ways import WAYS
from kselect_core.results.record import Mark, Record, digest, digest_of, mark
from kselect_core.results.store import Store

TIMINGS = ("variant", "dataset", "criterion", "split", "seconds")
Timing = tuple[str, str, str, int, float]


class Kept(NamedTuple):
    """What the store holds of a plan: its results and their digest, its tasks and their time.

    ``outcomes`` has the error of every choice on every finished repetition, in the order of the
    plan: variant, dataset, setting, criterion, split, value (in the unit of the measure), best (on
    the grid), kernel, parameter, lambda, reason.

    ``timings`` has the CPU seconds of each criterion alone over all kernels of a split, with the
    kernel matrices: variant, dataset, criterion, split, seconds. It is empty where nothing was
    timed. A criterion called "kernel matrices" holds their part. Of small samples the size stands
    with the data set.
    """

    outcomes: pd.DataFrame
    timings: pd.DataFrame
    digest: str
    tasks: dict[str, set[int]]  # that could be read, by the key of their unit
    seconds: float  # of computing, all tasks together


def plan_tables(plan: Plan, store: Store) -> Kept:
    """All tables of a plan, every record read once; one unit at a time is in memory."""
    distinct = plan.distinct
    parts, rows, marks = [], list[Timing](), set[Mark]()
    tasks, seconds = dict[str, set[int]](), 0.0
    for unit in plan.units:
        records = tuple(store.records(unit.key))
        parts.append(WAYS[unit.kind].outcomes(unit, records, plan.protocol.varied(unit.variant)))
        rows += _timings(plan, unit, records)
        if unit in distinct:
            mine = [record for record in records if record.task < unit.count]
            marks.update(map(mark, mine))
            tasks[unit.key] = {record.task for record in mine}
            seconds += sum(record.seconds for record in mine)
    timed = pd.DataFrame(rows, columns=list(TIMINGS))
    return Kept(_joined(parts), timed, digest_of(marks), tasks, seconds)


def sound(plan: Plan, store: Store) -> dict[str, set[int]]:
    """Tasks of each unit of a plan whose rows can be believed, by the key of the unit."""
    return {unit.key: sound_tasks(unit, store) for unit in plan.distinct}


def sound_tasks(unit: Unit, store: Store) -> set[int]:
    """Tasks of a unit whose rows can be believed: every row is read, damaged ones are left out."""
    return {record.task for record in store.records(unit.key) if record.task < unit.count}


def results_digest(plan: Plan, store: Store) -> str:
    """SHA-256 of all results of a plan, whatever the order, the workers or the interruptions."""
    return digest(
        record
        for unit in plan.distinct
        for record in store.records(unit.key)
        if record.task < unit.count
    )


def _joined(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    filled = [part for part in parts if len(part)]
    return pd.concat(filled, ignore_index=True) if filled else no_outcomes()


def _timings(plan: Plan, unit: Unit, records: Iterable[Record]) -> Iterator[Timing]:
    labels = plan.protocol.varied(unit.variant).labels
    times: dict[tuple[str, int], list[float]] = {}
    for record in records:
        for line in record.lines:
            if line.kind == "seconds" and record.task < unit.count:
                split = record.task // unit.per_repeat
                times.setdefault((line.name, split), []).append(line.numbers[0])
    for (name, split), seconds in times.items():
        if len(seconds) < unit.per_repeat:
            continue
        kernels = 0.0 if name == KERNEL else sum(times.get((KERNEL, split), ()))
        label = "kernel matrices" if name == KERNEL else labels.get(name, name)
        name_of = ", ".join(part for part in (unit.dataset, unit.setting) if part)
        yield (unit.variant, name_of, label, split + unit.first, kernels + sum(seconds))
