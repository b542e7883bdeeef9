"""Carry out a plan: what the store does not hold is computed, each result is kept at once."""

import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from time import monotonic
from types import MappingProxyType
from typing import NamedTuple

from kselect_core.experiments.engines.computing import Assignment, Engine, Found, in_this_process
from kselect_core.experiments.engines.writing import Writer
from kselect_core.experiments.plan.plan import Prepared
from kselect_core.experiments.ways.unit import Unit, finished_tasks
from kselect_core.results.record import Record
from kselect_core.results.runners import Runner
from kselect_core.results.store import Failure, Store

CLAIMED_FOR = 1.0
"""Tasks are claimed for about so many seconds of work, so that others can join in."""

BUNDLED_FOR = 0.02
"""Quick tasks are handed out together, for about so many seconds of one process."""

MOST_CLAIMED, MOST_BUNDLED = 256, 16
"""Bounds of these."""

BEAT_EVERY = 10.0
"""Seconds between two signs of life in the store."""


class Progress(NamedTuple):
    """How far a plan is: tasks of all units, the unit last worked on, and failures.

    ``left`` has the seconds left of each unit by its key, empty before anything was computed.
    """

    done: int
    total: int
    unit: Unit
    failed: int
    seconds: float
    seconds_left: float  # NaN before anything was computed
    left: Mapping[str, float] = MappingProxyType({})


class Finish(NamedTuple):
    """How carrying out a plan ended: tasks known, of how many, failed, computed now, seconds.

    ``mended`` rows were damaged in the store and have been computed again.
    """

    done: int
    total: int
    failed: int
    computed: int
    seconds: float
    mended: int = 0


def execute(
    prepared: Prepared,
    store: Store,
    *,
    engine: Engine = in_this_process,
    join: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Finish:
    """Compute what is missing of a plan; whatever ends this early, kept results stay.

    Raises BusyError if another process works on the plan, unless ``join``: then tasks are shared,
    each computed once. A task that fails is noted with its reason and is not tried again until
    ``store.forgive``. Set ``cancel`` to stop; the result says how much is done.
    """
    plan = prepared.plan
    store.register(plan.stored())
    runner = store.enter(plan.hash, join=join)
    try:
        with Writer(store) as writer:
            work = _Work(prepared, store, runner, writer, on_progress)
            assignments = work.assignments(getattr(engine, "workers", 1))
            with closing(engine(plan.distinct, prepared.data, assignments, cancel)) as batches:
                for batch in batches:
                    work.keep(batch)
            work.tell(at_once=True)
    finally:
        store.leave(runner)
    return work.finish()


class _Work:
    """The books of one run: what is open, what came in, how fast."""

    def __init__(
        self,
        prepared: Prepared,
        store: Store,
        runner: Runner,
        writer: Writer,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        self.units, self.store, self.runner = prepared.plan.distinct, store, runner
        self.writer = writer
        self.on_progress = on_progress
        self.mended = sum(store.mend(unit.key) for unit in self.units)
        self.done = {unit.key: finished_tasks(unit, store) for unit in self.units}
        failures = store.failures([unit.key for unit in self.units])
        self.failed = {(failure.unit, failure.task) for failure in failures}
        self.total = prepared.plan.count
        self.by_key = {unit.key: unit for unit in self.units}
        self.computed, self.began, self.beaten = 0, monotonic(), monotonic()
        self.worked_since = float("nan")  # when the first task began, as far as it can be told
        self.spent = dict.fromkeys(self.done, 0.0)  # seconds of the tasks computed here
        self.made = dict.fromkeys(self.done, 0)
        self.given: dict[str, set[int]] = {key: set() for key in self.done}

    def assignments(self, workers: int) -> Iterator[Assignment]:
        """Open tasks, unit by unit, claimed a little before they are handed out.

        A second look finds those that another process had claimed and left when it died.
        """
        for _ in ("first", "second"):
            for number, unit in enumerate(self.units):
                finished = self.store.finished(unit.key) | self.given[unit.key]
                tasks = [
                    task
                    for task in range(unit.count)
                    if task not in finished and (unit.key, task) not in self.failed
                ]
                yield from self._claimed(number, unit, tasks, workers)

    def _claimed(
        self, number: int, unit: Unit, tasks: list[int], workers: int
    ) -> Iterator[Assignment]:
        while tasks:
            size = max(2 * workers, self._tasks_in(unit, CLAIMED_FOR * workers, MOST_CLAIMED))
            mine = self.store.claim(self.runner, unit.key, tasks[:size])
            tasks = tasks[size:]
            self.given[unit.key].update(mine)
            yield from self._handed(number, unit, mine)

    def keep(self, batch: Found) -> None:
        """Have stored what came in, and tell what is."""
        if batch:
            self.writer.put(batch)
        self.tell()
        if monotonic() - self.beaten > BEAT_EVERY:
            self.store.beat(self.runner)
            self.beaten = monotonic()

    def tell(self, *, at_once: bool = False) -> None:
        """Count and tell what has come onto the disk."""
        for batch in self.writer.safe_batches(at_once=at_once):
            for outcome in batch:
                self._count(outcome)
            if self.on_progress is not None:
                self.on_progress(self._progress(self.by_key[batch[-1].unit]))

    def _count(self, outcome: Record | Failure) -> None:
        if isinstance(outcome, Failure):
            self.failed.add((outcome.unit, outcome.task))
            return
        if not self.computed:
            self.worked_since = monotonic() - outcome.seconds
        self.done[outcome.unit] += 1
        self.made[outcome.unit] += 1
        self.spent[outcome.unit] += outcome.seconds
        self.computed += 1

    def finish(self) -> Finish:
        """How it ended."""
        done = sum(finished_tasks(unit, self.store) for unit in self.units)
        seconds = monotonic() - self.began
        return Finish(done, self.total, len(self.failed), self.computed, seconds, self.mended)

    def _handed(self, number: int, unit: Unit, tasks: list[int]) -> Generator[Assignment]:
        while tasks:
            size = self._tasks_in(unit, BUNDLED_FOR, MOST_BUNDLED)
            yield Assignment(number, tuple(tasks[:size]))
            tasks = tasks[size:]

    def _tasks_in(self, unit: Unit, seconds: float, most: int) -> int:
        """Tasks of a unit that take about so long, from what was seen; at least one."""
        if not self.made[unit.key]:
            return 1
        each = self.spent[unit.key] / self.made[unit.key]
        return max(1, min(most, int(seconds / max(each, seconds / most))))

    def _progress(self, unit: Unit) -> Progress:
        done, seconds = sum(self.done.values()), monotonic() - self.began
        left = self._left(monotonic() - self.worked_since)
        rest = sum(left.values()) if left else float("nan")
        return Progress(done, self.total, unit, len(self.failed), seconds, rest, left)

    def _left(self, working: float) -> dict[str, float]:
        """Seconds for what is open of each unit: at its own pace, unseen ones at a cubic guess.

        So many seconds of tasks were done while processes have been ``working``.
        """
        worked = sum(self.spent.values())
        if not self.computed or not worked:
            return {}
        paces = {k: self.spent[k] / self.made[k] for k in self.spent if self.made[k]}
        timed = [(self.by_key[key], pace) for key, pace in paces.items()]
        size, pace = timed[-1][0].size, timed[-1][1]
        each = {u.key: paces.get(u.key, pace * (u.size / size) ** 3) for u in self.units}
        at_once = working / worked
        return {u.key: each[u.key] * (u.count - self.done[u.key]) * at_once for u in self.units}
