"""Numbers from their logarithms, where most of them are too small for a number."""

import numpy as np
from numpy.testing import assert_array_equal

from kselect_core.linalg.floating.underflow import in_one_unit


def test_numbers_far_below_zero_are_zero_at_once_and_all_others_those_of_exp():
    logs = -np.geomspace(1e-3, 1e5, 400).reshape(20, 20)
    logs[0, :3] = 0.0, -np.inf, -745.13
    values, unit = in_one_unit(np.zeros((20, 20)), logs)
    assert unit == 0.0
    assert_array_equal(values, np.exp(logs))
    assert 0 < values[0, 2] < 1e-323


def test_what_is_no_number_is_none_afterwards():
    values, _ = in_one_unit(np.zeros((1, 2)), np.array([[0.0, np.nan]]))
    assert np.isnan(values).any()
