"""Experiments that run beside the page: in turn, in processes, each result kept at once.

The thread here only keeps the books, and never speaks to Streamlit. What is finished stands in the
store, so that a reload, another browser or a new server goes on from there.
"""

import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal
from uuid import uuid4

import streamlit as st

from kselect_core.errors import BusyError, KselectError
from kselect_core.experiments.engines.execution import Progress, execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.plan import Plan, with_data
from kselect_core.results.store import Store
from kselect_ui.door.sharing import shared
from kselect_ui.server.line import AT_ONCE, CORES, Line, NoPlaceError, Ticket, line

LOG = logging.getLogger("kselect")
PATIENCE = 1.0  # seconds that Stop waits to show that it has stopped
WORKERS = AT_ONCE
MOST_WORKERS = AT_ONCE if shared() else max(2, CORES)

Phase = Literal["queued", "running", "finished", "stopped", "failed", "busy"]


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants to be run, and how."""

    plan: Plan
    path: Path  # of the store
    workers: int = WORKERS
    join: bool = False  # share the tasks with another process that is at it
    again: bool = False  # try what failed once more


@dataclass(frozen=True, slots=True)
class Status:
    """A snapshot of one experiment, for drawing."""

    hash: str
    phase: Phase
    position: int = 0  # in the queue, 1 = next
    seconds: float = 0.0
    seconds_left: float | None = None
    left: Mapping[str, float] = field(default_factory=dict)  # seconds by the key of a unit
    working_on: str = ""
    reason: str = ""

    @property
    def active(self) -> bool:
        """Whether it still waits or works."""
        return self.phase in ("queued", "running")


@dataclass
class _Job:
    order: Order
    status: Status
    started: float = 0.0
    cancel: threading.Event = field(default_factory=threading.Event)


class Experiments:
    """All experiments of this server process. Every public method may be called from any thread."""

    def __init__(self, queue: Line | None = None) -> None:
        self._line = Line() if queue is None else queue
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._jobs: dict[str, _Job] = {}
        self._changes = 0

    @property
    def changes(self) -> int:
        """Count of changes of phase: a page that saw the same number is up to date."""
        with self._lock:
            return self._changes

    def start(self, order: Order, owner: str = "") -> None:
        """Queue an experiment unless it waits or runs; what is too much is refused in words."""
        with self._lock:
            known = self._jobs.get(order.plan.hash)
            if known and known.status.active:
                return
            self._jobs.pop(order.plan.hash, None)
            job = _Job(order, Status(order.plan.hash, "queued"))
            self._jobs[order.plan.hash] = job
            self._changes += 1
        try:
            size = min(order.workers, MOST_WORKERS)
            self._line.join(Ticket(_place(job), owner, lambda: self._begin(job), size))
        except NoPlaceError as full:
            with self._lock:
                job.status = replace(job.status, reason=str(full))
                self._enter(job, "failed")

    def status(self, digest: str) -> Status | None:
        """Return how an experiment of this process stands; None if there is none."""
        with self._lock:
            job = self._jobs.get(digest)
            return self._described(job) if job else None

    def title(self, digest: str) -> str:
        """Return what an experiment of this process is called; nothing if there is none."""
        with self._lock:
            job = self._jobs.get(digest)
            return job.order.plan.protocol.name if job else ""

    def active(self) -> tuple[Status, ...]:
        """Return those that wait or run, in the order of their start."""
        with self._lock:
            return tuple(self._described(j) for j in self._jobs.values() if j.status.active)

    def stop(self, digest: str, *, patience: float = PATIENCE) -> None:
        """Ask an experiment to stop and wait a moment until it has; what is finished stays."""
        with self._lock:
            job = self._jobs.get(digest)
            if job is None:
                return
            job.cancel.set()
        waited = self._line.withdraw(_place(job))
        with self._lock:
            if waited:
                self._enter(job, "stopped")
            self._ended.wait_for(lambda: not job.status.active, timeout=patience)

    def _begin(self, job: _Job) -> None:
        """Let an experiment work whose turn has come."""
        with self._lock:
            job.started = time.monotonic()
            self._enter(job, "running")
        name = f"experiment-{job.status.hash[:8]}"
        threading.Thread(target=self._work, args=(job,), name=name, daemon=True).start()

    def _work(self, job: _Job) -> None:
        phase, reason = self._attempt(job)
        with self._lock:
            job.status = replace(self._described(job), reason=reason, seconds_left=None)
            self._enter(job, phase)
            self._ended.notify_all()
        self._line.leave(_place(job))

    def _attempt(self, job: _Job) -> tuple[Phase, str]:
        order = job.order
        try:
            prepared = with_data(order.plan)
            if job.cancel.is_set():
                return "stopped", ""
            with Store(order.path) as store:
                if order.again:
                    store.forgive([unit.key for unit in order.plan.distinct])
                finish = execute(
                    prepared,
                    store,
                    engine=Processes(min(order.workers, MOST_WORKERS)),
                    join=order.join,
                    on_progress=lambda progress: self._told(job, progress),
                    cancel=job.cancel,
                )
        except BusyError as error:
            return "busy", str(error)
        except KselectError as error:
            return "failed", str(error)
        except Exception:  # a bug must end in a failed experiment, not in a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            return "failed", f"Something unexpected happened (error {number}); the log has it."
        whole = finish.done + finish.failed >= finish.total
        return ("finished" if whole else "stopped"), ""

    def _told(self, job: _Job, progress: Progress) -> None:
        left = progress.seconds_left
        with self._lock:
            job.status = replace(
                job.status,
                seconds_left=left if left == left else None,  # noqa: PLR0124 (NaN)
                left=progress.left,
                working_on=progress.unit.title,
            )

    def _enter(self, job: _Job, phase: Phase) -> None:
        job.status = replace(job.status, phase=phase, position=0)
        self._changes += 1

    def _described(self, job: _Job) -> Status:
        if job.status.phase == "running":
            return replace(job.status, seconds=time.monotonic() - job.started)
        if job.status.phase == "queued":
            return replace(job.status, position=self._line.position(_place(job)))
        return job.status


def _place(job: _Job) -> str:
    return f"experiment {id(job)} {job.status.hash}"


@st.cache_resource(show_spinner=False)
def experiments() -> Experiments:
    """Return the one book-keeper of experiments of this server."""
    return Experiments(line())
