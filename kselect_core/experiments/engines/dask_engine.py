"""The tasks of an experiment on the workers of a Dask scheduler, on this machine or on others."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from kselect_core.data import Dataset
from kselect_core.experiments.engines.computing import Assignment, Bench, Found
from kselect_core.experiments.ways.unit import Unit
from kselect_core.linalg.tiled.tiles import Pause
from kselect_core.results.store import Failure
from kselect_core.selection.sweep.dask.job import KILLED, Job, team, threads_at

ATTEMPTS = 2
"""Workers that a task may kill: one with others beside it, one alone."""


@dataclass(frozen=True, slots=True)
class AtBench:
    """What the workers are sent: units and their data; each thread of theirs has a bench."""

    units: Sequence[Unit]
    data: Mapping[str, Dataset]

    def __call__(self, _: Pause) -> Callable[[Assignment], Found]:
        """Begin."""
        return Bench(self.units, self.data).compute


@dataclass(frozen=True, slots=True)
class DaskEngine:
    """Engine of the workers of a Dask scheduler, by its address ("tcp://10.0.0.5:8786").

    Units and data are sent to each worker once, also to one that comes later or is started again.
    The workers must have the versions and the BLAS core of this process, and are held to one BLAS
    thread while the experiment runs; those with several threads compute several tasks at once. A
    killed worker's tasks are done by others; a task that Dask gives up, and gives up again when it
    is alone, is a failure. A task that runs when ``cancel`` is set ends on its worker, unheard.
    Code is exchanged with the scheduler: use one that you trust.
    """

    address: str

    @property
    def workers(self) -> int:
        """Number of tasks that the workers can compute at once, at least one."""
        return threads_at(self.address)

    def __call__(
        self,
        units: Sequence[Unit],
        data: Mapping[str, Dataset],
        assignments: Iterator[Assignment],
        cancel: Event | None,
    ) -> Generator[Found]:
        """Compute assignments on the workers."""

        def killed(one: Assignment) -> Found:
            text = f"{KILLED}; the other tasks continued"
            return [Failure(units[one.unit].key, task, ATTEMPTS, text) for task in one.tasks]

        job = Job(AtBench(tuple(units), dict(data)), _singles, killed)
        with team().connected(self.address) as client:
            team().refuse_unlike(client)
            yield from team().results(client, job, assignments, cancel)


def _singles(assignment: Assignment) -> list[Assignment]:
    return [Assignment(assignment.unit, (task,)) for task in assignment.tasks]
