"""A book of jobs: work beside the pages, in turn, each key once, with progress and Stop.

Sweeps, experiments and tasks each have one. The thread of a job never speaks to Streamlit.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, Literal, NamedTuple, TypeVar
from uuid import uuid4

from kselect_core.errors import KselectError, StoppedError
from kselect_ui.server.line import Line, NoPlaceError, Ticket

LOG = logging.getLogger("kselect")
PATIENCE = 1.0  # seconds that Stop waits to show the job stopped

Phase = Literal["queued", "running", "finished", "cancelled", "failed"]


class Stage(NamedTuple):
    """What a job does after all that is counted, in words, and how far it is with that."""

    words: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Status:
    """A snapshot of one job, for drawing."""

    key: str
    title: str = ""
    phase: Phase = "queued"
    done: int = 0
    total: int = 0
    seconds: float = 0.0  # computing time, with that of earlier attempts
    seconds_left: float | None = None
    reason: str = ""  # why it failed, or why it is not kept on disk
    position: int = 0  # in the queue, 1 = next
    stage: Stage | None = None

    @property
    def active(self) -> bool:
        """Whether it still waits or works."""
        return self.phase in ("queued", "running")

    @property
    def share(self) -> float:
        """How much is done of what it does now, 0 to 1."""
        done, total = (self.done, self.total) if self.stage is None else self.stage[1:]
        return done / total if total else 0.0


@dataclass(kw_only=True)
class Job:
    """What a book knows of one piece of work; guarded by the book's lock."""

    status: Status
    owners: frozenset[str] = frozenset()  # of those who asked for it
    started: float = 0.0
    first: tuple[float, int] | None = None  # time and count of the first progress report
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def place(self) -> str:
        """Its key in the line; the same work started again is another one."""
        return f"{id(self)} {self.status.key}"

    def now(self) -> Status:
        """Return how it stands at this moment, without its place in the queue."""
        if self.status.phase != "running":
            return self.status
        now = time.monotonic()
        seconds = self.status.seconds + now - self.started
        return replace(self.status, seconds=seconds, seconds_left=self._seconds_left(now))

    def reported(self, done: int, total: int) -> None:
        """Take a progress report."""
        if self.first is None:
            self.first = (time.monotonic(), done)
        self.status = replace(self.status, done=done, total=total)

    def staged(self, stage: Stage) -> None:
        """Take what is done after all that was counted."""
        self.first = None
        self.status = replace(self.status, done=self.status.total, stage=stage)

    def _seconds_left(self, now: float) -> float | None:
        """Time the rest will take at the rate seen so far; None before there is a rate."""
        if self.first is None or self.status.done <= self.first[1]:
            return None
        since, before = self.first
        rate = (self.status.done - before) / (now - since)
        return (self.status.total - self.status.done) / rate


J = TypeVar("J", bound=Job)


