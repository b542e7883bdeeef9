"""Work of seconds beside a page: in turn, with progress and Stop, its result by key.

A task is a function of the core that reports its progress and looks at ``cancel`` between steps.
The same key started twice, or in two browsers, is one task.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import streamlit as st

from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_ui.server.book import Book, Job, Phase, Status
from kselect_ui.server.line import Line, line

AT_ONCE = 0.3  # seconds that a page may compute without being asked
KEPT = 12  # results held in memory

Told = Callable[[int, int], None]
"""Where work reports that so many of so many steps are done."""


class Work(Protocol):
    """What a task does: returns its result, raises StoppedError when ``cancel`` was set."""

    def __call__(self, *, on_progress: Told, cancel: threading.Event) -> object:
        """Do it."""
        ...


@dataclass(kw_only=True)
class _Task(Job):
    work: Work
    result: object = None


class Tasks(Book[_Task]):
    """All tasks of this server process. Any thread may call every public method."""

    def __init__(self, *, kept: int = KEPT, queue: Line | None = None) -> None:
        super().__init__(queue)
        self._kept = kept

    def start(self, key: str, title: str, work: Work, owner: str = "") -> None:
        """Queue a task unless it waits, runs or has its result; what is too much is refused."""
        self._submit(key, owner, lambda _: _Task(work=work, status=Status(key, title)))

    def result(self, key: str) -> object:
        """Return what a finished task gave; None for any other."""
        with self._lock:
            task = self._jobs.get(key)
            if task is None or task.status.phase != "finished":
                return None
            self._jobs[key] = self._jobs.pop(key)  # used a moment ago
            return task.result

    def _stop(self, job: _Task, patience: float) -> None:
        super()._stop(job, patience)
        self._line.leave(job.place)  # a long step ends beside what works next

    def _do(self, job: _Task) -> Phase:
        with one_blas_thread():
            job.result = job.work(on_progress=partial(self._reported, job), cancel=job.cancel)
        return "finished"

    def _settle(self, job: _Task, last: Status) -> Phase:
        """Drop the results that were not used for longest."""
        with self._lock:
            ended = [k for k, task in self._jobs.items() if task is job or not task.status.active]
            for key in ended[: max(0, len(ended) - self._kept)]:
                del self._jobs[key]
        return last.phase


@st.cache_resource(show_spinner=False)
def tasks() -> Tasks:
    """Return the one set of tasks of this server."""
    return Tasks(queue=line())
