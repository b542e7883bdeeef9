"""What a Dask worker does: it keeps units and data of the experiments it takes part in."""

import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from distributed import Worker, WorkerPlugin
from threadpoolctl import threadpool_info  # type: ignore[import-untyped]  # ships no types

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.experiments.engines.computing import Assignment, Bench, Found
from kselect_core.experiments.ways.unit import Unit
from kselect_core.linalg import one_blas_thread
from kselect_core.results.versions import versions

COMPARED = ("kselect", "python", "numpy", "scipy")
"""Versions that must be equal for equal results."""


class Supplies(WorkerPlugin):
    """What each worker gets once, when the experiment begins or when the worker comes later."""

    def __init__(
        self, run: str, units: Sequence[Unit], data: Mapping[str, Dataset], computes: str
    ) -> None:
        self.name = f"kselect-{run}"
        self.run, self.units, self.data, self.computes = run, tuple(units), dict(data), computes
        self.benches = dict[int, Bench]()
        self.checked = False

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 (called by Dask)
        """Keep everything; from the first experiment on, BLAS has one thread."""
        if not _supplies:
            _limits.enter_context(one_blas_thread())
        _supplies[self.run] = self

    def teardown(self, worker: Worker) -> None:  # noqa: ARG002 (called by Dask)
        """Forget everything; after the last experiment BLAS has the threads it had."""
        _supplies.pop(self.run, None)
        if not _supplies:
            _limits.close()

    def bench(self) -> Bench:
        """The bench of this thread: a worker may have several."""
        return self.benches.setdefault(threading.get_ident(), Bench(self.units, self.data))


_supplies: dict[str, Supplies] = {}  # of this worker process, by experiment
_limits = ExitStack()


def work(run: str, assignment: Assignment) -> Found:
    """Compute an assignment on a worker, if it computes like the process that asks."""
    supplies = _supplies.get(run)
    if supplies is None:
        raise KselectError("A Dask worker did not get the data of the experiment.")
    if not supplies.checked:
        refuse_other(supplies.computes, facts(), "A Dask worker")
        _refuse_threads()
        supplies.checked = True
    return supplies.bench().compute(assignment)


def facts() -> str:
    """Versions of what computes in this process, as JSON."""
    return versions()


def refuse_other(here: str, there: str, who: str) -> None:
    """Raise KselectError if results of another process could differ from those made here."""
    ours, theirs = json.loads(here), json.loads(there)
    differences = [
        f"{name} {theirs[name] or 'missing'} instead of {ours[name]}"
        for name in COMPARED
        if ours[name] != theirs[name]
    ]
    if differences:
        raise KselectError(
            f"{who} has {', '.join(differences)}. Install the same versions there: results of "
            "one experiment come from one program."
        )
    if _cores(ours["blas"]) != _cores(theirs["blas"]):
        raise KselectError(
            f"{who} computes with the BLAS core {' and '.join(_cores(theirs['blas']))}, this "
            f"process with {' and '.join(_cores(ours['blas']))}; last digits would differ. Set "
            "OPENBLAS_CORETYPE to one that all machines have, here and there."
        )


def _refuse_threads() -> None:
    """Raise KselectError if BLAS could not be held to one thread: another thread rules over it."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    if any(pool["num_threads"] != 1 for pool in pools):
        raise KselectError(
            "A Dask worker computes with several BLAS threads, which changes last digits, and "
            "cannot be held to one. Start the workers with OPENBLAS_NUM_THREADS=1, "
            "MKL_NUM_THREADS=1 and OMP_NUM_THREADS=1."
        )


def _cores(blas: str) -> list[str]:
    """Names of the processor kernels that BLAS libraries have chosen."""
    return sorted({library.split()[-1] for library in blas.split(", ") if library})
