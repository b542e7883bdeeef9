"""Figures of approximate cross-validation."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.terms.approximation import (
    FLOOR,
    error_curve,
    error_over_order,
    error_over_work,
)
from tests.tolerances import EXACT, ROUNDOFF

ERRORS = 0.5 * 0.3 ** np.arange(41)
WORK = 100.0 * (1 + np.arange(41))


def test_errors_below_rounding_are_drawn_at_rounding():
    curve = error_curve(ERRORS, 0.3)
    assert curve.errors.min() == FLOOR
    assert_allclose(curve.errors[:10], ERRORS[:10], **EXACT)


def test_the_line_falls_by_the_rate_per_order_through_the_first_quarter():
    curve = error_curve(ERRORS, 0.3)
    known = np.isfinite(curve.foreseen)
    assert_allclose(curve.foreseen[known], ERRORS[known], **ROUNDOFF)
    assert known[:20].all()
    assert not known[-1]


def test_without_a_rate_or_a_number_there_is_no_line():
    assert np.isnan(error_curve(ERRORS, 0.0).foreseen).all()
    grown = error_curve(np.where(np.arange(41) > 8, np.inf, 2.0), 3.0)
    assert np.isnan(grown.foreseen).all()
    assert np.isnan(grown.errors[9:]).all()


def test_the_figure_over_the_order_marks_the_first_and_says_the_factor():
    figure = error_over_order(ERRORS, rate=0.3)
    line, points, first = figure.data
    assert line.name == "factor 0.3 per order"
    assert list(points.x) == list(range(41))
    assert (list(first.x), first.text[0]) == ([1], "0.15")
    assert figure.layout.yaxis.type == "log"
    assert figure.layout.yaxis.ticktext[-1] == "10⁰"


def test_the_figure_over_the_work_puts_the_exact_value_at_rounding():
    figure = error_over_work(ERRORS, WORK, exact_work=1234.0, rate=0.3)
    points, first, exact = figure.data
    assert_allclose(points.x, WORK, **EXACT)
    assert list(first.x) == [200.0]
    assert (list(exact.x), list(exact.y)) == ([1234.0], [FLOOR])
    low, high = figure.layout.yaxis.range
    assert low < np.log10(FLOOR) < np.log10(0.5) < high


def test_a_series_without_numbers_is_still_a_figure():
    figure = error_over_order(np.full(41, np.nan), rate=2.0)
    low, high = figure.layout.yaxis.range
    assert low < high