class Book(ABC, Generic[J]):
    """All jobs of one kind of this server process. Any thread may call every public method."""

    def __init__(self, queue: Line | None = None) -> None:
        self._line = Line() if queue is None else queue
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._jobs: dict[str, J] = {}
        self._changes = 0

    @abstractmethod
    def _do(self, job: J) -> Phase:
        """Do the work, in its own thread; KselectError says why it failed, StoppedError nothing."""

    @property
    def changes(self) -> int:
        """Count of changes of phase: a page that saw the same number is up to date."""
        with self._lock:
            return self._changes

    def status(self, key: str) -> Status | None:
        """Return how a job of this process stands; None if there is none."""
        with self._lock:
            job = self._jobs.get(key)
            return self._described(job) if job else None

    def statuses(self) -> tuple[Status, ...]:
        """All jobs of this process, in the order in which they were submitted."""
        with self._lock:
            return tuple(self._described(job) for job in self._jobs.values())

    def active(self) -> tuple[Status, ...]:
        """Return those that wait or run, in the order in which they were submitted."""
        return tuple(status for status in self.statuses() if status.active)

    def owned(self, key: str, owner: str) -> bool:
        """Whether a visitor asked for a job."""
        with self._lock:
            job = self._jobs.get(key)
            return job is not None and owner in job.owners

    def stop(self, key: str, *, patience: float = PATIENCE) -> None:
        """Ask a job to stop and wait a moment until it has; a queued one leaves at once."""
        with self._lock:
            job = self._jobs.get(key)
        if job is not None:
            self._stop(job, patience)

    def end(self, *, patience: float) -> None:
        """Stop everything, what waits first, and wait until what is finished of it is kept."""
        with self._lock:
            left = [job for job in self._jobs.values() if job.status.active]
        for job in sorted(left, key=lambda job: job.status.phase != "queued"):
            self._stop(job, patience=0.0)
        with self._lock:
            self._ended.wait_for(lambda: not any(j.status.active for j in left), timeout=patience)

    def release(self, gone: frozenset[str]) -> None:
        """Stop what only visitors asked for who have gone; what is finished of it is kept."""
        with self._lock:
            left = [j for j in self._jobs.values() if j.status.active and j.owners <= gone]
        for job in left:
            self._stop(job, patience=0.0)

    def forget(self, key: str) -> None:
        """Drop a job that neither waits nor works, so that it can be started again."""
        with self._lock:
            job = self._jobs.get(key)
            if job and not job.status.active:
                del self._jobs[key]
                self._changes += 1

    def _submit(
        self, key: str, owner: str, make: Callable[[J | None], J], *, size: int = 1
    ) -> None:
        """Queue what ``make`` gives unless the job waits, runs, or need not be done again.

        ``make`` is handed the job that had this key before. ``size``: processors it keeps busy.
        """
        with self._lock:
            former = self._jobs.get(key)
            if former is not None:
                former.owners |= {owner}
                if former.status.active or self._has_all(former):
                    return
            job = make(former)
            job.owners |= {owner}
            self._put(key, job)
        try:
            self._line.join(Ticket(job.place, owner, partial(self._start, job), size))
        except NoPlaceError as full:
            self._refuse(job, former, full)

    def _has_all(self, job: J) -> bool:
        """Whether a job that has ended need not be done again."""
        return job.status.phase == "finished"

    def _refuse(self, job: J, former: J | None, full: NoPlaceError) -> None:  # noqa: ARG002 - some put it back
        """Note that a job found no place in the line."""
        with self._lock:
            self._enter(job, "failed", reason=str(full))

    def _settle(self, job: J, last: Status) -> Phase:  # noqa: ARG002 - some keep something
        """Keep what a job gave, before its end is announced; returns how it ended."""
        return last.phase

    def _put(self, key: str, job: J | None) -> None:
        """Let a job be the one of its key and the last in the order; None: nobody is."""
        self._jobs.pop(key, None)
        if job is not None:
            self._jobs[key] = job
        self._changes += 1

    def _start(self, job: J) -> None:
        """Let a job work whose turn has come."""
        with self._lock:
            job.started = time.monotonic()
            self._enter(job, "running")
        name = f"job-{job.status.key[:8]}"
        threading.Thread(target=self._work, args=(job,), name=name, daemon=True).start()

    def _stop(self, job: J, patience: float) -> None:
        job.cancel.set()
        waited = self._line.withdraw(job.place)
        with self._lock:
            if waited:
                self._enter(job, "cancelled")
            self._ended.wait_for(lambda: not job.status.active, timeout=patience)

    def _work(self, job: J) -> None:
        """Thread of one job, from start to end: settled first, then announced."""
        phase, reason = self._attempt(partial(self._do, job))
        with self._lock:
            last = replace(job.now(), phase=phase, reason=reason, seconds_left=None, stage=None)
        phase, trouble = self._attempt(partial(self._settle, job, last))
        with self._lock:
            job.status = replace(last, phase=phase, reason=reason or trouble)
            self._changes += 1
            self._ended.notify_all()
        self._line.leave(job.place)

    def _attempt(self, work: Callable[[], Phase]) -> tuple[Phase, str]:
        """Return how a piece of work ended, and why it failed."""
        try:
            return work(), ""
        except StoppedError:
            return "cancelled", ""
        except KselectError as error:
            return "failed", str(error)
        except Exception:  # a bug must end in a failed job, not in a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            return "failed", f"Something unexpected happened (error {number}); the log has it."

    def _reported(self, job: J, done: int, total: int) -> None:
        with self._lock:
            job.reported(done, total)

    def _enter(self, job: J, phase: Phase, reason: str = "") -> None:
        job.status = replace(job.status, phase=phase, reason=reason)
        self._changes += 1
        self._ended.notify_all()

    def _described(self, job: J) -> Status:
        status = job.now()
        if status.phase == "queued":
            return replace(status, position=self._line.position(job.place))
        return status
