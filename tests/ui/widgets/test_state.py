"""What a view says about itself, and what a first look shows."""

from kselect_core import CriterionChoice, SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_ui.widgets.state import View, first_look


def view(**changes):
    usual = {"split": None, "kernel": "gaussian", "parameter": 0.5, "lam": 0.1, "shown": ("loo",)}
    return View(**usual | changes)


def test_pictures_of_one_split_show_the_first_when_all_are_averaged():
    assert view().one_split == 0
    assert view(split=3).one_split == 3


def test_the_point_is_that_of_the_cursor_on_one_split():
    assert view().point == Cursor(0, "gaussian", 0.5, 0.1)
    assert view(split=3).point.split == 3


def test_the_point_of_a_kernel_without_a_parameter_is_a_key_of_caches():
    one, other = view(parameter=float("nan")).point, view(parameter=float("nan")).point
    assert one == other
    assert hash(one) == hash(other)


def test_the_overlays_follow_the_switches():
    assert view().overlays == {"test"}
    assert view(test_error=False, training_error=True).overlays == {"training"}


def config(*keys):
    return SweepConfig(dataset="iris", criteria=tuple(CriterionChoice(key) for key in keys))


def test_a_first_look_shows_the_usual_criteria():
    assert first_look(config("kta", "loo", "fsm", "kfold", "ckta", "gcv")) == [
        "loo",
        "fsm",
        "kfold",
        "ckta",
    ]


USUAL = ("ckta", "fsm", "kfold", "loo", "sps", "ks")


def test_a_first_look_shows_all_usual_criteria_and_no_more_of_those_of_every_sweep():
    assert first_look(config("kta", *USUAL, "gcv")) == [*USUAL]


def test_a_first_look_shows_the_criteria_that_somebody_asked_for():
    assert first_look(config("kta", *USUAL, "gcv", "sm", "er")) == [*USUAL, "sm", "er"]


def test_a_first_look_at_a_thicket_of_criteria_shows_the_usual_ones():
    assert first_look(config(*USUAL, "sm", "er", "pep", "br")) == [*USUAL]


def test_a_first_look_is_filled_up_where_few_are_usual():
    assert first_look(config("kta", "mmd", "loo", "gcv", "remp")) == ["kta", "mmd", "loo", "remp"]


def test_a_first_look_shows_something_where_none_is_usual():
    assert first_look(config("kta", "gcv")) == ["kta", "gcv"]


def test_a_first_look_at_a_regression_leaves_out_what_needs_classes():
    every = config("fsm", "loo", "sm", "ckta", "gcv", "remp")
    assert first_look(every, task="regression") == ["loo", "ckta", "gcv", "remp"]
    counting = SweepConfig(dataset="x", criteria=(("loo", {"loss": "error"}), "gcv"))
    assert first_look(counting, task="regression") == ["gcv"]
    assert first_look(config("fsm", "sm"), task="regression") == [
        "fsm",
        "sm",
    ]  # better than nothing
