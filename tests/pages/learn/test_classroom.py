"""A lesson with the class: teacher and learners on the page Learn of a shared server."""

import threading
import time
from zlib import crc32

import pandas as pd
import pytest
import streamlit as st
from streamlit.runtime.context import ContextProxy
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from kselect_core.cli.sharing.word import hashed
from kselect_core.errors import KselectError
from kselect_core.lessons import Stage, choice_rows, read_lesson
from kselect_core.lessons.tally import tally
from kselect_core.plotting.output import steady
from kselect_core.words.verdicts import verdicts
from kselect_ui.door.rules import ticket
from kselect_ui.learn import page
from kselect_ui.learn.room import desk
from kselect_ui.server.classroom import ClassRoom, classroom
from kselect_ui.server.drafts import drafts
from kselect_ui.sweep import export
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
    for one in (classroom, drafts):
        one.clear()
    yield
    for one in (classroom, drafts):
        one.clear()


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


def classroom_lesson():
    return read_lesson(LESSON, name="other.md")


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


def paced(lead, pace):
    next(one for one in lead.get("button_group") if one.key == desk.PACE).set_value(pace)
    return run(lead)


def paper(at, files):
    """The lesson on paper, as the panel of what leaves the page hands it out."""
    at.session_state[export.OPEN] = True
    run(at)
    page = files["kselect_small_handout.html"]()
    assert "Where is the lowest test error?" in page
    return page


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
        assert "With the class: A small lesson · you follow your teacher · step 2 of 3" in said(at)
        assert "Where is the lowest test error?" in text(at)
        assert not labels(at) & {"Next", "Back", "Show me", "Reveal", "Open the class"}
    assert not any(
        one.help for one in lead.button if one.label in {"Next", "Back"}
    )  # over the pace
    click(lead, "Next")
    assert lead.query_params["step"] == "3"
    for at in (early, late, learner(lesson="small", step="1")):
        assert "No settings, no number." in text(run(at))
    click(lead, "Back")
    assert "Where is the lowest test error?" in text(run(early))


def test_answers_reach_the_teacher_alone_until_they_are_revealed():
    lead, first, second = opened(), learner(), learner()
    pinned(first, 100.0)
    assert "Your answer: τ = 100. You may change it" in text(first)
    pinned(first, 0.1)
    assert "1 of 2 answered" in said(run(lead))
    pinned(second, 1.0)
    assert "2 of 2 answered" in said(run(lead))
    assert charts(lead) == ["class_answers", "learn_rows_0"]
    for at in (run(first), run(second)):
        assert charts(at) == ["learn_rows_0"]
        assert "LOO chooses" not in text(at)
        assert "Right answer:" not in text(at)
    click(lead, "Reveal")
    run(lead)
    assert "Right answer: **τ = " in text(lead)
    for at in (run(first), run(second), learner()):
        assert charts(at) == ["class_answers", "learn_rows_0", "learn_regrets_1"]
        assert "LOO chooses τ =" in text(at)
        assert "Answer" not in labels(at)
    assert "Your answer: τ = 0.1" in text(first)


def test_the_bar_of_the_class_says_how_many_have_answered_wherever_one_looks():
    lead, first = opened(), learner()
    learner()
    pinned(first, 100.0)
    bar = "The class is open** · [**1** of 2 answered](#class_answered)"
    assert bar in text(run(lead))
    assert "The class is open** · 2 learners" in text(click(lead, "Next"))  # that step asks nothing


def test_the_bar_of_the_class_leads_to_answers_once_they_are_drawn(monkeypatch, request):
    lead, go_on, of = opened("3"), threading.Event(), Stage.of
    learner()
    request.addfinalizer(go_on.set)
    monkeypatch.setattr(
        Stage, "of", lambda config, **told: go_on.wait(visits.PATIENCE) and of(config, **told)
    )
    monkeypatch.setattr(page, "_task", lambda config: f"held up {config.digest()}")
    click(lead, "Back")
    assert "The class is open** · **0** of 1 answered" in text(lead)
    assert "Where is the lowest test error?" not in text(lead)  # its sweep runs
    go_on.set()
    bar = "The class is open** · [**0** of 1 answered](#class_answered)"
    assert bar in text(until_done(lead))
    assert "Where is the lowest test error?" in text(lead)


