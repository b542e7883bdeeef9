"""Colours of a map: from the best value to the median, saturated beyond."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.maps.scale import shades
from tests.tolerances import EXACT

VALUES = np.array([[0.1, 0.2, 0.3], [0.4, 0.5, np.nan]])
SINGLE = {"rtol": 1e-6, "atol": 1e-6}  # single precision


def test_the_best_value_and_the_median_are_the_ends():
    scale = shades(VALUES)
    assert (scale.best, scale.end, scale.saturated) == (0.1, 0.3, 2)
    assert_allclose(scale.position(VALUES), [[0, 0.5, 1], [1, 1, np.nan]], **SINGLE)


def test_higher_is_better_turns_the_scale():
    scale = shades(VALUES, higher=True)
    assert (scale.best, scale.end, scale.saturated) == (0.5, 0.3, 2)
    assert_allclose(scale.position(VALUES), [[1, 1, 1], [0.5, 0, np.nan]], **SINGLE)
    assert scale.ticks()[1][-1].startswith("≤")


def test_many_decades_are_shown_by_their_logarithm():
    scale = shades(10.0 ** np.arange(-8, 9))
    assert scale.log
    assert_allclose(scale.position(np.array([1e-8, 1e-4, 1.0, 1e8])), [0, 0.5, 1, 1], **SINGLE)
    assert_allclose(scale.position(np.array([0.0, -1.0])), [1, 1], **SINGLE)


def test_infinite_values_are_the_worst_and_gaps_stay_gaps():
    for higher in (False, True):
        got = shades(VALUES, higher=higher).position(np.array([np.inf, -np.inf, np.nan]))
        assert_allclose(got, [1, 1, np.nan], **SINGLE)


def test_where_most_cells_are_best_the_worst_is_the_end():
    scale = shades(np.array([1.0, 1.0, 1.0, 5.0]))
    assert (scale.best, scale.end, scale.saturated) == (1.0, 5.0, 0)
    assert not scale.ticks()[1][-1].startswith("≥")


@pytest.mark.parametrize("values", [np.full((2, 2), 0.25), np.array([0.25, np.nan])])
def test_a_constant_map_is_good_everywhere(values):
    scale = shades(values, rate=True)
    assert_allclose(scale.position(values), np.where(np.isnan(values), np.nan, 0.0), **EXACT)
    assert scale.ticks() == ([0.0], ["25.0 %"])


def test_a_map_of_gaps_has_no_colours():
    scale = shades(np.full((2, 2), np.nan))
    assert np.isnan(scale.position(np.full((2, 2), np.nan))).all()
    assert scale.ticks() == ([0.0], ["–"])


def test_ticks_tell_the_values_and_that_the_last_stands_for_all_beyond():
    places, texts = shades(VALUES, rate=True).ticks()
    assert_allclose(places, [0, 1 / 3, 2 / 3, 1], **SINGLE)
    assert texts == ["10.0 %", "16.7 %", "23.3 %", "≥ 30.0 %"]
    logs = shades(10.0 ** np.arange(-8, 9)).ticks()[1]
    assert logs[0] == "1e−08"
