"""Tasks beside a page: one at a time, stoppable, their results kept within bounds."""

import threading

from kselect_core.errors import StoppedError
from kselect_ui.server.tasks import Tasks
from tests.ui.stepper import PATIENCE, until


def gives(value):
    return lambda *, on_progress, cancel: value  # noqa: ARG005 - the signature of work


class Gate:
    """Work that reports one step and goes on when it is let through or stopped."""

    def __init__(self):
        self.open, self.began = threading.Event(), threading.Event()

    def __call__(self, *, on_progress, cancel):
        """Wait at the gate."""
        on_progress(1, 4)
        self.began.set()
        while not self.open.wait(0.005):
            if cancel.is_set():
                raise StoppedError("stopped")
        return "through"


def test_a_finished_task_has_its_result():
    tasks = Tasks()
    tasks.start("a", "A", gives(42))
    until(lambda: tasks.status("a").phase == "finished")
    assert tasks.result("a") == 42
    assert tasks.result("b") is None


def test_a_forgotten_task_can_be_started_again_and_a_running_one_is_kept():
    known, gate = Tasks(), Gate()
    known.start("a", "A", gives(1))
    until(lambda: known.result("a") == 1)
    known.forget("a")
    assert known.status("a") is None
    known.start("a", "A", gives(2))
    until(lambda: known.result("a") == 2)
    known.start("b", "B", gate)
    assert gate.began.wait(PATIENCE)
    known.forget("b")
    assert known.status("b").phase == "running"
    gate.open.set()
    known.forget("nobody")


def test_the_same_key_is_one_task_and_a_second_one_waits_for_the_first():
    tasks, gate, other = Tasks(), Gate(), Gate()
    tasks.start("a", "A", gate)
    tasks.start("a", "A", other)
    tasks.start("b", "B", gives("second"))
    assert gate.began.wait(PATIENCE)
    assert [status.phase for status in tasks.active()] == ["running", "queued"]
    assert (tasks.status("a").done, tasks.status("a").total) == (1, 4)
    gate.open.set()
    until(lambda: not tasks.active())
    assert (tasks.result("a"), tasks.result("b")) == ("through", "second")
    assert not other.began.is_set()


def test_stop_ends_a_running_task_and_takes_a_waiting_one_out_of_the_queue():
    tasks, gate, never = Tasks(), Gate(), Gate()
    tasks.start("a", "A", gate)
    tasks.start("b", "B", never)
    assert gate.began.wait(PATIENCE)
    tasks.stop("b")
    tasks.stop("a", patience=PATIENCE)
    assert [tasks.status(key).phase for key in "ab"] == ["cancelled", "cancelled"]
    assert tasks.result("a") is None
    assert not never.began.is_set()
    tasks.start("a", "A", gives("again"))
    until(lambda: tasks.result("a") == "again")


def test_only_the_last_used_results_are_kept():
    tasks = Tasks(kept=2)
    for key in "abc":
        tasks.start(key, key, gives(key))
        until(lambda key=key: tasks.status(key) is None or tasks.status(key).phase == "finished")
        if key == "b":
            assert tasks.result("a") == "a"  # used: b is older now
    assert [tasks.result(key) for key in "abc"] == ["a", None, "c"]