def test_a_class_has_the_figure_of_its_answers_drawn_once(monkeypatch):
    lead, *learners = opened(), learner(), learner(), learner()
    for at, width in zip(learners, (100.0, 1.0, 0.1), strict=True):
        pinned(at, width)
    drawn = []
    monkeypatch.setattr(
        desk, "tally", lambda *args, **form: drawn.append(args[2]) or tally(*args, **form)
    )
    click(lead, "Reveal")
    run(lead)
    assert [charts(run(at))[0] for at in learners] == ["class_answers"] * 3
    learner()
    assert len(drawn) == 1


def test_the_answers_are_whole_on_a_phone_whose_frames_of_two_scales_scroll(monkeypatch):
    lead, at = opened(), learner()
    pinned(at, 1.0)
    click(lead, "Reveal")
    keys, container = [], st.container
    monkeypatch.setattr(
        st,
        "container",
        lambda *args, **form: keys.append(form.get("key")) or container(*args, **form),
    )
    assert "class_answers" in charts(run(at))
    assert "question" in keys
    assert "class_answers_wide" not in keys


def test_what_is_revealed_is_worked_out_once_for_the_class(monkeypatch):
    lead, *learners = opened(), learner(), learner(), learner()
    for at, width in zip(learners, (100.0, 1.0, 0.1), strict=True):
        pinned(at, width)
    judged, made = [], []
    monkeypatch.setattr(
        choice_rows, "verdicts", lambda *args: judged.append(args[1]) or verdicts(*args)
    )
    monkeypatch.setattr(steady, "crc32", lambda text: made.append(text) or crc32(text))
    monkeypatch.setattr(page, "_task", lambda config: f"anew {config.digest()}")
    click(lead, "Reveal")
    until_done(run(lead))
    for at in learners:
        run(at)
    assert judged == [("loo", "fsm")]
    figures = len(made)
    learner()
    for at in learners:
        run(at)
    assert len(made) == figures


def test_a_class_reveals_what_who_learns_alone_is_told():
    lead, at = opened(), learner()
    pinned(at, 0.1)
    click(lead, "Reveal")
    run(at)
    alone = pinned(click(learner(), "Leave the class"), 0.1)
    (mine,), (theirs,) = visits.tables(at), visits.tables(alone)
    pd.testing.assert_frame_equal(mine, theirs)
    assert list(mine["who"]) == ["you", "LOO", "FSM"]
    for words in ("LOO chooses τ =", "Your answer: τ = 0.1", "your pin, τ = 0.1"):
        assert words in text(at)
        assert words in text(alone)
    assert charts(at)[1:] == charts(alone)
    drawn = [[one.proto.spec for one in page.get("plotly_chart")][-2:] for page in (at, alone)]
    assert drawn[0] == drawn[1]


def test_the_end_judges_no_answer_whose_truth_is_kept_back():
    lead, at = opened(), learner()
    pinned(at, 100.0)
    click(lead, "Next")
    assert "No settings, no number." in text(until_done(at))
    assert "The end." not in text(at)
    click(click(click(lead, "Back"), "Reveal"), "Next")
    assert "The end. Right answers: 0 of 1." in said(run(at))


def test_a_screen_that_all_see_need_not_show_answers():
    lead, at = opened(), learner()
    pinned(at, 100.0)
    (hide,) = [one for one in run(lead).checkbox if one.label == "Hide answers"]
    hide.check()
    assert charts(run(lead)) == ["learn_rows_0"]
    assert "1 of 1 answered" in said(lead)
    click(click(lead, "Next"), "Back")
    assert charts(lead) == ["learn_rows_0"]


