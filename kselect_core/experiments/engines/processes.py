"""The tasks of an experiment in processes of this machine, which can be killed and are replaced."""

import os
import signal
import threading
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import partial
from threading import Event

from loky import ProcessPoolExecutor

from kselect_core.data import Dataset
from kselect_core.experiments.engines.computing import Assignment, Bench, Found
from kselect_core.experiments.ways.unit import Unit
from kselect_core.results.store import Failure
from kselect_core.selection.sweep.pool import worker_pool
from kselect_core.selection.sweep.workers import BROKEN, POLL, be_gentle, follow

AHEAD = 2
"""Assignments handed out per process: the next one waits beside it."""

ATTEMPTS = 2
"""So many times a task may kill its worker before it counts as failed."""

KILLED = (
    "its worker process was killed twice, probably because memory ran out; "
    "the other tasks continued"
)


@dataclass(frozen=True, slots=True)
class Processes:
    """Engine of so many processes on this machine."""

    workers: int

    def __call__(
        self,
        units: Sequence[Unit],
        data: Mapping[str, Dataset],
        assignments: Iterator[Assignment],
        cancel: Event | None,
    ) -> Generator[Found]:
        """Compute assignments; a killed worker is replaced and its tasks are tried again."""
        pool = _Pool(self.workers, units, data)
        try:
            yield from _rounds(pool, assignments, cancel)
        finally:
            pool.end()


class _Pool:
    """Worker processes, the assignments they are computing, and those suspected of killing them."""

    def __init__(self, workers: int, units: Sequence[Unit], data: Mapping[str, Dataset]) -> None:
        self.workers, self.units, self.data = workers, units, data
        self.running: dict[Future[Found], Assignment] = {}
        self.suspects: list[Assignment] = []
        self.returned: list[Assignment] = []
        self.killed = Counter[tuple[int, int]]()
        self._broken = False
        self._executor = self._started()

    @property
    def has_room(self) -> bool:
        """Whether another assignment can be submitted; a suspect is computed alone."""
        if self._broken:
            return False
        if self.suspects or any(self.killed[a.unit, a.tasks[0]] for a in self.running.values()):
            return not self.running
        return len(self.running) < AHEAD * self.workers

    def give(self, assignment: Assignment) -> None:
        """Submit an assignment; it comes back if a worker has died since the last look."""
        try:
            future = self._executor.submit(work, assignment)
        except BROKEN:
            if self.running:  # what they gave is collected first
                self.returned.append(assignment)
                self._broken = True
                return
            self._replace()
            future = self._executor.submit(work, assignment)
        self.running[future] = assignment

    def collect(self) -> Found:
        """What is finished by now, waiting a moment if nothing is."""
        done, _ = wait(self.running, timeout=POLL, return_when=FIRST_COMPLETED)
        batch: Found = []
        lost: list[Assignment] = []
        for future in done:
            assignment = self.running.pop(future)
            try:
                batch += future.result()
            except BROKEN:
                lost.append(assignment)
        if lost or (self._broken and not self.running):
            batch += self._after_a_death(lost)
        return batch

    def end(self) -> None:
        """End all processes, whatever they do."""
        self._executor.shutdown(wait=True, kill_workers=True)

    def _after_a_death(self, lost: list[Assignment]) -> Found:
        """Replace the processes; tasks that have killed twice fail, the others work alone first."""
        self._replace()
        batch: Found = []
        for future, assignment in self.running.items():
            if future.done() and future.exception() is None:
                batch += future.result()
            else:
                lost.append(assignment)
        self.running.clear()
        for unit, task in [(a.unit, task) for a in lost for task in a.tasks]:
            self.killed[unit, task] += 1
            if self.killed[unit, task] < ATTEMPTS:
                self.suspects.append(Assignment(unit, (task,)))
            else:
                batch.append(Failure(self.units[unit].key, task, ATTEMPTS, KILLED))
        return batch

    def _replace(self) -> None:
        """End all processes and start others."""
        self.end()
        self._broken = False
        self._executor = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return worker_pool(self.workers, partial(begin, self.units, dict(self.data), os.getpid()))


def _rounds(
    pool: _Pool, assignments: Iterator[Assignment], cancel: Event | None
) -> Generator[Found]:
    exhausted = False
    while not _stopped(cancel):
        exhausted = _submitted(pool, assignments, cancel, exhausted=exhausted)
        if pool.suspects and pool.has_room:
            pool.give(pool.suspects.pop())
        if not pool.running:
            return
        yield pool.collect()


def _submitted(
    pool: _Pool, assignments: Iterator[Assignment], cancel: Event | None, *, exhausted: bool
) -> bool:
    """Submit as much as the pool has room for; return whether no more assignments come."""
    while pool.has_room and not pool.suspects and (pool.returned or not exhausted):
        following = pool.returned.pop() if pool.returned else next(assignments, None)
        if following is None:
            exhausted = True
        elif _stopped(cancel):  # each may start a process
            break
        else:
            pool.give(following)
    return exhausted


def _stopped(cancel: Event | None) -> bool:
    return cancel is not None and cancel.is_set()


_bench: list[Bench] = []  # the one of this worker process
_parent: list[int] = []


def begin(units: Sequence[Unit], data: Mapping[str, Dataset], parent: int) -> None:
    """First act of a worker process: watch the parent, leave Ctrl-C to it, keep the data."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_gentle()
    threading.Thread(target=follow, args=(parent,), daemon=True).start()
    _bench[:], _parent[:] = [Bench(units, data)], [parent]


def work(assignment: Assignment) -> Found:
    """Compute an assignment in a worker process; without a parent nothing is begun any more."""
    batch: Found = []
    for task in assignment.tasks:
        if os.getppid() != _parent[0]:
            os._exit(1)
        batch += _bench[0].compute(Assignment(assignment.unit, (task,)))
    return batch
