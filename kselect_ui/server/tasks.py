"""Work of seconds beside a page: in turn, with progress and Stop, its result by key.

A task is a function of the core that reports its progress and looks at ``cancel`` between steps;
the thread here never speaks to Streamlit. The same key started twice, or in two browsers, is one
task. Sweeps have a book-keeper of their own, in ``jobs.py``.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol
from uuid import uuid4

import streamlit as st

from kselect_core.errors import KselectError, StoppedError
from kselect_core.linalg import one_blas_thread
from kselect_ui.server.line import Line, NoPlaceError, Ticket, line

LOG = logging.getLogger("kselect")
AT_ONCE = 0.3  # seconds that a page may compute without being asked
KEPT = 12  # results held in memory
PATIENCE = 1.0  # seconds that Stop waits to show the task stopped

Phase = Literal["waiting", "running", "finished", "stopped", "failed"]
Told = Callable[[int, int], None]
"""Where work reports that so many of so many steps are done."""


class Work(Protocol):
    """What a task does: returns its result, raises StoppedError when ``cancel`` was set."""

    def __call__(self, *, on_progress: Told, cancel: threading.Event) -> object:
        """Do it."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """A snapshot of one task, for drawing."""

    key: str
    title: str
    phase: Phase
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    reason: str = ""
    position: int = 0  # in the line, 1 = next

    @property
    def active(self) -> bool:
        """Whether it still waits or works."""
        return self.phase in ("waiting", "running")


@dataclass
class _Task:
    work: Work
    state: State
    owners: frozenset[str] = frozenset()
    result: object = None
    started: float = 0.0
    cancel: threading.Event = field(default_factory=threading.Event)


class Tasks:
    """All tasks of this server process. Every public method may be called from any thread."""

    def __init__(self, *, kept: int = KEPT, queue: Line | None = None) -> None:
        self._kept = kept
        self._line = Line() if queue is None else queue
        self._lock = threading.RLock()
        self._ended = threading.Condition(self._lock)
        self._tasks: dict[str, _Task] = {}  # the least recently used first

    def start(self, key: str, title: str, work: Work, owner: str = "") -> None:
        """Queue a task unless it waits, runs or has its result; what is too much is refused."""
        with self._lock:
            known = self._tasks.get(key)
            if known:
                known.owners |= {owner}
            if known and (known.state.active or known.state.phase == "finished"):
                return
            self._tasks.pop(key, None)
            task = _Task(work, State(key, title, "waiting"), frozenset({owner}))
            self._tasks[key] = task
        try:
            self._line.join(Ticket(_place(task), owner, lambda: self._begin(task)))
        except NoPlaceError as full:
            with self._lock:
                task.state = replace(task.state, phase="failed", reason=str(full))

    def state(self, key: str) -> State | None:
        """Return how a task stands; None if there is none."""
        with self._lock:
            task = self._tasks.get(key)
            return self._described(task) if task else None

    def active(self) -> tuple[State, ...]:
        """Return the tasks that wait or run, in the order of their start."""
        with self._lock:
            return tuple(self._described(t) for t in self._tasks.values() if t.state.active)

    def result(self, key: str) -> object:
        """Return what a finished task gave; None for any other."""
        with self._lock:
            task = self._tasks.get(key)
            if task is None or task.state.phase != "finished":
                return None
            self._tasks[key] = self._tasks.pop(key)  # used a moment ago
            return task.result

    def forget(self, key: str) -> None:
        """Drop the result of a task, so that it can be started again; one that runs goes on."""
        with self._lock:
            task = self._tasks.get(key)
            if task and not task.state.active:
                del self._tasks[key]

    def stop(self, key: str, *, patience: float = PATIENCE) -> None:
        """Ask a task to stop and wait a moment until it has."""
        with self._lock:
            task = self._tasks.get(key)
            if task is None:
                return
            task.cancel.set()
        waited = self._line.withdraw(_place(task))
        with self._lock:
            if waited:
                task.state = replace(task.state, phase="stopped")
            self._ended.wait_for(lambda: not task.state.active, timeout=patience)
        self._line.leave(_place(task))  # a long step ends beside what works next

    def release(self, gone: frozenset[str]) -> None:
        """Stop what only visitors asked for who have gone."""
        with self._lock:
            left = [k for k, t in self._tasks.items() if t.state.active and t.owners <= gone]
        for key in left:
            self.stop(key, patience=0.0)

    def _begin(self, task: _Task) -> None:
        """Let a task work whose turn has come."""
        with self._lock:
            task.started = time.monotonic()
            task.state = replace(task.state, phase="running")
        threading.Thread(target=self._run, args=(task,), name="task", daemon=True).start()

    def _run(self, task: _Task) -> None:
        phase, reason = self._attempt(task)
        with self._lock:
            task.state = replace(self._described(task), phase=phase, reason=reason)
            self._drop_oldest()
            self._ended.notify_all()
        self._line.leave(_place(task))

    def _attempt(self, task: _Task) -> tuple[Phase, str]:
        def reported(done: int, total: int) -> None:
            with self._lock:
                task.state = replace(task.state, done=done, total=total)

        try:
            with one_blas_thread():
                task.result = task.work(on_progress=reported, cancel=task.cancel)
        except StoppedError:
            return "stopped", ""
        except KselectError as error:
            return "failed", str(error)
        except Exception:  # a bug must end in a failed task, not in a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            return "failed", f"Something unexpected happened (error {number}); the log has it."
        return "finished", ""

    def _drop_oldest(self) -> None:
        ended = [key for key, task in self._tasks.items() if not task.state.active]
        for key in ended[: max(0, len(ended) - self._kept)]:
            del self._tasks[key]

    def _described(self, task: _Task) -> State:
        if task.state.phase == "waiting":
            return replace(task.state, position=self._line.position(_place(task)))
        if task.state.phase != "running":
            return task.state
        return replace(task.state, seconds=time.monotonic() - task.started)


def _place(task: _Task) -> str:
    """Return the key of a task in the line; the same work started again is another one."""
    return f"task {id(task)} {task.state.key}"


@st.cache_resource(show_spinner=False)
def tasks() -> Tasks:
    """Return the one set of tasks of this server."""
    return Tasks(queue=line())
