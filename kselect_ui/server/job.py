"""One sweep that runs beside the page: its rows so far, and how it stands."""

import threading
import time
from dataclasses import dataclass, field, replace
from typing import Literal

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.results.table import empty
from kselect_core.selection import SweepConfig

Phase = Literal["queued", "running", "finished", "cancelled", "failed"]


@dataclass(frozen=True, slots=True)
class Status:
    """A snapshot of one job, for drawing."""

    digest: str
    phase: Phase
    title: str
    done: int = 0
    total: int = 0
    seconds: float = 0.0  # computing time, all attempts together
    seconds_left: float | None = None
    rows: int = 0
    position: int = 0  # in the queue, 1 = next
    reason: str = ""  # why it failed, or why it is not kept on disk

    @property
    def active(self) -> bool:
        """Whether it still waits or works."""
        return self.phase in ("queued", "running")


@dataclass
class Job:
    """What the registry keeps of a sweep; guarded by the registry's lock."""

    config: SweepConfig
    dataset: Dataset | None
    owners: frozenset[str]  # of those who asked for it
    title: str
    status: Status
    frames: list[pd.DataFrame]
    spent: float = 0.0  # seconds of earlier attempts
    started: float = 0.0
    first: tuple[float, int] | None = None  # time and count of the first progress report
    saved: float = 0.0
    kept: bool = False  # all rows are in the folder of runs, and no longer in memory
    cancel: threading.Event = field(default_factory=threading.Event)

    def described(self, position: int) -> Status:
        """Return how it stands at this moment; ``position`` is its place in the queue."""
        rows = self.status.rows if self.kept else sum(map(len, self.frames))
        status = replace(self.status, rows=rows, position=position)
        if status.phase == "queued":
            return replace(status, seconds=self.spent)
        if status.phase != "running":
            return status
        now = time.monotonic()
        return replace(
            status, seconds=self.spent + now - self.started, seconds_left=self._seconds_left(now)
        )

    def reported(self, done: int, total: int) -> None:
        """Take a progress report."""
        if self.first is None:
            self.first = (time.monotonic(), done)
        self.status = replace(self.status, done=done, total=total)

    def table(self) -> pd.DataFrame:
        """Return all rows so far as one frame, joined once."""
        if len(self.frames) > 1:
            filled = [frame for frame in self.frames if len(frame)]
            self.frames = [pd.concat(filled, ignore_index=True)] if filled else []
        return self.frames[0] if self.frames else empty()

    def _seconds_left(self, now: float) -> float | None:
        """Time the rest will take at the rate seen so far; None before there is a rate."""
        if self.first is None or self.status.done <= self.first[1]:
            return None
        since, before = self.first
        rate = (self.status.done - before) / (now - since)
        return (self.status.total - self.status.done) / rate
