"""What an experiment says, read from its store: once for so many tasks, much of it in a thread."""

import logging
import threading
import time
from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.experiments.protocol.protocol import Test
from kselect_core.experiments.report.reporting import report_of
from kselect_core.experiments.views import Reading
from kselect_ui.experiments.shelf import Experiment

LOG = logging.getLogger("kselect")
AT_ONCE = 1500  # tasks that a page reads itself; more are read in a thread
KEPT = 6  # experiments and tests whose tables stay in memory
PAUSE = 5.0  # seconds between two readings of an experiment that grows
PATIENCE = 4.0  # such a pause is at least so many times as long as the last reading took


@dataclass
class _Shelf:
    reading: Reading | None = None
    busy: bool = False
    tried: int = -1
    ended: float = float("-inf")
    took: float = 0.0
    reason: str = ""


class Readings:
    """The newest tables of each experiment. Every public method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._known: dict[tuple[str, str], _Shelf] = {}

    def of(self, experiment: Experiment, test: Test, done: int, *, grows: bool) -> Reading | None:
        """Return the newest reading; one for ``done`` tasks is made, at once or in a thread.

        An experiment that ``grows`` is not read again at every new task.
        """
        with self._lock:
            shelf = self._shelf(experiment.plan.hash, test)
            if shelf.busy or not self._due(shelf, done, grows=grows):
                return shelf.reading
            shelf.busy, shelf.tried, shelf.reason = True, done, ""
        work = threading.Thread(
            target=self._read, args=(experiment, test, done, shelf), name="reading", daemon=True
        )
        work.start()
        if done <= AT_ONCE and shelf.reading is None:
            work.join()  # nothing to show meanwhile
        return shelf.reading

    def behind(self, experiment: Experiment, test: Test, done: int) -> bool:
        """Return whether there will be a newer reading without anybody's doing."""
        with self._lock:
            shelf = self._shelf(experiment.plan.hash, test)
            return shelf.busy or shelf.tried != done

    def forget_damage(self, experiment: Experiment, test: Test) -> None:
        """Have an experiment read again of which damaged rows were left out: they may be mended."""
        with self._lock:
            shelf = self._shelf(experiment.plan.hash, test)
            if shelf.reading is not None and shelf.reading.content.damaged:
                del self._known[experiment.plan.hash, test]

    def reason(self, experiment: Experiment, test: Test) -> str:
        """Return why the last reading failed; nothing if it did not."""
        with self._lock:
            return self._shelf(experiment.plan.hash, test).reason

    def _shelf(self, digest: str, test: str) -> _Shelf:
        shelf = self._known.pop((digest, test), None) or _Shelf()
        self._known[digest, test] = shelf  # used a moment ago
        for key in list(self._known)[: max(0, len(self._known) - KEPT)]:
            del self._known[key]
        return shelf

    def _due(self, shelf: _Shelf, done: int, *, grows: bool) -> bool:
        damaged = shelf.reading is not None and shelf.reading.content.damaged
        if shelf.tried == done and not damaged:
            return False
        if damaged and shelf.tried == done:
            grows = True  # somebody may mend it, which changes no number of tasks
        pause = max(PAUSE, PATIENCE * shelf.took) if grows and shelf.reading else 0.0
        return time.monotonic() - shelf.ended >= pause

    def _read(self, experiment: Experiment, test: Test, done: int, shelf: _Shelf) -> None:
        began = time.monotonic()
        try:
            shelf.reading = Reading(done, report_of(experiment.plan, experiment.store, test=test))
        except KselectError as error:
            shelf.reason = str(error)
        except Exception:  # a bug must be seen on the page, not end a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            shelf.reason = f"Something unexpected happened (error {number}); the log has it."
        with self._lock:
            shelf.busy, shelf.ended = False, time.monotonic()
            shelf.took = shelf.ended - began


@st.cache_resource(show_spinner=False)
def readings() -> Readings:
    """Return the one set of readings of this server."""
    return Readings()
