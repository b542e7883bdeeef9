"""What is made before it is asked for: it takes one place of a visitor, and only a free one."""

import pytest

from kselect_ui.server.line import Line
from kselect_ui.server.tasks import Tasks
from kselect_ui.sweep import offer
from tests.ui.server.test_tasks import Gate
from tests.ui.stepper import until


@pytest.fixture
def tasks(monkeypatch):
    """Tasks of a shared server, of which one visitor may have two in the line."""
    known = Tasks(queue=Line(each=2))
    monkeypatch.setattr(offer, "tasks", lambda: known)
    monkeypatch.setattr(offer, "visitor", lambda: "learner")
    monkeypatch.setattr(offer.st, "session_state", {})
    return known


def ahead(key, work):
    offer.ahead(key, title="The sweep of a lesson", work=work)


def test_one_is_made_ahead_at_a_time_and_the_next_when_it_has_ended(tasks):
    first, second = Gate(), Gate()
    for _ in range(2):
        ahead("first", first)
        ahead("second", second)
    assert [status.key for status in tasks.active()] == ["first"]
    first.open.set()
    until(lambda: not tasks.active())
    ahead("second", second)
    assert [status.key for status in tasks.active()] == ["second"]
    second.open.set()
    until(lambda: not tasks.active())


def test_who_has_no_place_in_the_line_is_told_nothing_and_asked_again_later(tasks):
    busy, later = Gate(), Gate()
    tasks.start("one", "One", busy, "learner")
    tasks.start("two", "Two", busy, "learner")
    ahead("later", later)
    assert tasks.status("later") is None
    busy.open.set()
    until(lambda: not tasks.active())
    later.open.set()
    ahead("later", later)
    until(lambda: tasks.result("later") == "through")


def test_who_stops_what_another_has_begun_is_asked_before_it_begins_again(tasks, monkeypatch):
    work, drawn = Gate(), []
    monkeypatch.setattr(offer, "by_itself", lambda *_, **__: drawn.append)
    monkeypatch.setattr(offer.st, "button", lambda words, **_: drawn.append(words))
    for name in ("first", "second"):
        monkeypatch.setattr(offer, "visitor", lambda name=name: name)
        offer.begun("film", title="Film", work=work)
    tasks.stop("film")
    until(lambda: not tasks.active())
    offer.begun("film", title="Film", work=work)
    assert drawn == ["film", "film", "Try again"]
    assert not tasks.active()
