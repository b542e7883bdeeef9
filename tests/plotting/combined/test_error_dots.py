"""Test errors of combined and single kernels: means, spread and dots."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.combined.error_dots import combined_errors, rows

ERRORS = np.array([[0.1, 0.2], [0.3, np.nan]])
NAMES = ("learnt", "other & more")


def test_rows_average_what_is_known():
    first, second = rows(ERRORS, NAMES)
    assert first.mean == pytest.approx(0.2)
    assert first.sd == pytest.approx(np.std([0.1, 0.3], ddof=1))
    assert second.mean == 0.2
    assert np.isnan(second.sd)
    (nothing,) = rows(np.array([[np.nan]]), ("one",))
    assert np.isnan(nothing.mean)


def test_the_figure_has_a_mean_per_kernel_and_a_dot_per_known_split():
    means, dots = combined_errors(ERRORS, NAMES, quantity="ckta").data
    assert_allclose(means.x, [0.2, 0.2])
    assert list(means.text) == ["20.0 %", "20.0 %"]
    assert means.marker.symbol[1] == "diamond-open"
    assert_allclose(dots.x, [0.1, 0.3, 0.2])
    assert dots.text[2] == "other &amp; more, split 1: 20.0 %"


def test_a_regression_is_told_in_its_own_units():
    figure = combined_errors(ERRORS[:1] * 1000, NAMES, quantity="ks", rate=False)
    (means,) = figure.data
    assert list(means.text) == ["100", "200"]
    assert figure.layout.xaxis.title.text == "test squared error"
    assert figure.layout.xaxis.tickformat == ".4~g"


def test_what_has_no_error_is_a_dash():
    (means,) = combined_errors(np.array([[0.1, np.nan]]), NAMES, quantity="ks").data
    assert list(means.text) == ["10.0 %", "–"]


def test_the_axis_has_room_on_both_sides_also_where_all_errors_are_equal():
    for errors in (ERRORS, np.full((2, 2), 0.25), np.zeros((1, 2)), np.full((1, 2), np.nan)):
        low, high = combined_errors(errors, NAMES, quantity="ks").layout.xaxis.range
        known = errors[np.isfinite(errors)]
        assert low < min(known, default=1.0)
        assert high > max(known, default=0.0)
