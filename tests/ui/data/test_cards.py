"""Cards of data sets: what their pictures are said to show."""

from kselect_core.data import CATALOGUE
from kselect_ui.data.cards import described


def test_pictures_are_by_class_or_by_target():
    assert described(CATALOGUE["iris"]) == "Points of Iris, by class"
    assert described(CATALOGUE["additive"]) == "Points of Additive model, by target"
