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
class _Latest:
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
        self._known: dict[tuple[str, str], _Latest] = {}

    def of(self, experiment: Experiment, test: Test, done: int, *, grows: bool) -> Reading | None:
        """Return the newest reading; one for ``done`` tasks is made, at once or in a thread.

        An experiment that ``grows`` is not read again at every new task.
        """
        with self._lock:
            latest = self._latest(experiment.plan.hash, test)
            if latest.busy or not self._due(latest, done, grows=grows):
                return latest.reading
            latest.busy, latest.tried, latest.reason = True, done, ""
        work = threading.Thread(
            target=self._read, args=(experiment, test, done, latest), name="reading", daemon=True
        )
        work.start()
        if done <= AT_ONCE and latest.reading is None:
            work.join()  # nothing to show meanwhile
        return latest.reading

    def behind(self, experiment: Experiment, test: Test, done: int) -> bool:
        """Return whether there will be a newer reading without anybody's doing."""
        with self._lock:
            latest = self._latest(experiment.plan.hash, test)
            return latest.busy or latest.tried != done

    def forget_damage(self, experiment: Experiment, test: Test) -> None:
        """Have an experiment read again of which damaged rows were left out: they may be mended."""
        with self._lock:
            latest = self._latest(experiment.plan.hash, test)
            if latest.reading is not None and latest.reading.content.damaged:
                del self._known[experiment.plan.hash, test]

    def reason(self, experiment: Experiment, test: Test) -> str:
        """Return why the last reading failed; nothing if it did not."""
        with self._lock:
            return self._latest(experiment.plan.hash, test).reason

    def _latest(self, digest: str, test: str) -> _Latest:
        latest = self._known.pop((digest, test), None) or _Latest()
        self._known[digest, test] = latest  # used a moment ago
        for key in list(self._known)[: max(0, len(self._known) - KEPT)]:
            del self._known[key]
        return latest

    def _due(self, latest: _Latest, done: int, *, grows: bool) -> bool:
        damaged = latest.reading is not None and latest.reading.content.damaged
        if latest.tried == done and not damaged:
            return False
        if damaged and latest.tried == done:
            grows = True  # somebody may mend it, which changes no number of tasks
        pause = max(PAUSE, PATIENCE * latest.took) if grows and latest.reading else 0.0
        return time.monotonic() - latest.ended >= pause

    def _read(self, experiment: Experiment, test: Test, done: int, latest: _Latest) -> None:
        began = time.monotonic()
        try:
            latest.reading = Reading(done, report_of(experiment.plan, experiment.store, test=test))
        except KselectError as error:
            latest.reason = str(error)
        except Exception:  # a bug must be seen on the page, not end a silent thread
            number = uuid4().hex[:8]
            LOG.exception("Error %s", number)
            latest.reason = f"Something unexpected happened (error {number}); the log has it."
        with self._lock:
            latest.busy, latest.ended = False, time.monotonic()
            latest.took = latest.ended - began


@st.cache_resource(show_spinner=False)
def readings() -> Readings:
    """Return the one set of readings of this server."""
    return Readings()
