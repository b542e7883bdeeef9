"""Tidying: what visitors leave behind goes, what others need stays."""

import pytest

from kselect_ui.server.visitors import Visitors
from kselect_ui.shell import tidying
from tests.ui.stepper import until


class Books:
    """A book-keeper that notes whose work it was told to stop."""

    def __init__(self):
        self.released = []

    def release(self, gone):
        """Note it."""
        self.released.append(set(gone))


@pytest.fixture
def scene(monkeypatch, clock):
    here, books, closed = {"tab 1", "tab 2"}, Books(), []
    known = Visitors(here.__contains__, clock)
    known.came("tab 1", "ada")
    known.came("tab 2", "carl")
    monkeypatch.setattr(tidying, "visitors", lambda: known)
    monkeypatch.setattr(tidying, "registry", lambda: books)
    monkeypatch.setattr(tidying, "tasks", Books)
    monkeypatch.setattr(tidying.windows, "close", lambda one, _: closed.append(one))
    monkeypatch.setattr(tidying, "give_back", lambda: None)
    return clock, here, books, closed


def test_a_sweep_is_stopped_a_minute_after_its_window_was_closed(scene, monkeypatch):
    clock, here, books, _ = scene
    monkeypatch.setenv("KSELECT_SHARED", "1")
    here.discard("tab 1")
    for clock.now in (0, 59):
        tidying.tidy(None)
    assert books.released == []
    clock.now = 60
    tidying.tidy(None)
    assert books.released == [{"ada"}]


def test_on_a_server_of_ones_own_a_sweep_goes_on_without_a_window(scene, monkeypatch):
    clock, here, books, _ = scene
    monkeypatch.delenv("KSELECT_SHARED", raising=False)
    here.clear()
    for clock.now in (0, 1000):
        tidying.tidy(None)
    assert books.released == []


def test_a_closed_session_is_dropped_before_the_server_would_only_forget_it(scene):
    clock, here, _, closed = scene
    here.discard("tab 2")
    for clock.now in (0, 89, 90, 200):
        tidying.tidy(None)
    assert closed == ["tab 2"]


def test_it_looks_again_after_a_look_that_failed(monkeypatch, logged):
    looks = []

    def fails(loop):
        looks.append(loop)
        raise OSError("broken")

    monkeypatch.setattr(tidying, "tidy", fails)
    end = tidying.begin("the loop", every=0.01)
    until(lambda: len(looks) >= 2)
    end()
    assert any("Tidying failed" in record.getMessage() for record in logged)


def test_memory_is_given_back_without_a_complaint():
    tidying.give_back()


def test_what_all_share_shrinks_and_its_memory_goes_back_when_nobody_is_here(scene, monkeypatch):
    clock, here, _, _ = scene
    bounds, given = [], []

    class Shelf:
        def trim(self, bound):
            bounds.append(bound)

    class Tables:
        def trim(self, bound):
            bounds.append(("tables", bound))

    monkeypatch.setattr(tidying, "shelf", Shelf)
    monkeypatch.setattr(tidying, "readings", Tables)
    monkeypatch.setattr(tidying, "give_back", lambda: given.append(len(bounds)))
    tidying.share_less()
    here.clear()
    for clock.now in (0, 200):
        tidying.tidy(None)
    assert given == []
    tidying.share_less()
    assert bounds == [tidying.BOUND, tidying.ALONE, ("tables", tidying.ALONE)]
    assert given == [3]
