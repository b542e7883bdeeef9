"""The page Learn: lessons by a link, answers that stay there, and lessons that are written."""

from errno import ENOSPC
from functools import partial
from pathlib import Path

import pytest

from kselect_core.errors import UnknownNameError
from kselect_core.lessons import lesson_names, load_lesson, read_lesson
from kselect_core.lessons.catalogue import MOST_BYTES
from kselect_ui.learn import chosen
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import export
from tests.lessons.conftest import LESSON
from tests.pages import visits
from tests.pages.visits import tables, text, until_done
from tests.ui.stepper import until

opened = partial(visits.opened, "learn")


@pytest.fixture(autouse=True)
def _lessons(home):
    (home / "lessons").mkdir(exist_ok=True)
    (home / "lessons" / "draft.txt").unlink(missing_ok=True)
    (home / "lessons" / "small.md").write_text(LESSON, encoding="utf-8")
    (home / "lessons" / "faulty.md").write_text("Words.", encoding="utf-8")


def well(at):
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def lesson(**query):
    return well(until_done(opened(lesson="small", **query)))


def button(at, label):
    return next(one for one in at.button if one.label == label)


def charts(at):
    return [element.proto.id.split("-")[-1] for element in at.get("plotly_chart")]


def test_lessons_stand_on_cards_and_a_fault_is_told():
    at = well(opened())
    assert "What a width does" in text(at)
    assert "5 minutes · 3 steps · 1 question Nothing." in text(at)
    assert "faulty.md, line 1: a lesson begins with its settings" in text(at)
    next(one for one in at.button if one.key == "open_small").click().run()
    at = well(until_done(at))
    assert at.query_params["lesson"] == "small"
    assert "At τ = 1 the test error is" in text(at)
    assert charts(at) == ["learn_picture_0"]


def test_an_answer_reveals_what_was_hidden_and_stays_in_the_link():
    at = lesson(step="2")
    assert charts(at) == ["learn_rows_0"]  # regrets are made of test errors
    assert "LOO chooses" not in text(at)
    assert not tables(at)
    (slider,) = at.select_slider
    slider.set_value(100.0).run()
    button(at, "Answer").click().run()
    well(at)
    assert at.query_params["ans"] == "2:100"
    assert "Not right." in text(at)
    assert "LOO chooses τ =" in text(at)
    assert charts(at) == ["learn_rows_0", "learn_regrets_1"]
    (table,) = tables(at)
    assert list(table["who"]) == ["you", "LOO", "FSM"]
    again = lesson(step="2", ans="2:100")
    assert "Your answer: τ = 100" in text(again)
    button(again, "Answer again").click().run()
    assert charts(well(again)) == ["learn_rows_0"]
    assert "ans" not in again.query_params


def test_the_sweeps_of_later_steps_are_made_while_the_first_is_read_once_in_a_visit(home):
    second = '[sweeps.xor]\ndataset = "xor"\nrepeats = 2\ncriteria = ["loo"]\n+++\n\n# '
    folder = home / "lessons"
    two = LESSON.replace("+++\n\n# ", second, 1).replace("A small", "A larger")
    (folder / "two.md").write_text(two, "utf-8")
    later = f"lesson {load_lesson('two', folder).sweeps['xor'].digest()}"
    at = well(until_done(opened(lesson="two")))
    assert tasks().status(later) is not None
    until(lambda: not tasks().active())
    tasks().forget(later)
    well(at.run())
    assert tasks().status(later) is None
    (folder / "two.md").unlink()


def test_lessons_of_one_title_are_told_apart_and_each_opens(home):
    copy = home / "lessons" / "copy.md"
    copy.write_text(LESSON.replace("# Look", "# Look at the copy"), encoding="utf-8")
    assert "A small lesson (copy)" in text(well(opened()))
    for name, title in (("small", "Look"), ("copy", "Look at the copy")):
        at = well(until_done(opened(lesson=name)))
        assert [at.selectbox(key="lesson").value, at.header[0].value] == [name, title]
    copy.unlink()


def test_one_may_look_without_an_answer_and_go_on():
    at = lesson(step="2")
    button(at, "Show me").click().run()
    assert "LOO chooses" in text(well(at))
    assert "Your answer:" not in text(at)
    button(at, "Next").click().run()
    assert at.query_params["step"] == "3"
    assert "No settings, no number." in text(well(until_done(at)))
    assert button(at, "Next").disabled
    assert any(one.proto.label == "Download my answers" for one in at.get("download_button"))
    button(at, "Back").click().run()
    assert "LOO chooses" in text(well(at))


def test_the_lesson_on_paper_is_in_the_panel_of_what_leaves_the_page(files, monkeypatch):
    monkeypatch.setattr("kselect_core.lessons.handout.page.obstacle", lambda: "no browser")
    at = lesson(step="2")
    at.session_state[export.OPEN] = True
    at = well(until_done(at.run()))
    page = files["kselect_small_handout.html"]()
    assert "<h1>A small lesson</h1>" in page
    assert "<h2>2. Predict</h2>" in page
    assert "<p>LOO chooses τ =" in page.split("<details>")[1]


