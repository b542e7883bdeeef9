"""What a Dask worker does: it keeps what the runs need that it takes part in, and computes."""

import json
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from distributed import Worker, WorkerPlugin
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]  # ships no types

from kselect_core.errors import ClusterError, StoppedError
from kselect_core.linalg.machine.memory import memory_kept
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.results.versions import versions
from kselect_core.selection.sweep.dask.job import Begin, Compute

COMPARED = ("kselect", "python", "numpy", "scipy")
"""Versions that must be equal for equal results."""


class Room(NamedTuple):
    """How much a worker may take: its bytes, if they are bounded, and for how many threads."""

    bytes: int | None
    threads: int


class Supplies(WorkerPlugin):
    """What each worker gets once, when a run begins or when the worker comes later."""

    def __init__(self, run: str, begin: Begin, computes: str) -> None:
        self.name = f"kselect-{run}"
        self.run, self.begin, self.computes = run, begin, computes
        self.benches = dict[int, Compute]()
        self.checked = self.over = False

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 (called by Dask)
        """Keep everything; from the first run on, BLAS has one thread and memory is kept."""
        if not _supplies:
            _limits.enter_context(one_blas_thread())
            _limits.enter_context(memory_kept())
        _supplies[self.run] = self

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 (called by Dask)
        """Forget everything; after the last run threads and memory are as they were."""
        self.over = True
        _supplies.pop(self.run, None)
        if not _supplies:
            _limits.close()

    def pause(self) -> None:
        """End what is computed when nobody waits for it any more."""
        if self.over:
            raise StoppedError("The run is over.")

    def compute(self, assignment: object, ahead: Sequence[list[Any]] = ()) -> list[Any]:
        """Compute at the bench of this thread: a worker may have several."""
        me = threading.get_ident()
        if me not in self.benches:
            self.benches[me] = self.begin(self.pause)
        return self.benches[me](assignment, *ahead)


_supplies: dict[str, Supplies] = {}  # of this worker process, by run
_limits = ExitStack()


def work(run: str, assignment: object, ahead: Sequence[list[Any] | None] = ()) -> list[Any] | None:
    """Compute an assignment on a worker, if it computes like the process that asks.

    ``ahead`` is what this has given of what goes ahead of it. None if the worker leaves or the run
    is over, or that of another did: then it is not done.
    """
    supplies, known = _supplies.get(run), [found for found in ahead if found is not None]
    if supplies is None or len(known) < len(ahead):
        return None
    if not supplies.checked:
        refuse_other(supplies.computes, facts(), "A Dask worker")
        _refuse_threads()
        supplies.checked = True
    try:
        return supplies.compute(assignment, known)
    except StoppedError:
        return None


def room(dask_worker: Worker) -> Room:
    """How much this worker may take."""
    return Room(dask_worker.memory_manager.memory_limit, dask_worker.state.nthreads)


def facts() -> str:
    """Versions of what computes in this process, as JSON."""
    return versions()


def refuse_other(here: str, there: str, who: str) -> None:
    """Raise ClusterError if results of another process could differ from those made here."""
    ours, theirs = json.loads(here), json.loads(there)
    differences = [
        f"{name} {theirs[name] or 'missing'} instead of {ours[name]}"
        for name in COMPARED
        if ours[name] != theirs[name]
    ]
    if differences:
        raise ClusterError(
            f"{who} has {', '.join(differences)}. Install the same versions there: results of "
            "one table come from one program."
        )
    if _cores(ours["blas"]) != _cores(theirs["blas"]):
        raise ClusterError(
            f"{who} computes with the BLAS core {' and '.join(_cores(theirs['blas']))}, this "
            f"process with {' and '.join(_cores(ours['blas']))}; last digits would differ. Set "
            "OPENBLAS_CORETYPE to one that all machines have, here and there."
        )


def _refuse_threads() -> None:
    """Raise ClusterError if BLAS could not be held to one thread: another thread rules over it."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    if any(pool["num_threads"] != 1 for pool in pools):
        raise ClusterError(
            "A Dask worker computes with several BLAS threads, which changes last digits, and "
            "cannot be limited to one. Start the workers with OPENBLAS_NUM_THREADS=1, "
            "MKL_NUM_THREADS=1 and OMP_NUM_THREADS=1."
        )


def _cores(blas: str) -> list[str]:
    """Names of the processor kernels that BLAS libraries have chosen."""
    return sorted({library.split()[-1] for library in blas.split(", ") if library})
