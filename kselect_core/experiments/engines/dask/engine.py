"""The tasks of an experiment on the workers of a Dask scheduler, on this machine or on others."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from threading import Event
from types import ModuleType

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.experiments.engines.computing import Assignment, Found
from kselect_core.experiments.ways.unit import Unit


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
        with _team().connected(self.address) as client:
            return max(1, int(_team().threads(client)))

    def __call__(
        self,
        units: Sequence[Unit],
        data: Mapping[str, Dataset],
        assignments: Iterator[Assignment],
        cancel: Event | None,
    ) -> Generator[Found]:
        """Compute assignments on the workers."""
        with _team().connected(self.address) as client:
            yield from _team().results(client, units, data, assignments, cancel)


def _team() -> ModuleType:
    """The module that needs Dask, loaded when it is asked for."""
    try:
        return import_module("kselect_core.experiments.engines.dask.team")
    except ImportError as error:
        raise KselectError(
            "Dask is not installed here, or not all of it. Install kselect with its extra "
            "“distributed” (uv sync --extra distributed, or pip install 'kselect[distributed]') "
            f"here and on every worker. ({error})"
        ) from error
