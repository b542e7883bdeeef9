"""The line that says how data are made: read back whole, refused in words."""

import pytest
from hypothesis import given, strategies as st

from kselect_core.data import load_dataset
from kselect_core.data.catalogue.cards import title_of
from kselect_core.data.made.recipe import RANGES, Recipe, nearest, recipe_of
from kselect_core.data.made.shapes import SHAPES
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError

RECIPES = st.builds(
    Recipe,
    shape=st.sampled_from(sorted(SHAPES)),
    **{
        name: st.integers(int(low), int(high))
        if isinstance(getattr(Recipe(), name), int)
        else st.integers(round(1000 * low), round(1000 * high)).map(lambda k: k / 1000)
        for name, (_, low, high) in RANGES.items()
    },
)


@given(RECIPES)
def test_a_name_says_all_of_a_recipe(recipe):
    assert recipe_of(recipe.name) == recipe


def test_usual_values_are_left_out_of_the_name():
    assert Recipe().name == "made:moons"
    assert Recipe("xor", n=40, noise=0.35, draw=3).name == "made:xor,n=40,noise=0.35,draw=3"


def test_a_regression_has_no_classes_to_say_something_about():
    assert Recipe("additive", minority=0.2, flipped=0.1) == Recipe("additive")


def test_a_name_loads_the_data_and_is_short_for_people():
    data = load_dataset("made:xor,n=40,noise=0.35,draw=3")
    assert data.X.shape == (40, 2)
    assert data.name == "made:xor,n=40,noise=0.35,draw=3"
    assert title_of(data.name) == "XOR (n = 40, noise 0.35, draw 3)"
    assert load_dataset(data.name).digest == data.digest


def test_the_positive_class_may_be_chosen():
    data = load_dataset("made:moons,n=40", positive="upper")
    assert data.class_names == ("lower", "upper")


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("made:moon", UnknownNameError, "Did you mean 'moons'"),
        ("made:moons,size=3", UnknownNameError, "number of made data"),
        ("made:moons,n=3", InvalidParameterError, "n must be a whole number from 20 to 400"),
        ("made:moons,n=30.5", InvalidParameterError, "n must be a whole number from 20 to 400"),
        ("made:moons,noise=much", InvalidParameterError, "must be a number, got 'much'"),
        ("made:moons,noise=nan", InvalidParameterError, "the noise σ must be a number from 0"),
        ("made:moons,n=30,n=40", DataError, "each number once"),
    ],
)
def test_a_name_that_says_no_data_is_refused(name, error, words):
    with pytest.raises(error, match=words):
        load_dataset(name)
    assert title_of(name) == name


@pytest.mark.parametrize(
    ("name", "value", "near"),
    [
        ("n", 9999, 400),
        ("n", 30.6, 31),
        ("noise", -1, 0.0),
        ("noise", 0.35, 0.35),
        ("draw", 1e9, 999_999),
    ],
)
def test_an_impossible_number_has_a_nearest_one(name, value, near):
    assert nearest(name, value) == near
    assert Recipe(**{name: nearest(name, value)})