def test_a_reload_loses_nothing():
    mine = ticket(KEPT, time.time())
    lead, at = opened(), learner(mine)
    pinned(at, 100.0)
    again = learner(mine)
    assert "Your answer: τ = 100" in text(again)
    assert [slider.value for slider in again.select_slider] == [100.0]
    lead = teacher()  # without a link
    assert "1 of" in said(lead)
    assert "Where is the lowest test error?" in text(lead)
    assert lead.query_params["step"] == "2"
    paced(lead, desk.OWN)
    assert "Not right. Your answer: τ = 100" in said(run(again))
    click(paced(lead, desk.FOLLOW), "Next")
    assert "No settings, no number." in text(run(again))


def test_at_their_own_pace_learners_go_where_they_like():
    lead, at, other = opened("1"), learner(), learner()
    paced(lead, desk.OWN)
    run(at)
    assert "go at your own pace" in text(at)
    click(at, "Next")
    assert "Where is the lowest test error?" in text(at)
    click(run(lead), "Next")
    pinned(at, 100.0)
    assert "Not right." in text(at)
    assert "class_answers" not in charts(at)
    assert "1 of 2 answered" in said(run(lead))
    assert "At τ = 1" in text(run(other))


def test_what_is_tried_after_the_truth_is_not_told_to_the_teacher():
    lead, at = opened(), learner(step="2")
    run(paced(lead, desk.OWN))
    pinned(run(at), 100.0)
    click(at, "Answer again")
    pinned(at, 1.0)
    assert "Your answer: τ = 1" in text(at)
    other = click(click(learner(step="2"), "Show me"), "Answer again")
    pinned(other, 1.0)
    assert classroom().answers(2) == ("100",)


def test_on_paper_a_class_that_follows_has_only_the_solutions_that_were_revealed(
    files, monkeypatch
):
    monkeypatch.setattr("kselect_core.lessons.handout.page.obstacle", lambda: "no browser")
    lead, at = opened(), learner()
    pinned(at, 100.0)  # an answer alone does not open them
    assert "<details>" not in paper(at, files)
    assert "<p>LOO chooses" not in paper(at, files)
    assert "<p>LOO chooses" in paper(lead, files)
    click(lead, "Reveal")
    assert "<p>LOO chooses" in paper(at, files).split("<details>")[1]


@pytest.mark.parametrize("how", ["alone", "own pace", "left"])
def test_on_paper_who_goes_alone_has_the_solutions(files, monkeypatch, how):
    monkeypatch.setattr("kselect_core.lessons.handout.page.obstacle", lambda: "no browser")
    if how == "alone":
        at = learner(lesson="small", step="2")
    else:
        lead, at = opened(), learner()
        paced(lead, desk.OWN) if how == "own pace" else click(at, "Leave the class")
    assert "<p>LOO chooses" in paper(at, files).split("<details>")[1]


def test_one_may_leave_the_class_and_come_back(monkeypatch):
    lead, at = opened(), learner()
    click(at, "Leave the class")
    assert "Your class is here." in text(at)
    looked = []
    with monkeypatch.context() as patch:
        patch.setattr(ClassRoom, "look", lambda *_: looked.append(1))
        run(at)
    assert not looked  # who has left is not waited for
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
    with pytest.raises(KselectError, match="teacher's word"):
        desk.led()


def test_who_answers_too_often_is_told():
    opened()
    at = pinned(learner(), 100.0)
    for _ in range(20):
        at = click(at, "Answer")
    assert "Wait a minute, then answer again." in text(at)


def test_an_answer_to_a_lesson_that_is_over_is_none_to_the_next():
    lead, at = opened(), learner()
    (slider,) = at.select_slider
    slider.set_value(100.0)
    next(one for one in run(at).button if one.label == "Answer").click()
    classroom().close()
    classroom().open(classroom_lesson(), 2)
    assert "The class has ended" in said(run(at))
    assert classroom().answers(2) == ()
    assert "0 of" in said(run(lead))


def places(monkeypatch, at):
    """Run a page; what is beside the place of each part that runs by itself."""
    sent, parts, send = [], [], ScriptRunContext.enqueue

    def noted(self, message):
        if message.WhichOneof("type") == "delta":
            sent.append((message.delta.fragment_id, tuple(message.metadata.delta_path)))
        elif message.WhichOneof("type") == "auto_rerun":
            parts.append(message.auto_rerun.fragment_id)
        send(self, message)

    with monkeypatch.context() as patch:
        patch.setattr(ScriptRunContext, "enqueue", noted)
        run(at)
    places = [min((path for one, path in sent if one == part), key=len) for part in parts]
    every = {path for _, path in sent}
    return [
        {path for path in every if path[:-1] == place[:-1] and path != place} for place in places
    ]


