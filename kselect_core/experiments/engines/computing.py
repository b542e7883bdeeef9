"""One process at work: it has the units and their data, and computes the tasks it is given."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from threading import Event
from time import perf_counter
from typing import NamedTuple, Protocol

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.experiments.ways.unit import Task, Unit
from kselect_core.experiments.ways.ways import WAYS
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.results.record import Record
from kselect_core.results.store import Failure

NO_MEMORY = "memory ran out"


class Assignment(NamedTuple):
    """Tasks of one unit that are handed out together; ``unit`` is its position in the plan."""

    unit: int
    tasks: tuple[int, ...]


Found = list[Record | Failure]


class Engine(Protocol):
    """What computes assignments as they are drawn, and gives back what was found, in any order.

    It draws only as many as it can keep busy with, stops soon after ``cancel`` is set, and ends
    its processes when the generator is closed. One that waits for others gives back nothing now and
    then, so that the books are looked at.
    """

    def __call__(
        self,
        units: Sequence[Unit],
        data: Mapping[str, Dataset],
        assignments: Iterator[Assignment],
        cancel: Event | None,
    ) -> Generator[Found]:
        """Compute."""
        ...


class Bench:
    """What a process keeps between tasks: the units, their data, and the unit it works on.

    Who calls it holds the process to one BLAS thread, so that results are the same everywhere.
    """

    def __init__(self, units: Sequence[Unit], data: Mapping[str, Dataset]) -> None:
        self._units, self._data = units, data
        self._current = -1
        self._task: Task | None = None

    def compute(self, assignment: Assignment) -> Found:
        """Records of the tasks; a task that raises one of our errors is a failure with reason."""
        return [self._one(assignment.unit, task) for task in assignment.tasks]

    def _one(self, number: int, task: int) -> Record | Failure:
        unit = self._units[number]
        began = perf_counter()
        try:
            lines = self._ready(number)(task)
        except KselectError as error:
            return Failure(unit.key, task, 1, str(error))
        except MemoryError:
            return Failure(unit.key, task, 1, NO_MEMORY)
        return Record(unit.key, task, lines, perf_counter() - began)

    def _ready(self, number: int) -> Task:
        if self._task is None or number != self._current:
            self._task = None
            unit = self._units[number]
            self._task = WAYS[unit.kind].start(unit, self._data.get(unit.digest))
            self._current = number
        return self._task


def in_this_process(
    units: Sequence[Unit],
    data: Mapping[str, Dataset],
    assignments: Iterator[Assignment],
    cancel: Event | None,
) -> Generator[Found]:
    """Engine that computes one task after the other in the calling process."""
    bench = Bench(units, data)
    with one_blas_thread():  # once: finding the libraries takes longer than a small task
        for assignment in assignments:
            for task in assignment.tasks:
                if cancel is not None and cancel.is_set():
                    return
                yield bench.compute(Assignment(assignment.unit, (task,)))
