"""What a class answered, counted."""

import pytest

from kselect_core.lessons import Question
from kselect_core.lessons.answers import is_answer, judged, written
from kselect_core.lessons.facts import value_of
from kselect_core.lessons.numbers import error_of
from kselect_core.lessons.tally import MOST, tally, truth_of

PIN = Question("pin", "Where?", truth="best width", within=1)
CHOOSE = Question("choose", "Which?", choices=("LOO", "FSM"), right=2)
FIGURE = Question("figure", "Which?", choices=("figure A", "figure B"), right=1)
NUMBER = Question("number", "How much?", truth="lowest test error", within=1)
WORDS = Question("words", "Why?")


def counts(found):
    return dict(zip(found.numbers["answer"], found.numbers["learners"], strict=True))


def test_pins_stand_at_the_nearest_width_and_the_truth_only_when_it_is_shown(scene):
    answers = ("0.1", "0.11", "1e300", "5e-324")
    hidden, shown = (tally(scene, PIN, answers, shown=shown) for shown in (False, True))
    assert list(counts(hidden).values()) == [1, 2, 0, 0, 1]
    assert counts(shown) == counts(hidden)
    assert [trace.name for trace in hidden.figure.data] == ["pins"]
    assert not hidden.figure.layout.shapes
    curve, pins = shown.figure.data
    assert len(pins.x) == 4
    assert list(curve.y) == [error_of(scene, width) for width in scene.widths]
    assert min(curve.y) == value_of("lowest test error", scene).number
    (line,) = shown.figure.layout.shapes
    assert curve.y[line.x0] == min(curve.y)


def test_choices_and_figures_have_a_bar_each(scene):
    found = tally(scene, CHOOSE, ("2", "1", "2.0"), shown=True)
    assert counts(found) == {"LOO": 1, "FSM": 2}
    assert found.figure.layout.yaxis.ticktext == ("LOO", "✓ FSM")
    assert "✓" not in str(tally(scene, CHOOSE, ("2",), shown=False).figure)
    unjudged = Question("choose", "Which?", choices=("LOO", "FSM"))
    assert "✓" not in str(tally(scene, unjudged, ("2",), shown=True).figure)
    assert counts(tally(scene, FIGURE, ("2", "2"), shown=False)) == {"figure A": 0, "figure B": 2}


def test_numbers_have_a_bar_each_and_the_rarest_one_together(scene):
    many = [str(k) for k in range(MOST + 3)]
    found = counts(tally(scene, NUMBER, ("7", "7.0001", "1e300", *many, *many[:-3]), shown=False))
    assert found["7"] == 4
    assert sum(found.values()) == 3 + len(many) + MOST
    assert list(found)[-1] == "others"
    assert found["others"] == 4
    assert counts(tally(scene, NUMBER, ("2", "10"), shown=False)) == {"2": 1, "10": 1}
    assert counts(tally(scene, NUMBER, (), shown=False)) == {}


def test_words_have_no_figure(scene):
    found = tally(scene, WORDS, ("because", "who knows"), shown=True)
    assert found.figure is None
    assert list(found.numbers["answer"]) == ["because", "who knows"]


def test_the_truth_is_told_in_words_where_there_is_one(scene):
    assert truth_of(scene, PIN).startswith("τ = ")
    assert truth_of(scene, CHOOSE) == "FSM"
    assert truth_of(scene, FIGURE) == "figure A"
    assert truth_of(scene, NUMBER) == value_of("lowest test error", scene).text
    assert truth_of(scene, WORDS) == ""
    assert truth_of(scene, Question("choose", "Which?", choices=("LOO", "FSM"))) == ""


@pytest.mark.parametrize("text", ["0", "0.5", "3", "-1", "1e9", "nan", "inf", "A", ""])
def test_a_link_names_only_figures_that_there_are(text):
    assert not is_answer(text, FIGURE)


def test_a_choice_is_written_by_its_name(scene):
    assert [written(CHOOSE, "1"), written(FIGURE, "2.0"), written(PIN, "0.1")] == [
        *("LOO", "figure B", "0.1")
    ]
    assert judged(scene, FIGURE, "1.0") == (True, "figure A", "figure A")
