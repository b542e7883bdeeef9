"""Experiments that run beside the page: in turn, in processes, each result kept at once.

What is finished stands in the store, so that a reload, another browser or a new server goes on
from there.
"""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from kselect_core.errors import BusyError
from kselect_core.experiments.engines.execution import Progress, execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.plan import Plan, with_data
from kselect_core.results.store import Store
from kselect_ui.door.sharing import shared
from kselect_ui.server.book import Book, Job, Phase, Status
from kselect_ui.server.line import AT_ONCE, CORES, line

WORKERS = AT_ONCE
MOST_WORKERS = AT_ONCE if shared() else max(2, CORES)


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants to be run, and how."""

    plan: Plan
    path: Path  # of the store
    workers: int = WORKERS
    join: bool = False  # share the tasks with another process that is at it
    again: bool = False  # try what failed once more


@dataclass(kw_only=True)
class _Experiment(Job):
    order: Order
    progress: Progress | None = None
    busy: bool = False  # another process is at work on it


class Experiments(Book[_Experiment]):
    """All experiments of this server process. Any thread may call every public method."""

    def start(self, order: Order, owner: str = "") -> None:
        """Queue an experiment unless it waits or runs; what is too much is refused in words."""
        status = Status(order.plan.hash, order.plan.protocol.name)
        size = min(order.workers, MOST_WORKERS)
        self._submit(
            status.key, owner, lambda _: _Experiment(order=order, status=status), size=size
        )

    def progress(self, digest: str) -> Progress | None:
        """Return what was last reported of an experiment of this process; None before that."""
        with self._lock:
            job = self._jobs.get(digest)
            return job.progress if job else None

    def busy(self, digest: str) -> bool:
        """Whether an experiment was not begun because another process is at work on it."""
        with self._lock:
            job = self._jobs.get(digest)
            return job is not None and job.busy

    def _has_all(self, job: _Experiment) -> bool:  # noqa: ARG002 - the store knows what is done
        return False

    def _do(self, job: _Experiment) -> Phase:
        order = job.order
        prepared = with_data(order.plan)
        if job.cancel.is_set():
            return "cancelled"
        try:
            with Store(order.path) as store:
                if order.again:
                    store.forgive([unit.key for unit in order.plan.distinct])
                finish = execute(
                    prepared,
                    store,
                    engine=Processes(min(order.workers, MOST_WORKERS)),
                    join=order.join,
                    on_progress=lambda progress: self._take(job, progress),
                    cancel=job.cancel,
                )
        except BusyError:
            job.busy = True
            raise
        return "finished" if finish.done + finish.failed >= finish.total else "cancelled"

    def _take(self, job: _Experiment, progress: Progress) -> None:
        with self._lock:
            job.progress = progress


@st.cache_resource(show_spinner=False)
def experiments() -> Experiments:
    """Return the one book-keeper of experiments of this server."""
    return Experiments(line())