def test_a_step_is_taken_along_without_what_is_hidden():
    for answered in (False, True):
        at = visits.opened(
            "learn", lesson="small", step="2", **({"ans": "2:-"} if answered else {})
        )
        at.session_state[export.OPEN] = True
        at = well(until_done(at.run()))
        assert any("run_sweep(config" in block.value for block in at.code)
        labels = {one.proto.label for one in at.get("download_button")}
        assert ("All numbers (CSV)" in labels) is answered
        assert "Report (HTML, works offline)" in labels


def test_before_the_answer_the_panel_does_not_tell_it(home):
    open_step = LESSON.replace('hide = ["test error"]\n', "")
    (home / "lessons" / "small.md").write_text(open_step, encoding="utf-8")
    for answered in ({}, {"ans": "2:-"}):
        at = visits.opened("learn", lesson="small", step="2", **answered)
        at.session_state[export.OPEN] = True
        at = well(until_done(at.run()))
        labels = {one.proto.label for one in at.get("download_button")}
        assert ("Choices (CSV)" in labels) is bool(answered)


def test_a_pin_that_is_not_put_is_no_answer():
    at = lesson(step="2")
    (slider,) = at.select_slider
    assert (slider.options[0], slider.value) == ("not yet put", "")
    assert not button(at, "Answer").disabled  # who goes there by Tab is not led on to *Show me*
    button(at, "Answer").click().run()
    assert "Put the pin first." in text(well(at))
    assert "ans" not in at.query_params
    (slider,) = at.select_slider
    slider.set_value(0.0001).run()
    assert "Put the pin first." not in text(well(at))
    button(at, "Answer").click().run()
    assert at.query_params["ans"] == "2:0.0001"


def test_the_end_comes_after_the_answer_to_the_last_question(home):
    at = lesson(step="3", ans="2:100")
    assert "The end. Right answers: 0 of 1." in text(at).replace("*", "")
    head, look, predict, _ = LESSON.split("\n# ")
    again = predict.replace("Predict", "Predict again")
    (home / "lessons" / "small.md").write_text(
        "\n# ".join((head, look, predict, again)), encoding="utf-8"
    )
    assert "The end." not in text(lesson(step="3", ans="2:100"))
    at = lesson(step="3", ans=["2:100", "3:100"])
    assert "The end. Right answers: 0 of 2." in text(at).replace("*", "")


def test_no_hint_lies_over_the_numbers_of_the_steps_while_one_goes_on():
    at = lesson()
    assert {one.help for one in at.button if one.label in {"Next", "Back"}} == {""}
    assert "a presenter's clicker" in text(at)


def test_a_dash_is_no_answer_in_words(home):
    words = LESSON.replace('pin = "best width"\nwithin = 1', "words = true")
    (home / "lessons" / "small.md").write_text(words, encoding="utf-8")
    at = lesson(step="2")
    (area,) = at.text_area
    area.set_value("-")
    button(at.run(), "Answer").click().run()
    assert "Write something first." in text(well(at))
    assert "ans" not in at.query_params
    (area,) = at.text_area
    area.set_value("- none -")
    button(at.run(), "Answer").click().run()
    assert "Your answer: - none -" in text(well(at))


@pytest.mark.parametrize(("given", "said"), [("It is.", "It is."), ("Why not", "Why not.")])
def test_an_answer_that_ends_a_sentence_has_no_second_full_stop(home, given, said):
    words = LESSON.replace('pin = "best width"\nwithin = 1', "words = true")
    (home / "lessons" / "small.md").write_text(words, encoding="utf-8")
    at = lesson(step="2", ans=f"2:{given}")
    assert f"Your answer: {said} " in text(at)


@pytest.mark.parametrize(
    "query", [{"lesson": "gone"}, {"lesson": "small", "step": "9", "ans": "1:x"}, {"ans": "1:1"}]
)
def test_a_bad_link_opens_what_there_is(query):
    at = well(until_done(opened(**query)))
    if query.get("lesson") == "gone":
        assert "not on this computer" in text(at)
    elif "lesson" in query:
        assert "At τ = 1" in text(at)


def test_a_lesson_is_written_and_tried(home):
    at = well(opened(write="true"))
    assert "there is no step" in text(at)
    assert "*Add what I see as a step*, under *Share* and *Lesson*" in text(at)
    (code,) = [one.value for one in at.code]
    asking = LESSON.replace('figures = ["decision"]\n', f'figures = ["decision"]\n{code}\n', 1)
    assert read_lesson(asking, name="draft").steps[0].question.kind == "pin"
    (area,) = [one for one in at.text_area if one.key == "lesson_text"]
    area.set_value(LESSON).run()
    at = well(until_done(at))
    assert "At τ = 1" in text(at)
    next(one for one in at.button if one.key == "lesson_move_1_1").click().run()
    written = (home / "lessons" / "draft.txt").read_text(encoding="utf-8")
    titles = [step.title for step in read_lesson(written, name="draft").steps]
    assert titles == ["Predict", "Look", "A text alone"]
    area.set_value(LESSON.replace("kernel = 1\n", "kernel = 0\n")).run()
    assert "kernel must be greater than 0" in text(well(at))
    at = well(until_done(opened(write="true")))  # another visit goes on
    assert "kernel must be greater than 0" in text(at)


