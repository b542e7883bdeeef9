"""Sweeps that run beside the page: in turn, stoppable, resumable, kept when finished.

The work is done by the killable worker processes of `run_sweep`; the thread here only keeps the
books, and never speaks to Streamlit. A job is known by the digest of its configuration, so that
pressing Run twice, or in two browsers, gives one job.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pandas as pd
import streamlit as st

from kselect_core.data import Dataset
from kselect_core.errors import KselectError, StorageError
from kselect_core.results import runs
from kselect_core.results.table import KernelEigenvalues, empty
from kselect_core.selection import SweepConfig, run_sweep
from kselect_core.selection.config.config import RANDOM
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.words.sweeps import round_text
from kselect_ui.door.sharing import shared
from kselect_ui.server.book import Book, Job, Phase, Stage, Status
from kselect_ui.server.line import AT_ONCE, Line, NoPlaceError, line

LOG = logging.getLogger("kselect")
SAVE_EVERY = 3.0  # seconds between two saves of a partial table
TRY_AGAIN = 3.0  # seconds between two attempts to keep what ended, while the disk is full
WORKERS = AT_ONCE
SCHEDULER = "KSELECT_SCHEDULER"
"""Variable with the address of a Dask scheduler: its workers compute the sweeps of this server.

Who starts the server gives it, and no visitor: code is exchanged with a scheduler."""


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
        on_round: Callable[[Round], None] | None,
        on_eigenvalues: Callable[[KernelEigenvalues], None] | None,
        cancel: threading.Event | None,
        done: pd.DataFrame | None,
    ) -> pd.DataFrame:
        """Rows of the table, as `run_sweep` gives them."""


@dataclass(kw_only=True)
class _Sweep(Job):
    """One sweep: its rows and eigenvalues so far, and whether they are on the disk."""

    config: SweepConfig
    dataset: Dataset | None
    frames: list[pd.DataFrame] = field(default_factory=list)
    eigenvalues: list[KernelEigenvalues] = field(default_factory=list)
    saved: float = 0.0
    kept: bool = False  # all rows are in the folder of runs, and no longer in memory
    refusal: str = ""  # why they are not

    def now(self) -> Status:
        """Return how it stands; that it cannot be kept is said where nothing worse is."""
        status = super().now()
        return replace(status, reason=status.reason or self.refusal)

    def table(self) -> pd.DataFrame:
        """Return all rows so far as one frame, joined once."""
        if len(self.frames) > 1:
            filled = [frame for frame in self.frames if len(frame)]
            self.frames = [pd.concat(filled, ignore_index=True)] if filled else []
        return self.frames[0] if self.frames else empty()


class JobRegistry(Book[_Sweep]):
    """All sweeps of this server process. Any thread may call every public method."""

    def __init__(
        self,
        sweep: Sweeper | None = None,
        *,
        workers: int = WORKERS,
        folder: Callable[[], Path] = runs.runs_folder,
        queue: Line | None = None,
    ) -> None:
        super().__init__(queue)
        self._sweep = sweep or sweeper()
        self._workers = workers
        self._folder = folder

    def submit(
        self, config: SweepConfig, dataset: Dataset, *, owner: str = "", title: str = ""
    ) -> str:
        """Queue a sweep unless it is queued, running or finished; returns its digest.

        The rows of an earlier attempt, in memory or in the folder of runs, are not computed again;
        nor are those of the same sweep with fewer splits, which the folder has.
        """
        digest = config.digest()
        status = Status(digest, title or config.dataset, total=len(config.items))
        job = _Sweep(config=config, dataset=dataset, status=status)
        self._submit(digest, owner, partial(self._resumed, job), size=self._workers)
        return digest

    def table(self, digest: str) -> pd.DataFrame:
        """Rows known so far (all of them, if it is finished); no rows for an unknown job."""
        with self._lock:
            job = self._jobs.get(digest)
            if job is None or not job.kept:
                return job.table() if job else empty()
        with suppress(StorageError):
            return runs.load(digest, folder=self._folder())
        return empty()

    def holds(self, digest: str) -> bool:
        """Whether memory has the rows of a job: once they are kept, the folder alone has them."""
        with self._lock:
            job = self._jobs.get(digest)
            return job is not None and not job.kept

    def config(self, digest: str) -> SweepConfig | None:
        """Return the configuration of a job of this process; None if there is none."""
        with self._lock:
            job = self._jobs.get(digest)
            return job.config if job else None

    def _resumed(self, job: _Sweep, former: _Sweep | None) -> _Sweep:
        """Return a job with the rows, seconds and owners of an earlier attempt."""
        if former is not None and not former.kept:
            job.frames, before, job.owners = former.frames, former.status, former.owners
            job.eigenvalues = former.eigenvalues
            job.status = replace(job.status, seconds=before.seconds, done=before.done)
        else:
            with suppress(StorageError):
                self._go_on(job, run := runs.read(job.status.key, folder=self._folder()))
                job.owners = frozenset(run.owners.split())
        self._go_on_with_more(job)
        return job

    def _go_on_with_more(self, job: _Sweep) -> None:
        """Take the rows of the same sweep with fewer splits where the folder has more of them."""
        for digest in fewer_splits(job.config):
            with suppress(StorageError):
                run = runs.read(digest, folder=self._folder())
                if run.done > job.status.done:
                    self._go_on(job, run)

    def _go_on(self, job: _Sweep, run: runs.Run) -> None:
        """Take the rows and the seconds of a run; raises where its rows cannot be read."""
        job.frames = [runs.load(run.digest, folder=self._folder())]
        job.eigenvalues = [*kept_eigenvalues(run.digest, folder=self._folder())]
        job.status = replace(job.status, seconds=run.seconds, done=run.done)

    def _has_all(self, job: _Sweep) -> bool:
        """Whether a job is finished and its rows can be had."""
        if job.status.phase != "finished" or not job.kept:
            return job.status.phase == "finished"
        try:
            return runs.read(job.status.key, folder=self._folder()).state == "finished"
        except StorageError:
            return False

    def _refuse(self, job: _Sweep, former: _Sweep | None, full: NoPlaceError) -> None:
        """Take back a job that found no place in the line."""
        with self._lock:
            self._put(job.status.key, former)
        raise full

    def _do(self, job: _Sweep) -> Phase:
        self._go_on_with_more(job)  # of one that was before it in the line
        done = job.table()
        try:
            table = self._sweep(
                job.config,
                dataset=job.dataset,
                workers=self._workers,
                on_progress=partial(self._reported, job),
                on_rows=partial(self._rows, job),
                on_round=partial(self._round, job),
                on_eigenvalues=job.eigenvalues.append,
                cancel=job.cancel,
                done=None if done.empty else done,
            )
        except KselectError as error:
            rows: object = getattr(error, "table", None)
            if isinstance(rows, pd.DataFrame):
                job.frames = [rows]
            raise
        job.frames = [table]
        return "finished"

    def _rows(self, job: _Sweep, rows: pd.DataFrame) -> None:
        with self._lock:
            job.frames.append(rows)
            now = job.now()
        if due(now, time.monotonic() - job.saved):
            self._save(job, now)

    def _round(self, job: _Sweep, at: Round) -> None:
        with self._lock:
            job.staged(Stage(round_text(at), at.finished, at.kernels))
            now = job.now()
        if not at.finished:  # every row that there is
            self._save(job, now)

    def _settle(self, job: _Sweep, last: Status) -> Phase:
        job.dataset = None  # data are not held longer than needed
        self._save(job, last)
        return last.phase

    def _work(self, job: _Sweep) -> None:
        """Thread of one job; while the disk is full, memory has it and the pages show it."""
        super()._work(job)
        while not job.kept:
            time.sleep(TRY_AGAIN)
            with self._lock:
                if self._jobs.get(job.status.key) is not job:
                    return  # forgotten, or computed again
            self._save(job, job.status)

    def _save(self, job: _Sweep, now: Status) -> None:
        """Keep the job in the folder of runs, or note why not."""
        job.saved = time.monotonic()
        with self._lock:
            table = job.table()
        run = runs.Run(
            digest=now.key,
            state="running" if now.phase == "queued" else now.phase,
            config=job.config.to_toml(),
            title=now.title,
            done=now.done,
            total=now.total,
            seconds=now.seconds,
            saved=time.time(),
            reason=now.reason,
            undefined=int(table.loc[table["kind"] == "criterion", "value"].isna().sum()),
            pid=os.getpid(),
            owners=" ".join(sorted(job.owners)) if shared() else "",
        )
        refusal = ""
        try:
            ended = () if now.active else job.eigenvalues
            runs.save(run, table, eigenvalues=ended, folder=self._folder())
        except StorageError as error:
            LOG.warning("%s", error)
            refusal = str(error)
        with self._lock:
            job.refusal = refusal
            if not now.active and not refusal:  # a large sweep takes hundreds of megabytes
                job.kept, job.frames, job.eigenvalues = True, [], []
                self._changes += 1


def kept_eigenvalues(digest: str, *, folder: Path | None = None) -> tuple[KernelEigenvalues, ...]:
    """Eigenvalues kept with a run; none where they are damaged: they are computed again."""
    try:
        return runs.load_eigenvalues(digest, folder=folder)
    except StorageError as error:
        LOG.warning("%s", error)
        return ()


def fewer_splits(config: SweepConfig) -> Iterator[str]:
    """Digests of the same sweep with fewer splits, the most of them first: it goes on from one."""
    splits = config.repeats if config.split == RANDOM else 1
    return (replace(config, repeats=count).digest() for count in range(splits - 1, 0, -1))


def due(now: Status, since: float) -> bool:
    """Whether rows are saved, so many seconds after others: the next may be long in coming."""
    return since > SAVE_EVERY or now.seconds >= SAVE_EVERY * max(now.done, 1)


def scheduler() -> str:
    """Address of the scheduler whose workers compute sweeps; empty where this computer does."""
    return os.environ.get(SCHEDULER, "")


def sweeper() -> Sweeper:
    """What runs the sweeps of this server: its own processes, or the workers of a scheduler."""
    address = scheduler()

    def there(config: SweepConfig, *, workers: int | None, **others: Any) -> pd.DataFrame:  # noqa: ANN401, ARG001 (options of run_sweep; the scheduler has its own workers)
        return run_sweep(config, scheduler=address, **others)

    return there if address else run_sweep


@st.cache_resource(show_spinner=False)
def registry() -> JobRegistry:
    """Return the one registry of this server."""
    return JobRegistry(queue=line())
