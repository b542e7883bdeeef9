"""Lessons as they are written: what is looked at becomes a step that reads back to the same."""

import pytest

from kselect_core import SweepConfig
from kselect_core.data.made.drawn import Spot, drawn
from kselect_core.errors import KselectError
from kselect_core.lessons import Figure, Stage, read_lesson
from kselect_core.lessons.text import LessonError
from kselect_core.lessons.writing import Seen, moved, new_lesson, plain_of, with_step, without
from kselect_core.selection.places.cursor import Cursor
from tests.lessons.conftest import LESSON

CONFIG = SweepConfig(dataset="two_moons", repeats=2, criteria=("loo", "fsm"))
SEEN = Seen(
    CONFIG,
    Cursor(0, "gaussian", 2.0, 0.01),
    ("loo",),
    figures=(
        ("decision", {}),
        ("error_curves", {"kernel": "gaussian", "lam": 0.01, "loss": "0/1"}),
        ("regrets", {}),
    ),
)


def test_what_is_seen_becomes_a_step():
    text = with_step(with_step(new_lesson(), SEEN, title="One"), SEEN, title="Two\n# Three")
    read = read_lesson(text, name="mine.md")
    assert [step.title for step in read.steps] == ["One", "Two # Three"]
    assert read.sweeps == {"two_moons": CONFIG}
    step = read.steps[0]
    assert (step.parameter, step.lam, step.quantities) == (2.0, 0.01, ("loo",))
    assert [(one.view, one.options) for one in step.figures] == [
        ("decision", ()),
        ("error_curves", (("loss", "0/1"),)),
    ]
    assert isinstance(step.figures[0], Figure)


def test_lists_stand_on_one_line():
    config = SweepConfig(dataset="two_moons", lambdas=(0.01, 0.1), criteria=("loo",))
    text = with_step(new_lesson(), SEEN._replace(config=config), title="One")
    assert "lambdas = [0.01, 0.1]\n" in text
    assert 'criteria = ["loo"]\n' in text
    assert 'figures = [\n    "decision",\n    { view' in text  # it has a table in it
    assert read_lesson(text, name="mine.md").sweeps == {"two_moons": config}


def test_sweeps_have_names_of_their_own():
    other = SEEN._replace(config=SweepConfig(dataset="two_moons", learner="svm", C=(1.0, 10.0)))
    other = other._replace(cursor=Cursor(0, "gaussian", 0.1, 0.05), quantities=(), figures=())
    text = with_step(with_step(new_lesson(), SEEN, title="One"), other, title="Two")
    read = read_lesson(text, name="mine.md")
    assert read.sweeps == {"two_moons": CONFIG, "two_moons_2": other.config}
    assert read.steps[1].lam == 10.0  # as C


@pytest.mark.parametrize(
    "config",
    [
        SweepConfig(dataset="iris", positive="setosa", test_share=0.5, seed=3),
        SweepConfig(dataset="wdbc", learner="svm"),
        SweepConfig(dataset="diabetes_regression", learner="krr", lambdas=(0.1, 1.0)),
    ],
)
def test_only_what_is_not_usual_is_written(config):
    plain = plain_of(config)
    assert "preprocessing" not in plain
    assert "schema" not in plain
    assert SweepConfig(**plain) == config


@pytest.mark.parametrize(
    ("dataset", "name"),
    [
        ("made:moons,n=40,noise=0.3", "moons"),
        ("made:xor", "xor"),
        (drawn([Spot(k, k % 7, k % 2) for k in range(12)]).name, "drawn"),
    ],
)
def test_made_and_drawn_data_are_said_by_their_name(dataset, name):
    config = SweepConfig(dataset=dataset, repeats=1, lambdas=(0.01,), criteria=("loo", "fsm"))
    text = with_step(new_lesson(), SEEN._replace(config=config), title="One")
    read = read_lesson(text, name="mine.md")
    assert read.sweeps == {name: config}
    assert Stage.of(config).dataset.name == dataset


@pytest.mark.parametrize("dataset", ["made:moons,n=1", "made:hills", "drawn:AAAA"])
def test_data_whose_name_says_none_are_told_with_their_line(dataset):
    text = LESSON.replace('"two_moons"', f'"{dataset}"')
    with pytest.raises(LessonError, match=r"small\.md, line 6: "):
        read_lesson(text, name="small.md")


def test_data_of_ones_own_are_refused():
    mine = SEEN._replace(config=SweepConfig(dataset="mine"))
    with pytest.raises(KselectError, match="mine is not among the data that come with kselect"):
        with_step(new_lesson(), mine, title="One")
    with pytest.raises(LessonError, match="begins with its settings"):
        with_step("Words.", SEEN, title="One")


def test_steps_are_put_in_order():
    titles = [step.title for step in read_lesson(LESSON, name="small.md").steps]
    assert titles == ["Look", "Predict", "A text alone"]
    for number, by, expected in (
        (1, 1, ["Predict", "Look", "A text alone"]),
        (3, -1, ["Look", "A text alone", "Predict"]),
        (1, -1, titles),
        (3, 1, titles),
    ):
        read = read_lesson(moved(LESSON, number, by), name="small.md")
        assert [step.title for step in read.steps] == expected
    read = read_lesson(without(LESSON, 2), name="small.md")
    assert [step.title for step in read.steps] == ["Look", "A text alone"]
