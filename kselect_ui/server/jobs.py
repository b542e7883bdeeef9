"""Sweeps that run beside the page: in turn, stoppable, resumable, kept when finished.

The work is done by the killable worker processes of `run_sweep`; the thread here only keeps the
books, and never speaks to Streamlit. A job is known by the digest of its configuration, so that
pressing Run twice, or in two browsers, gives one job.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
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
from kselect_ui.door.sharing import shared
from kselect_ui.server.job import Job, Phase, Status
from kselect_ui.server.line import AT_ONCE, Line, NoPlaceError, Ticket, line

__all__ = ["JobRegistry", "Status", "registry"]

LOG = logging.getLogger("kselect")
SAVE_EVERY = 3.0  # seconds between two saves of a partial table
TRY_AGAIN = 3.0  # seconds between two attempts to keep what ended, while the disk is full
PATIENCE = 1.0  # seconds that Stop waits to show the job stopped
WORKERS = AT_ONCE


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
        queue: Line | None = None,
    ) -> None:
        self._sweep = sweep
        self._workers = workers
        self._folder = folder
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._jobs: dict[str, Job] = {}
        self._line = Line() if queue is None else queue
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
            if known:
                known.owners |= {owner}
            if known and (known.status.active or self._has_all(known)):
                return digest
            frames, spent, owners = self._earlier(digest, known)
            status = Status(digest, "queued", title or config.dataset, total=len(config.items))
            everybody = owners | {owner}
            job = Job(config, dataset, everybody, status.title, status, frames, spent=spent)
            self._jobs[digest] = job
            self._changes += 1
        try:
            self._line.join(Ticket(digest, owner, lambda: self._start(job), self._workers))
        except NoPlaceError:
            with self._lock:
                self._put_back(digest, known)
            raise
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
            if job is None or not job.kept:
                return job.table() if job else empty()
        with suppress(StorageError):
            return runs.load(digest, folder=self._folder())
        return empty()

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
        waited = self._line.withdraw(digest)
        with self._lock:
            if waited:
                self._enter(job, "cancelled")
            self._ended.wait_for(lambda: not job.status.active, timeout=patience)

    def release(self, gone: frozenset[str]) -> None:
        """Stop what only visitors asked for who have gone; what is finished of it is kept."""
        with self._lock:
            left = [d for d, j in self._jobs.items() if j.status.active and j.owners <= gone]
        for digest in left:
            self.stop(digest, patience=0.0)

    def owned(self, digest: str, owner: str) -> bool:
        """Whether a visitor asked for a job."""
        with self._lock:
            job = self._jobs.get(digest)
            return job is not None and owner in job.owners

    def forget(self, digest: str) -> None:
        """Drop a job that is neither waiting nor working from memory."""
        with self._lock:
            job = self._jobs.get(digest)
            if job and not job.status.active:
                del self._jobs[digest]
                self._changes += 1

    def _earlier(
        self, digest: str, known: Job | None
    ) -> tuple[list[pd.DataFrame], float, frozenset[str]]:
        """Return rows, seconds and owners of an earlier attempt."""
        if known is not None and not known.kept:
            return known.frames, known.status.seconds, known.owners
        try:
            table = runs.load(digest, folder=self._folder())
            run = runs.read(digest, folder=self._folder())
        except StorageError:
            return [], 0.0, frozenset()
        return [table], run.seconds, frozenset(run.owners.split())

    def _has_all(self, job: Job) -> bool:
        """Whether a job is finished and its rows can be had."""
        if job.status.phase != "finished" or not job.kept:
            return job.status.phase == "finished"
        try:
            return runs.read(job.status.digest, folder=self._folder()).state == "finished"
        except StorageError:
            return False

    def _put_back(self, digest: str, known: Job | None) -> None:
        """Take back a job that found no place in the line."""
        del self._jobs[digest]
        if known:
            self._jobs[digest] = known
        self._changes += 1

    def _start(self, job: Job) -> None:
        """Let a job work whose turn has come."""
        with self._lock:
            job.started = time.monotonic()
            self._enter(job, "running")
        name = f"sweep-{job.status.digest[:8]}"
        threading.Thread(target=self._work, args=(job,), name=name, daemon=True).start()

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
            if not refusal:
                self._let_go(job)
            self._changes += 1
            self._ended.notify_all()
        self._line.leave(job.status.digest)
        if refusal:
            self._keep_when_there_is_room(job, last)

    def _keep_when_there_is_room(self, job: Job, last: Status) -> None:
        """Try again and again to keep what ended; memory has it, the pages show it meanwhile."""
        while True:
            time.sleep(TRY_AGAIN)
            with self._lock:
                if self._jobs.get(last.digest) is not job or job.status.active:
                    return  # forgotten, or computed again
            if not self._save(job, last):
                with self._lock:
                    job.status = last
                    self._let_go(job)
                    self._changes += 1
                return

    def _let_go(self, job: Job) -> None:
        """Hold no rows in memory that the folder has: a large sweep takes hundreds of megabytes."""
        job.kept, job.frames = True, []

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
            owners=" ".join(sorted(job.owners)) if shared() else "",
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
        return job.described(self._line.position(job.status.digest))


@st.cache_resource(show_spinner=False)
def registry() -> JobRegistry:
    """Return the one registry of this server."""
    return JobRegistry(queue=line())
