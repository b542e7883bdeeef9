"""The book of jobs: each key once, in turn, stoppable, its end always in words."""

import threading
from dataclasses import dataclass

import pytest

from kselect_core.errors import KselectError, StoppedError
from kselect_ui.server import book
from kselect_ui.server.book import Book, Job, Status
from kselect_ui.server.line import Line
from tests.ui.stepper import PATIENCE, until


@dataclass(kw_only=True)
class Piece(Job):
    """Work that goes on when it is let through, and stops when it is asked to."""

    former: object = None
    steps: threading.Semaphore
    error: Exception | None = None


class Pieces(Book[Piece]):
    """A book of such pieces; what was begun, and what spoils the end."""

    def __init__(self, queue=None):
        super().__init__(queue)
        self.pieces, self.begun, self.spoiled = {}, [], None

    def start(self, key, owner="", error=None):
        """Put a piece into the book."""

        def make(former):
            steps = threading.Semaphore(0)
            status = Status(key, f"piece {key}", total=3)
            self.pieces[key] = Piece(former=former, steps=steps, error=error, status=status)
            return self.pieces[key]

        self._submit(key, owner, make)

    def go(self, key, steps=3):
        """Let a piece do so many steps."""
        self.pieces[key].steps.release(steps)

    def ends(self, key, phase):
        """Wait until a piece has ended like this."""
        until(lambda: not self.status(key).active)
        assert self.status(key).phase == phase

    def _do(self, job):
        self.begun.append(job.status.key)
        for step in range(3):
            while not job.steps.acquire(timeout=0.005):
                if job.cancel.is_set():
                    raise StoppedError("stopped")
            if job.error is not None:
                raise job.error
            self._reported(job, step + 1, 3)
        return "finished"

    def _settle(self, job, last):
        if self.spoiled is not None:
            raise self.spoiled
        return super()._settle(job, last)


@pytest.fixture
def pieces():
    kept = Pieces(Line(1, each=3))
    yield kept
    for status in kept.active():
        kept.stop(status.key)
    until(lambda: not kept.active())


def phases(kept):
    return [status.phase for status in kept.statuses()]


def test_a_key_is_one_job_while_it_waits_works_or_is_finished(pieces):
    for key in "abab":
        pieces.start(key)
    assert phases(pieces) == ["running", "queued"]
    assert [pieces.status(key).position for key in "ab"] == [0, 1]
    pieces.go("a")
    pieces.go("b")
    pieces.ends("b", "finished")
    pieces.start("a")
    assert pieces.begun == ["a", "b"]
    assert phases(pieces) == ["finished", "finished"]


def test_a_job_that_did_not_finish_is_handed_to_the_next_of_its_key(pieces):
    pieces.start("a")
    first = pieces.pieces["a"]
    pieces.stop("a", patience=PATIENCE)
    pieces.start("a")
    assert pieces.pieces["a"].former is first
    pieces.go("a")
    pieces.ends("a", "finished")


def test_progress_time_and_time_left_are_seen_while_it_works(pieces):
    pieces.start("a")
    pieces.go("a", 1)
    until(lambda: pieces.status("a").done == 1)
    assert pieces.status("a").seconds_left is None  # one report gives no rate
    pieces.go("a", 1)
    until(lambda: pieces.status("a").done == 2)
    status = pieces.status("a")
    assert (status.key, status.title, status.total) == ("a", "piece a", 3)
    assert status.seconds_left > 0
    assert status.seconds > 0
    pieces.go("a", 1)
    pieces.ends("a", "finished")
    ended = pieces.status("a")
    assert ended.seconds >= status.seconds
    assert ended.seconds_left is None
    assert pieces.status("a") == ended  # time does not go on


