"""Cards of data sets: what their pictures are said to show."""

from kselect_core.data import CATALOGUE
from kselect_core.data.catalogue.cards import title_of
from kselect_ui.data.cards import described


def test_pictures_are_by_class_or_by_target():
    assert described(CATALOGUE["iris"]) == "Points of Iris, by class"
    assert described(CATALOGUE["additive"]) == "Points of Additive model, by target"


def test_a_bundled_set_has_a_name_for_people_and_a_table_keeps_its_own():
    assert title_of("wdbc") == "Breast cancer"
    assert title_of("moons") == "Two moons"
    assert title_of("my patients") == "my patients"
