"""The line: whose turn is next, and what is refused."""

import threading
from dataclasses import replace

import pytest

from kselect_ui.server.jobs import JobRegistry
from kselect_ui.server.line import Line, NoPlaceError, Ticket
from kselect_ui.server.tasks import Tasks
from tests.ui.stepper import CONFIG, DATA, PATIENCE, Stepper, until


class Desk:
    """Works in a line, by name; those that were started."""

    def __init__(self, line):
        self.line, self.started = line, []

    def join(self, key, owner="", size=1):
        """Stand in the line."""
        self.line.join(Ticket(key, owner, lambda: self.started.append(key), size))


def test_what_fits_starts_and_the_rest_waits_with_its_position():
    desk = Desk(Line(2))
    for key in "abcd":
        desk.join(key, owner=key)
    assert desk.started == ["a", "b"]
    assert [desk.line.position(key) for key in "abcd"] == [0, 0, 1, 2]
    desk.line.leave("b")
    assert desk.started == ["a", "b", "c"]
    assert desk.line.position("d") == 1


def test_processors_are_never_shared_out_twice():
    desk = Desk(Line(3))
    desk.join("a", "ada", size=2)
    desk.join("b", "carl", size=2)
    desk.join("c", "emmy", size=1)
    assert desk.started == ["a"]  # c does not overtake b, which would never start
    desk.line.leave("a")
    assert desk.started == ["a", "b", "c"]


def test_what_needs_more_than_there_is_starts_alone():
    desk = Desk(Line(2))
    desk.join("large", size=5)
    assert desk.started == ["large"]


def test_who_was_served_least_is_next_and_the_positions_say_so():
    desk = Desk(Line(1))
    for key, owner in (("a1", "ada"), ("a2", "ada"), ("a3", "ada"), ("c1", "carl")):
        desk.join(key, owner)
    assert [desk.line.position(key) for key in ("c1", "a2", "a3")] == [1, 2, 3]
    for key in ("a1", "c1", "a2"):
        desk.line.leave(key)
    assert desk.started == ["a1", "c1", "a2", "a3"]


def test_one_visitor_works_once_and_waits_once_and_the_third_is_refused_in_words():
    desk = Desk(Line(4, each=2))
    desk.join("a1", "ada")
    desk.join("a2", "ada")
    assert desk.started == ["a1"]
    with pytest.raises(NoPlaceError, match="2 of your computations run or wait already"):
        desk.join("a3", "ada")
    desk.join("c1", "carl")
    assert desk.started == ["a1", "c1"]
    desk.line.leave("a1")
    assert desk.started == ["a1", "c1", "a2"]


def test_the_line_is_not_longer_than_its_bound():
    desk = Desk(Line(1, most=2))
    for key in "abc":
        desk.join(key, owner=key)
    with pytest.raises(NoPlaceError, match="2 computations wait already"):
        desk.join("d", "d")


def test_who_withdraws_does_not_start_and_lets_the_others_up():
    desk = Desk(Line(1))
    for key in "abc":
        desk.join(key, owner=key)
    assert desk.line.withdraw("b")
    assert not desk.line.withdraw("a")  # it works
    assert desk.line.position("c") == 1
    desk.line.leave("a")
    assert desk.started == ["a", "c"]


@pytest.fixture
def stepper():
    return Stepper()


@pytest.fixture
def both(stepper, tmp_path):
    line = Line(2, each=2, most=60)
    jobs = JobRegistry(stepper, workers=1, folder=lambda: tmp_path / "runs", queue=line)
    tasks = Tasks(queue=line)
    yield jobs, tasks
    for status in jobs.statuses():
        jobs.stop(status.key)
    for status in tasks.active():
        tasks.stop(status.key)
    until(lambda: not any(s.active for s in jobs.statuses()) and not tasks.active())


def test_sweeps_and_tasks_stand_in_one_line(both):
    jobs, tasks = both
    first = jobs.submit(CONFIG, DATA, owner="ada")
    second = jobs.submit(replace(CONFIG, seed=1), DATA, owner="carl")
    tasks.start("t", "a task", lambda *, on_progress, cancel: 1, owner="emmy")  # noqa: ARG005
    assert [jobs.status(digest).phase for digest in (first, second)] == ["running", "running"]
    assert (tasks.status("t").phase, tasks.status("t").position) == ("queued", 1)
    jobs.stop(first)
    until(lambda: tasks.status("t").phase == "finished")


def test_a_third_sweep_of_a_visitor_leaves_no_trace(both):
    jobs, _ = both
    digests = [jobs.submit(replace(CONFIG, seed=k), DATA, owner="ada") for k in range(2)]
    with pytest.raises(NoPlaceError):
        jobs.submit(replace(CONFIG, seed=2), DATA, owner="ada")
    assert [status.key for status in jobs.statuses()] == digests


def test_a_third_task_says_why_it_does_not_start(both):
    jobs, tasks = both
    for seed in range(2):
        jobs.submit(replace(CONFIG, seed=seed), DATA, owner="ada")
    tasks.start("t", "a task", lambda *, on_progress, cancel: 1, owner="ada")  # noqa: ARG005
    assert tasks.status("t").phase == "failed"
    assert "of your computations" in tasks.status("t").reason


def test_who_is_gone_has_nothing_waiting_or_working_and_keeps_the_rows(both, stepper):
    jobs, _ = both
    works = jobs.submit(CONFIG, DATA, owner="ada")
    waits = jobs.submit(replace(CONFIG, seed=1), DATA, owner="ada")
    other = jobs.submit(replace(CONFIG, seed=2), DATA, owner="carl")
    stepper.go(2)
    until(lambda: len(jobs.table(works)) + len(jobs.table(other)) == 2)
    rows = len(jobs.table(works))
    jobs.release(frozenset({"ada"}))
    until(lambda: not jobs.status(works).active)
    assert [jobs.status(digest).phase for digest in (works, waits)] == ["cancelled", "cancelled"]
    assert len(jobs.table(works)) == rows
    assert jobs.status(other).active


def test_a_sweep_that_two_visitors_want_goes_on_when_one_is_gone(both):
    jobs, _ = both
    digest = jobs.submit(CONFIG, DATA, owner="ada")
    jobs.submit(CONFIG, DATA, owner="carl")
    jobs.release(frozenset({"ada"}))
    assert jobs.status(digest).active
    assert jobs.owned(digest, "carl")


def test_a_stopped_task_gives_its_place_back_though_its_step_is_long(both):
    _, tasks = both
    end = threading.Event()
    for key in ("a", "b"):
        tasks.start(key, key, lambda *, on_progress, cancel: end.wait(PATIENCE), owner=key)  # noqa: ARG005
    tasks.start("c", "c", lambda *, on_progress, cancel: 3, owner="c")  # noqa: ARG005
    tasks.stop("a", patience=0.05)
    until(lambda: tasks.status("c").phase == "finished")
    end.set()
