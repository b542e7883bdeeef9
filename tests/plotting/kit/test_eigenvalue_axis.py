"""Axes of a spectrum."""

import numpy as np
import pytest

from kselect_core.plotting.kit.eigenvalue_axis import (
    eigenvalue_axis,
    number_axis,
    number_marks,
    shown_numbers,
)


def test_few_eigenvalues_are_all_shown():
    assert shown_numbers(5, 40).tolist() == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("n", [41, 210, 1000, 5000])
def test_of_many_the_first_are_all_shown_and_the_last(n):
    shown = shown_numbers(n, 40)
    assert len(shown) <= 40
    assert shown[:3].tolist() == [1, 2, 3]
    assert shown[-1] == n
    assert (np.diff(shown) > 0).all()


def test_marks_end_near_the_last_eigenvalue():
    assert number_marks(60).tolist() == [1, 2, 5, 10, 20, 50]
    assert number_marks(210).tolist() == [1, 3, 10, 30, 100]
    drawn = number_axis(210)
    assert drawn["tickangle"] == 0
    assert drawn["ticktext"][-1] == "100"
    assert drawn["range"][0] < 0 < np.log10(210) < drawn["range"][1]


def test_decades_hold_values_and_levels_but_not_endless_noise():
    low, high = eigenvalue_axis(np.array([10.0, 1e-3]), [1e-15])["range"]
    assert low < -15 < 1 < high
    low, high = eigenvalue_axis(np.array([10.0, 1e-300]), [])["range"]
    assert -27 < low < -23
    assert eigenvalue_axis(np.zeros(0), [])["range"] == [-1.0, 1.0]
