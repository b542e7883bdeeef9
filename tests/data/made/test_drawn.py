"""Drawn points in a link: short, exact, and refused when something is missing."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from kselect_core.data import load_dataset
from kselect_core.data.catalogue.cards import title_of
from kselect_core.data.made.drawn import MOST, SIDE, Spot, coordinates, drawn, pack, placed, unpack
from kselect_core.errors import DataError

PLACE = st.integers(0, SIDE - 1)
SPOTS = st.lists(st.builds(Spot, PLACE, PLACE, st.integers(0, 1)), max_size=60)
CROSS = (Spot(0, 0, 0), Spot(4095, 4095, 1), Spot(100, 4000, 1), Spot(2048, 1, 0))


@given(SPOTS)
def test_packed_points_come_back_as_they_were(spots):
    assert unpack(pack(spots)) == tuple(spots)


@pytest.mark.parametrize(("count", "most"), [(150, 2000), (MOST, 1700)])
def test_a_link_of_drawn_points_is_short(count, most):
    rng = np.random.default_rng(0)
    spots = [Spot(*map(int, rng.integers(0, SIDE, 2)), int(rng.integers(0, 2)))] * count
    assert len(pack(spots)) <= most


@given(SPOTS.filter(bool), st.data())
def test_a_text_that_was_cut_short_or_changed_is_refused(spots, data):
    text = pack(spots)
    kept = data.draw(st.integers(0, len(text) - 2))
    for wrong in (text[:kept], text[:-1] + "é", f"{text}AAAA"):
        with pytest.raises(DataError, match="cut short"):
            unpack(wrong)


@given(st.floats(-1, 1 - 2 / SIDE), st.floats(-1, 1 - 2 / SIDE))
def test_a_place_is_the_nearest_one(x, y):
    near = coordinates(placed(x, y, 1))
    assert abs(near[0] - x) <= 1 / SIDE
    assert abs(near[1] - y) <= 1 / SIDE


def test_beyond_the_edge_is_the_edge():
    assert placed(-7.0, 7.0, 1) == Spot(0, SIDE - 1, 1)


def test_drawn_points_are_a_data_set_by_their_name():
    data = drawn(CROSS)
    assert load_dataset(data.name).digest == data.digest
    assert_array_equal(data.X, [coordinates(spot) for spot in CROSS])
    assert_array_equal(data.y, [-1, 1, 1, -1])
    assert data.class_names == ("A", "B")
    assert title_of(data.name) == "Drawn points (n = 4)"


def test_more_points_than_the_board_holds_are_refused():
    with pytest.raises(DataError, match="at most 400 points, got 401"):
        pack([CROSS[0]] * (MOST + 1))


@pytest.mark.parametrize(
    ("spots", "words"),
    [
        ((), "Class A has no point; at least 2 of each class are needed"),
        ([Spot(k, k, 0) for k in range(5)], "Class B has no point"),
        (CROSS[:3], "Class A has one point"),
        ([Spot(7, 9, k % 2) for k in range(6)], "All points lie in one place"),
    ],
)
def test_points_that_cannot_be_learnt_from_are_said_in_words(spots, words):
    with pytest.raises(DataError, match=words):
        drawn(spots)
