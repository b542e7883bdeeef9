"""Sweeps that run beside the page: one at a time, stoppable, resumable, kept when finished.

The work is done by the killable worker processes of `run_sweep`; the thread here only keeps the
books, and never speaks to Streamlit. A job is known by the digest of its configuration, so that
pressing Run twice, or in two browsers, gives one job.
"""

import logging
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import pandas as pd
import streamlit as st

from kselect_core.data import Dataset
from kselect_core.errors import KselectError, StorageError, SweepCancelledError
from kselect_core.results import runs
from kselect_core.results.table import empty
from kselect_core.selection import SweepConfig, run_sweep
from kselect_ui.job import Job, Phase, Status

__all__ = ["JobRegistry", "Status", "registry"]

LOG = logging.getLogger("kselect")
SAVE_EVERY = 3.0  # seconds between two saves of a partial table
PATIENCE = 1.0  # seconds that Stop waits to show the job stopped
WORKERS = max(1, (os.cpu_count() or 2) - 1)


class Sweeper(Protocol):
    """What runs a sweep: `run_sweep`, or a stand-in in the tests."""

    def __call__(  # noqa: PLR0913 - the signature of run_sweep
        self,
        config: SweepConfig,
        *,
        dataset: Dataset | None,
        workers: int | None,
        on_progress: Callable[[int, int], None] | None,
        on_rows: Callable[[pd.DataFrame], None] | None,
        cancel: threading.Event | None,
        done: pd.DataFrame | None,
    ) -> pd.DataFrame: ...