def test_stop_ends_what_works_and_what_waits_never_begins(pieces):
    pieces.start("a")
    pieces.start("b")
    pieces.stop("b")
    assert phases(pieces) == ["running", "cancelled"]
    pieces.stop("a", patience=PATIENCE)
    assert phases(pieces) == ["cancelled", "cancelled"]
    assert pieces.status("a").reason == ""
    assert pieces.begun == ["a"]
    pieces.stop("nobody")
    assert pieces.status("nobody") is None


@pytest.mark.parametrize(
    ("error", "words"),
    [(KselectError("too flat"), "too flat"), (ZeroDivisionError("a bug"), "(error ")],
)
def test_an_error_ends_in_words_and_the_next_one_begins(pieces, error, words):
    pieces.start("a", error=error)
    pieces.start("b")
    pieces.go("a", 1)
    pieces.ends("a", "failed")
    assert words in pieces.status("a").reason
    assert "a bug" not in pieces.status("a").reason
    pieces.go("b")
    pieces.ends("b", "finished")


def test_a_bug_in_the_keeping_of_a_result_ends_in_words_and_the_next_one_begins(pieces):
    pieces.spoiled = ZeroDivisionError("a bug")
    pieces.start("a")
    pieces.start("b")
    pieces.go("a")
    pieces.ends("a", "failed")
    assert "Something unexpected happened (error " in pieces.status("a").reason
    until(lambda: "b" in pieces.begun)


def test_what_finds_no_place_says_so_and_can_be_started_later(pieces):
    for key in "abcd":
        pieces.start(key, "ada")
    assert phases(pieces)[3] == "failed"
    assert "of your computations" in pieces.status("d").reason
    pieces.stop("c")
    pieces.start("d", "ada")
    assert pieces.status("d").phase == "queued"


def test_only_what_nobody_else_asked_for_is_released(pieces):
    for key, owner in (("a", "ada"), ("a", "carl"), ("b", "ada"), ("c", "emmy")):
        pieces.start(key, owner)
    pieces.release(frozenset({"ada"}))
    assert not pieces.pieces["a"].cancel.is_set()
    assert phases(pieces) == ["running", "cancelled", "queued"]
    assert [pieces.owned("a", owner) for owner in ("ada", "carl", "emmy")] == [True, True, False]
    pieces.release(frozenset({"ada", "carl"}))
    pieces.ends("a", "cancelled")
    until(lambda: "c" in pieces.begun)


def test_what_has_ended_can_be_forgotten_and_what_works_cannot(pieces):
    pieces.start("a")
    pieces.forget("a")
    assert pieces.status("a").phase == "running"
    pieces.go("a")
    pieces.ends("a", "finished")
    pieces.forget("a")
    pieces.forget("nobody")
    assert pieces.statuses() == ()
    assert not pieces.owned("a", "")


def test_every_change_of_phase_is_counted(pieces):
    seen = [pieces.changes]
    pieces.start("a")
    seen.append(pieces.changes)
    pieces.go("a")
    pieces.ends("a", "finished")
    seen.append(pieces.changes)
    pieces.forget("a")
    seen.append(pieces.changes)
    assert seen == sorted(set(seen))


def test_stop_waits_until_a_slow_job_has_ended_and_no_longer_than_it_is_patient(
    pieces, monkeypatch
):
    slow = threading.Event()
    monkeypatch.setattr(
        book.Book, "_settle", lambda _, __, last: (slow.wait(PATIENCE), last.phase)[1]
    )
    pieces.start("a")
    pieces.stop("a", patience=0.01)
    assert pieces.status("a").active
    threading.Timer(0.05, slow.set).start()
    pieces.stop("a", patience=PATIENCE)
    assert pieces.status("a").phase == "cancelled"


def test_at_the_end_nothing_begins_any_more_and_all_has_ended(pieces):
    for key in ("a", "b", "c"):
        pieces.start(key)
    until(lambda: pieces.begun == ["a"])
    pieces.go("a", 1)
    pieces.end(patience=PATIENCE)
    assert [status.phase for status in pieces.statuses()] == ["cancelled"] * 3
    assert pieces.begun == ["a"]
