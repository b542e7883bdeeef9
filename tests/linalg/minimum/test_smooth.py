"""Descents inside a box: to the minimum, to a side of the box, or until they are stopped."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.linalg.minimum.smooth import smooth_descent

LOW, HIGH = np.full(2, -5.0), np.full(2, 5.0)


def bowl(x):
    """A bowl whose lowest place is (1, 7)."""
    way = x - np.array([1.0, 7.0])
    return float(way @ way), 2 * way


def test_it_ends_at_the_lowest_place_of_the_box():
    way = smooth_descent(bowl, np.zeros(2), LOW, HIGH, most=50, stop=lambda _: False)
    assert_allclose(way.points[-1], [1.0, 5.0], atol=1e-6)
    assert_allclose(way.points[0], 0.0)
    assert not way.stopped


def test_it_stops_when_it_is_told_to():
    asked = []
    way = smooth_descent(
        bowl,
        np.zeros(2),
        LOW,
        HIGH,
        most=50,
        stop=lambda x: bool(asked.append(x) or len(asked) > 1),
    )
    assert len(way.points) == len(asked) == 2
    assert way.stopped


def test_a_start_that_is_good_enough_is_the_end():
    way = smooth_descent(bowl, np.zeros(2), LOW, HIGH, most=50, stop=lambda _: True)
    assert len(way.points) == 1
    assert way.stopped


def test_it_takes_no_more_steps_than_allowed():
    def valley(x):
        a, b = 1 - x[0], x[1] - x[0] ** 2
        return a**2 + 100 * b**2, np.array([-2 * a - 400 * x[0] * b, 200 * b])

    way = smooth_descent(valley, np.array([-1.2, 1.0]), LOW, HIGH, most=3, stop=lambda _: False)
    assert len(way.points) == 4
