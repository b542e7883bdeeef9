"""A lesson with the class: teacher and learners on the page Learn of a shared server."""

import time

import pytest
import streamlit as st
from streamlit.runtime.context import ContextProxy

from kselect_core.cli.sharing.word import hashed
from kselect_ui.door.rules import ticket
from kselect_ui.learn.room import desk
from kselect_ui.server.classroom import classroom
from tests.lessons.conftest import LESSON
from tests.pages import visits
from tests.pages.visits import text, until_done

KEPT = hashed("toberiku")
TICKET = "ticket_of_the_test"


@pytest.fixture(autouse=True)
def _class(home, monkeypatch):
    """Give a shared server with a lesson, whose windows show the tickets that tests give them."""
    (home / "lessons").mkdir(exist_ok=True)
    (home / "lessons" / "small.md").write_text(LESSON, encoding="utf-8")
    monkeypatch.setenv("KSELECT_SHARED", "1")
    monkeypatch.setenv("KSELECT_WORD_HASH", KEPT)
    shown = property(lambda _: {"kselect_door": st.session_state.get(TICKET, "")})
    monkeypatch.setattr(ContextProxy, "cookies", shown)
    classroom.clear()
    yield
    classroom.clear()


def window(shown, **query):
    """Open the page Learn with a ticket of the door."""
    at = visits.AppTest.from_file(str(visits.ROUTER), default_timeout=visits.PATIENCE)
    at.switch_page(str(visits.PAGES / "learn.py"))
    at.session_state[TICKET] = shown
    return well(until_done(visits.by_link(at, **query)))


def teacher(**query):
    return window(ticket(KEPT, time.time(), teacher=True), **query)


def learner(shown=None, **query):
    return window(shown or ticket(KEPT, time.time()), **query)


def opened(step="2"):
    """A teacher who has opened a class."""
    at = teacher(lesson="small", step=step)
    return click(at, "Open the class")


def well(at):
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def run(at):
    return well(at.run())


def said(at):
    """All that a page says, without what makes it bold."""
    return text(at).replace("*", "")


def labels(at):
    return {one.label for one in at.button}


def click(at, label):
    next(one for one in at.button if one.label == label).click()
    return run(at)


def charts(at):
    return [element.proto.id.split("-")[-1] for element in at.get("plotly_chart")]


def pinned(at, width):
    (slider,) = at.select_slider
    slider.set_value(width)
    return click(run(at), "Answer")


def test_learners_are_at_the_teachers_step_and_follow_it():
    early = learner()
    assert "Your class" not in text(early)
    lead = opened()
    late = learner()
    for at in (run(early), late):
        assert "With the class: A small lesson, you follow your teacher · step 2 of 3" in said(at)
        assert "Where is the lowest test error?" in text(at)
        assert not labels(at) & {"Next", "Back", "Show me", "Reveal", "Open the class"}
    click(lead, "Next")
    assert lead.query_params["step"] == "3"
    for at in (early, late, learner(lesson="small", step="1")):
        assert "No settings, no number." in text(run(at))
    click(lead, "Back")
    assert "Where is the lowest test error?" in text(run(early))


def test_answers_reach_the_teacher_alone_until_they_are_revealed():
    lead, first, second = opened(), learner(), learner()
    pinned(first, 100.0)
    assert "Taken: τ = 100. You may change it" in text(first)
    pinned(first, 0.1)
    assert "1 of 2 answered" in said(run(lead))
    pinned(second, 1.0)
    assert "2 of 2 answered" in said(run(lead))
    assert charts(lead) == ["class_answers", "learn_rows_0"]
    for at in (run(first), run(second)):
        assert charts(at) == ["learn_rows_0"]
        assert "LOO chooses" not in text(at)
        assert "It is:" not in text(at)
    click(lead, "Reveal")
    run(lead)
    assert "It is: **τ = " in text(lead)
    for at in (run(first), run(second), learner()):
        assert charts(at) == ["class_answers", "learn_rows_0", "learn_regrets_1"]
        assert "LOO chooses τ =" in text(at)
        assert "Answer" not in labels(at)
    assert "Your answer: τ = 0.1" in text(first)


def test_a_reload_loses_nothing():
    mine = ticket(KEPT, time.time())
    lead, at = opened(), learner(mine)
    pinned(at, 100.0)
    again = learner(mine)
    assert "Taken: τ = 100" in text(again)
    lead = teacher()  # without a link
    assert "1 of" in said(lead)
    assert "Where is the lowest test error?" in text(lead)
    assert lead.query_params["step"] == "2"
    click(lead, "Next")
    assert "No settings, no number." in text(run(again))


def test_at_their_own_pace_learners_go_where_they_like():
    lead, at, other = opened("1"), learner(), learner()
    next(one for one in lead.get("button_group") if one.key == desk.PACE).set_value(desk.OWN)
    run(lead)
    run(at)
    assert "go at your own pace" in text(at)
    click(at, "Next")
    assert "Where is the lowest test error?" in text(at)
    click(run(lead), "Next")
    pinned(at, 100.0)
    assert "Not so." in text(at)
    assert "class_answers" not in charts(at)
    assert "1 of 2 answered" in said(run(lead))
    assert "At τ = 2⁰" in text(run(other))


def test_one_may_leave_the_class_and_come_back():
    lead, at = opened(), learner()
    click(at, "Leave the class")
    assert "Your class is here." in text(at)
    assert {"Next", "Show me"} <= labels(at)
    click(at, "Join")
    assert "With the class" in text(at)
    lead.session_state["class_end"] = True
    click(run(lead), "Close the class")
    run(at)
    assert "With the class" not in text(at)
    assert {"Next", "Show me"} <= labels(at)
    assert at.query_params["lesson"] == "small"


def test_the_teacher_takes_the_answers_along_without_names(files):
    mine = ticket(KEPT, time.time())
    lead, at = opened(), learner(mine)
    pinned(at, 100.0)
    lead.session_state["class_end"] = True
    run(lead)
    (content,) = (made().decode() for made in files.values())
    assert "learner,step,title,question,answer" in content
    assert ",2,Predict,Where is the lowest test error?,100" in content
    assert mine.split(".")[1] not in content


def test_a_learner_cannot_lead_whatever_they_show():
    shown = ticket(KEPT, time.time())
    until, name, signature = shown.split(".")
    for forged in (f"{until}.{name}.teacher.{signature}", f"{until}.{name}.teacher", "teacher"):
        at = window(forged, lesson="small", step="2")
        assert "Open the class" not in labels(at)
    opened()
    at = learner(shown, lesson="small", step="2")
    assert not labels(at) & {"Reveal", "Next", "Close the class"}
    at.session_state["class_end"] = True
    at.session_state[desk.PACE] = desk.OWN
    assert "Close the class" not in labels(run(at))
    assert classroom().state().follow


def test_who_answers_too_often_is_told():
    opened()
    at = learner()
    for _ in range(21):
        at = click(at, "Answer")
    assert "Wait a minute, then answer again." in text(at)


def test_alone_nothing_of_it_is_shown(monkeypatch):
    monkeypatch.setenv("KSELECT_SHARED", "")
    at = teacher(lesson="small", step="2")
    assert "Open the class" not in labels(at)
    assert {"Next", "Back", "Show me"} <= labels(at)