class JobRegistry:
    """All sweeps of this server process. Every public method may be called from any thread."""

    def __init__(
        self,
        sweep: Sweeper = run_sweep,
        *,
        workers: int = WORKERS,
        folder: Callable[[], Path] = runs.runs_folder,
    ) -> None:
        self._sweep = sweep
        self._workers = workers
        self._folder = folder
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._jobs: dict[str, Job] = {}
        self._queue: list[str] = []
        self._running: str | None = None
        self._served: Counter[str] = Counter()
        self._changes = 0

    @property
    def changes(self) -> int:
        """Count of changes of phase: a page that saw the same number is up to date."""
        with self._lock:
            return self._changes

    def submit(
        self, config: SweepConfig, dataset: Dataset, *, owner: str = "", title: str = ""
    ) -> str:
        """Queue a sweep unless it is queued, running or finished; returns its digest.

        The rows of an earlier attempt, in memory or in the folder of runs, are not computed again.
        """
        digest = config.digest()
        with self._lock:
            known = self._jobs.get(digest)
            if known and (known.status.active or known.status.phase == "finished"):
                return digest
            frames, spent = self._earlier(digest, known)
            status = Status(digest, "queued", title or config.dataset, total=len(config.items))
            self._jobs[digest] = Job(
                config, dataset, owner, status.title, status, frames, spent=spent
            )
            self._queue.append(digest)
            self._changes += 1
            self._next()
        return digest

    def status(self, digest: str) -> Status | None:
        """Return how a job of this process stands; None if there is none."""
        with self._lock:
            job = self._jobs.get(digest)
            return self._described(job) if job else None

    def statuses(self) -> tuple[Status, ...]:
        """All jobs of this process, in the order in which they were submitted."""
        with self._lock:
            return tuple(self._described(job) for job in self._jobs.values())

    def table(self, digest: str) -> pd.DataFrame:
        """Rows known so far (all of them, if it is finished); no rows for an unknown job."""
        with self._lock:
            job = self._jobs.get(digest)
            return job.table() if job else empty()

    def config(self, digest: str) -> SweepConfig | None:
        """Return the configuration of a job of this process; None if there is none."""
        with self._lock:
            job = self._jobs.get(digest)
            return job.config if job else None

    def stop(self, digest: str, *, patience: float = PATIENCE) -> None:
        """Ask a job to stop and wait a moment until it has; a queued one leaves at once."""
        with self._lock:
            job = self._jobs.get(digest)
            if job is None:
                return
            job.cancel.set()
            if digest in self._queue:
                self._queue.remove(digest)
                self._enter(job, "cancelled")
            self._ended.wait_for(lambda: not job.status.active, timeout=patience)

    def forget(self, digest: str) -> None:
        """Drop a job that is neither waiting nor working from memory."""
        with self._lock:
            job = self._jobs.get(digest)
            if job and not job.status.active:
                del self._jobs[digest]
                self._changes += 1

    def _earlier(self, digest: str, known: Job | None) -> tuple[list[pd.DataFrame], float]:
        if known is not None:
            return known.frames, known.status.seconds
        try:
            table = runs.load(digest, folder=self._folder())
            seconds = runs.read(digest, folder=self._folder()).seconds
        except StorageError:
            return [], 0.0
        return [table], seconds

    def _next(self) -> None:
        """Start the waiting job of the owner who was served least, if nothing runs."""
        if self._running is not None or not self._queue:
            return
        digest = min(self._queue, key=lambda d: self._served[self._jobs[d].owner])
        self._queue.remove(digest)
        job = self._jobs[digest]
        self._served[job.owner] += 1
        self._running = digest
        job.started = time.monotonic()
        self._enter(job, "running")
        threading.Thread(
            target=self._work, args=(job,), name=f"sweep-{digest[:8]}", daemon=True
        ).start()

    def _work(self, job: Job) -> None:
        """Book-keeping thread of one job, from start to end: kept first, then announced."""
        phase, reason = self._attempt(job)
        with self._lock:
            last = replace(
                self._described(job), phase=phase, reason=reason, seconds_left=None, position=0
            )
        refusal = self._save(job, last)
        with self._lock:
            job.dataset = None  # data are not held longer than needed
            job.status = replace(last, reason=reason or refusal)
            self._running = None
            self._changes += 1
            self._ended.notify_all()
            self._next()

    def _attempt(self, job: Job) -> tuple[Phase, str]:
        done = job.table()
        try:
            table = self._sweep(
                job.config,
                dataset=job.dataset,
                workers=self._workers,
                on_progress=partial(self._progress, job),
                on_rows=partial(self._rows, job),
                cancel=job.cancel,
                done=None if done.empty else done,
            )
        except SweepCancelledError as stopped:
            if isinstance(stopped.table, pd.DataFrame):
                job.frames = [stopped.table]
            return "cancelled", ""
        except KselectError as error:
            rows: object = getattr(error, "table", None)
            if isinstance(rows, pd.DataFrame):
                job.frames = [rows]
            return "failed", str(error)
        except Exception:  # a bug must end in a failed job, not in a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            return "failed", f"Something unexpected happened (error {number}); the log has it."
        job.frames = [table]
        return "finished", ""

    def _progress(self, job: Job, done: int, total: int) -> None:
        with self._lock:
            job.reported(done, total)

    def _rows(self, job: Job, rows: pd.DataFrame) -> None:
        with self._lock:
            job.frames.append(rows)
            now = self._described(job)
        if time.monotonic() - job.saved > SAVE_EVERY:
            refusal = self._save(job, now)
            with self._lock:
                job.status = replace(job.status, reason=refusal)

    def _save(self, job: Job, now: Status) -> str:
        """Keep the job in the folder of runs; returns why not, if not."""
        job.saved = time.monotonic()
        with self._lock:
            table = job.table()
        run = runs.Run(
            digest=now.digest,
            state="running" if now.phase == "queued" else now.phase,
            config=job.config.to_toml(),
            title=job.title,
            done=now.done,
            total=now.total,
            seconds=now.seconds,
            saved=time.time(),
            reason=now.reason,
            undefined=int(table.loc[table["kind"] == "criterion", "value"].isna().sum()),
            pid=os.getpid(),
        )
        try:
            runs.save(run, table, folder=self._folder())
        except StorageError as error:
            LOG.warning("%s", error)
            return str(error)
        return ""

    def _enter(self, job: Job, phase: Phase) -> None:
        job.status = replace(self._described(job), phase=phase, position=0)
        self._changes += 1

    def _described(self, job: Job) -> Status:
        digest = job.status.digest
        return job.described(self._queue.index(digest) + 1 if digest in self._queue else 0)


@st.cache_resource(show_spinner=False)
def registry() -> JobRegistry:
    """Return the one registry of this server."""
    return JobRegistry()