def test_each_part_that_runs_by_itself_is_alone_in_its_place(monkeypatch):
    lead, at = opened("1"), learner()
    assert len(places(monkeypatch, lead)) == 2  # who is there, and whether the class moved
    click(lead, "Next")
    pinned(run(at), 100.0)
    found = [places(monkeypatch, one) for one in (lead, at)]
    click(lead, "Reveal")
    found += [places(monkeypatch, one) for one in (lead, at)]
    assert [len(parts) for parts in found] == [3, 1, 3, 1]
    assert not any(beside for parts in found for beside in parts)


def test_words_come_to_the_teachers_screen_only_if_they_are_asked_for(home):
    words = LESSON.replace('pin = "best width"\nwithin = 1', "words = true")
    (home / "lessons" / "small.md").write_text(words, encoding="utf-8")
    lead, at = opened(), learner()
    (area,) = at.text_area
    area.set_value("No <b>idea</b>, [honestly](http://x.y) \N{RIGHT-TO-LEFT OVERRIDE}!")
    click(run(at), "Answer")
    assert "1 of 1 answered" in said(run(lead))
    assert "idea" not in said(lead)
    (show,) = [one for one in lead.checkbox if one.label == "Show answers"]
    show.check()
    (item,) = [one.value for one in run(lead).markdown if "idea" in one.value]
    assert item.startswith(r"- No \<b\>idea\<\/b\>")
    assert "](" not in item
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in item


def test_a_dash_in_words_does_not_end_the_answers_of_a_learner(home):
    words = LESSON.replace('pin = "best width"\nwithin = 1', "words = true")
    (home / "lessons" / "small.md").write_text(words, encoding="utf-8")
    opened()
    at = learner()
    for said_now in ("-", "because"):
        (area,) = at.text_area
        area.set_value(said_now)
        click(run(at), "Answer")
    assert "seen the right answer" not in said(at)
    assert classroom().answers(2) == ("because",)


def test_a_lesson_that_is_written_here_is_held_here():
    lead = teacher(write="true")
    (area,) = [one for one in lead.text_area if one.key == "lesson_text"]
    mine = LESSON.replace("A small lesson", "Written just now")
    area.set_value(mine)
    lead = click(well(until_done(run(lead))), "Open the class")
    at = learner()
    assert "With the class: Written just now" in said(at)
    assert "At τ = 1" in text(at)
    click(lead, "Next")
    pinned(run(at), 100.0)
    lead.session_state["class_end"] = True
    click(run(lead), "Close the class")
    assert mine in [one.value for one in lead.text_area]
    assert "not on this computer" not in text(run(at))
    assert "Your answer: τ = 100" in text(at)  # the learner stays there, and goes on alone
    click(at, "Next")
    assert "No settings, no number." in text(at)
    assert "The end. Right answers: 0 of 1." in said(at)
    click(at, "All lessons")
    assert "What a width does" in text(at)


def test_a_reload_does_not_lose_the_lesson_that_somebody_writes():
    mine = ticket(KEPT, time.time(), teacher=True)
    lead = window(mine, write="true")
    (area,) = [one for one in lead.text_area if one.key == "lesson_text"]
    area.set_value(LESSON.replace("A small lesson", "Mine alone"))
    well(until_done(run(lead)))
    assert "Mine alone" in written(window(mine, write="true"))
    assert "Mine alone" not in written(learner(write="true"))


def written(at):
    (area,) = [one for one in at.text_area if one.key == "lesson_text"]
    return area.value


def test_alone_nothing_of_it_is_shown(monkeypatch):
    monkeypatch.setenv("KSELECT_SHARED", "")
    at = teacher(lesson="small", step="2")
    assert "Open the class" not in labels(at)
    assert {"Next", "Back", "Show me"} <= labels(at)