def typed(at, words):
    (area,) = [one for one in at.text_area if one.key == "lesson_text"]
    return well(area.set_value(words).run())


def test_a_file_of_a_lesson_that_leads_nowhere_is_told(home):
    lost = home / "lessons" / "lost.md"
    lost.symlink_to(home / "nowhere.md")
    assert "The lesson lost.md cannot be read" in text(well(opened()))
    lost.unlink()


def test_a_lesson_that_is_taken_away_while_the_page_is_made_is_told(home, monkeypatch):
    gone = home / "lessons" / "gone.md"
    monkeypatch.setattr(chosen, "lesson_names", lambda folder: {**lesson_names(folder), "x": gone})
    with pytest.raises(UnknownNameError, match="x"):  # it was listed a moment ago
        chosen.lesson_of("x")
    monkeypatch.undo()
    with pytest.raises(UnknownNameError, match="gone"):
        chosen.lesson_of("gone")


def test_what_cannot_be_kept_stays_in_the_window_and_harms_nothing(home, monkeypatch):
    kept = home / "lessons" / "draft.txt"
    at = typed(opened(write="true"), LESSON)

    def full(part, *_):
        part.touch()
        raise OSError(ENOSPC, "full")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full)
        at = typed(at, "Words that nobody wants to lose.")
        assert "(No space left on device)" in text(at)
        assert kept.read_text("utf-8") == LESSON
    (area,) = [one for one in at.text_area if one.key == "lesson_text"]
    assert area.value == "Words that nobody wants to lose."
    assert "(No space left on device)" not in text(typed(at, "Other words."))
    assert kept.read_text("utf-8") == "Other words."


def test_a_lesson_that_is_too_long_is_not_kept_so_that_the_page_opens_again():
    at = typed(opened(write="true"), "x" * (MOST_BYTES + 1))
    assert "A lesson has at most 256 kB." in text(at)
    assert "there is no step" in text(well(opened(write="true")))


def test_what_two_windows_write_is_not_lost(home):
    one, other = (opened(write="true") for _ in range(2))
    typed(other, LESSON)
    one = typed(one, "Words of the first window.")
    assert "Another window has changed the lesson" in text(one)
    assert [code.value for code in one.code][1:] == ["Words of the first window."]
    (area,) = [area for area in one.text_area if area.key == "lesson_text"]
    assert area.value == LESSON == (home / "lessons" / "draft.txt").read_text("utf-8")
    one = well(button(one, "Use what I typed instead").click().run())
    assert "Another window" not in text(one)
    assert (home / "lessons" / "draft.txt").read_text("utf-8") == "Words of the first window."


def test_a_lesson_named_like_a_shipped_one_is_listed_all_the_same(home):
    (home / "lessons" / "draft.txt").write_text(
        LESSON.replace("A small lesson", "1 width"), encoding="utf-8"
    )
    at = well(until_done(opened(write="true")))
    button(at, "Save to my lessons").click().run()
    (said,) = [one.value.replace("\\", "") for one in well(at).info]
    assert "my_1_width" in said
    assert "1 width" in text(well(opened()))
    (home / "lessons" / "1_width.md").unlink()


def test_what_is_seen_becomes_a_step(home):
    at = visits.opened("errors", t="0.5", lam="0.1", crit="loo")
    at.session_state[export.OPEN] = True
    at = well(at.run())
    (title,) = [one for one in at.text_input if one.key == "lesson_title"]
    title.set_value("What it costs")  # the click comes before the page has run
    button(at, "Add what I see as a step").click().run()
    assert "Added as the last step." in [one.value for one in well(at).success]
    written = (home / "lessons" / "draft.txt").read_text(encoding="utf-8")
    step = read_lesson(written, name="draft").steps[-1]
    assert step.title == "What it costs"
    assert at.text_input(key="lesson_title").value == ""
    assert (step.parameter, step.lam, step.quantities) == (0.5, 0.1, ("loo",))
    assert [figure.view for figure in step.figures] == ["grid_map"]


@pytest.mark.parametrize("link", [{"play_n": "40"}, {"play": "draw", "play_n": "40"}])
def test_what_is_played_with_becomes_a_step(home, link):
    at = visits.opened("play", **link)
    at.session_state[export.OPEN] = True
    at = well(at.run())
    (figures,) = [one for one in at.multiselect if one.key == "lesson_figures"]
    figures.set_value(["criterion_rows", "spectrum"]).run()
    button(at, "Add what I see as a step").click().run()
    assert "Added as the last step." in [one.value for one in well(at).success]
    written = (home / "lessons" / "draft.txt").read_text(encoding="utf-8")
    step = read_lesson(written, name="draft").steps[-1]
    assert [figure.view for figure in step.figures] == ["criterion_rows", "spectrum"]
