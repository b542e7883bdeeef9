"""Answers: how they stand in a link, and whether they are so."""

from dataclasses import replace

import pytest

from kselect_core.lessons import Question, Scene
from kselect_core.lessons.answers import SKIPPED, answers_of, judged, take_home, texts_of
from kselect_core.lessons.choice_rows import YOU, chosen_rows, formats
from kselect_core.lessons.facts import value_of

PIN = Question("pin", "Where?", truth="widest", within=1)


def test_answers_of_a_link(lesson):
    assert answers_of(["2:0.1"], lesson) == {2: "0.1"}
    assert answers_of(["2:-"], lesson) == {2: SKIPPED}
    strange = ["", "2", "2:", "2:x", "2:-1", "1:3", "9:1", "x:1", "-2:1", "2:nan", "2:inf", "²:1"]
    assert answers_of([*strange, "99999999:1"], lesson) == {}
    assert texts_of({2: "0.1", 1: "a:b"}) == ["1:a:b", "2:0.1"]


@pytest.mark.parametrize(
    ("given", "right", "said"),
    [("100", True, "τ = 100"), ("9", True, "τ = 10"), ("1", False, "τ = 1")],
)
def test_a_pin_is_right_within_points_of_the_grid(scene, given, right, said):
    assert judged(scene, PIN, given) == (right, said, "τ = 100")


def test_numbers_choices_and_figures(scene):
    exact = 100 * value_of("test error", scene).number
    number = Question("number", "How much?", truth="test error", within=1.0)
    assert judged(scene, number, f"{exact + 0.99}").right
    assert not judged(scene, number, f"{exact - 1.01}").right
    points = Question("number", "How many?", truth="training points")
    assert judged(scene, points, "210") == (True, "210", "210")
    choice = Question("choose", "Which?", choices=("a", "b"), right=2)
    assert judged(scene, choice, "2") == (True, "b", "b")
    assert judged(scene, choice, "1").right is False
    assert judged(scene, replace(choice, right=0), "1") == (None, "a", "")
    figure = Question("figure", "Which?", choices=("figure A", "figure B"), right=1)
    assert judged(scene, figure, "2") == (False, "figure B", "figure A")
    assert judged(scene, Question("words", "Why?"), "because") == (None, "because", "")


def test_the_learner_stands_beside_the_criteria(lesson, stage):
    scene = Scene(lesson.steps[1], stage, pin=0.09)
    table = chosen_rows(scene, pinned=True)
    assert list(table["who"]) == [YOU, "LOO", "FSM"]
    mine = table.iloc[0]
    assert mine["chooses"] == "τ = 0.1"
    assert mine["test error"] == pytest.approx(100 * value_of("test error at 0.1", scene).number)
    assert (
        mine["regret (points)"] >= -1e-9 + table["test error"].iloc[0] - table["test error"].max()
    )
    loo = table.set_index("who").loc["LOO"]
    assert loo["regret (points)"] == pytest.approx(100 * value_of("regret of LOO", scene).number)
    assert chosen_rows(Scene(lesson.steps[0], stage), pinned=False).empty


def test_answers_are_taken_home(lesson, scene):
    best = value_of("best width", scene).number
    text, right, count = take_home(lesson, {2: scene}, {2: f"{best}"})
    assert (right, count) == (1, 1)
    assert "# A small lesson" in text
    assert "Where is the lowest test error?" in text
    assert "Right." in text
    text, right, count = take_home(lesson, {2: scene}, {2: SKIPPED})
    assert (right, count) == (0, 0)
    assert "No answer." in text
    wrong = replace(scene.step, question=PIN)
    text, right, count = take_home(lesson, {2: replace(scene, step=wrong)}, {2: "0.01"})
    assert (right, count) == (0, 1)
    assert "Not right. Right answer: τ = 100.\n" in text


def test_regrets_are_points_in_the_table_as_in_the_text(lesson, stage):
    scene = Scene(lesson.steps[1], stage)
    rows, forms = chosen_rows(scene, pinned=False).set_index("who"), formats(scene.at.task)
    (heading,) = [name for name in rows if name.startswith("regret")]
    written = forms[heading].format(rows.loc["FSM", heading])
    text = value_of("regret of FSM", scene).text
    assert text == f"{written} points"
    assert heading == "regret (points)"
