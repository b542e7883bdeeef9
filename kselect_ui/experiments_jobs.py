"""Experiments that run beside the page: one at a time, in processes, each result kept at once.

The thread here only keeps the books, and never speaks to Streamlit. What is finished stands in the
store, so that a reload, another browser or a new server goes on from there.
"""

import logging
import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal
from uuid import uuid4

import streamlit as st

from kselect_core.errors import BusyError, KselectError
from kselect_core.experiments.execution import Progress, execute
from kselect_core.experiments.plan import Plan, with_data
from kselect_core.experiments.processes import Processes
from kselect_core.results.store import Store

LOG = logging.getLogger("kselect")
PATIENCE = 1.0  # seconds that Stop waits to show that it has stopped
WORKERS = max(1, (os.cpu_count() or 2) - 1)
MOST_WORKERS = max(2, os.cpu_count() or 2)

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

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._jobs: dict[str, _Job] = {}
        self._changes = 0

    @property
    def changes(self) -> int:
        """Count of changes of phase: a page that saw the same number is up to date."""
        with self._lock:
            return self._changes

    def start(self, order: Order) -> None:
        """Queue an experiment unless it waits or runs."""
        with self._lock:
            known = self._jobs.get(order.plan.hash)
            if known and known.status.active:
                return
            self._jobs.pop(order.plan.hash, None)
            self._jobs[order.plan.hash] = _Job(order, Status(order.plan.hash, "queued"))
            self._changes += 1
            self._next()

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
            if job.status.phase == "queued":
                self._enter(job, "stopped")
            self._ended.wait_for(lambda: not job.status.active, timeout=patience)

    def _next(self) -> None:
        jobs = list(self._jobs.values())
        if any(job.status.phase == "running" for job in jobs):
            return
        job = next((job for job in jobs if job.status.phase == "queued"), None)
        if job is None:
            return
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
            self._next()

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
                    engine=Processes(order.workers),
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
            queue = [j for j in self._jobs.values() if j.status.phase == "queued"]
            return replace(job.status, position=queue.index(job) + 1)
        return job.status


@st.cache_resource(show_spinner=False)
def experiments() -> Experiments:
    """Return the one book-keeper of experiments of this server."""
    return Experiments()
