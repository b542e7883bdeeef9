"""Bounds in rows: every positive value has its mark, what says nothing is shaded from its limit."""

from math import inf, nan

import pytest

from kselect_core.plotting.terms.bounds_and_truth import Row, bounds_and_truth

ROWS = (
    Row("first", {"as printed": 10.0, "as the proof gives it": 100.0}, 0.1, 1.0),
    Row("second", {"as printed": -1.0, "as the proof gives it": 5.0}, nan, 2.0),
    Row("third", {"as printed": 3.0}, 0.5, 4.0),
)


@pytest.fixture
def figure():
    return bounds_and_truth(ROWS)


def marks(figure, name):
    (trace,) = [trace for trace in figure.data if trace.name == name]
    return dict(zip(trace.y, trace.x, strict=True))


def test_every_positive_value_has_a_mark_in_its_row(figure):
    assert marks(figure, "as printed") == {"first": 10.0, "third": 3.0}
    assert marks(figure, "as the proof gives it") == {"first": 100.0, "second": 5.0}
    assert marks(figure, "measured here") == {"first": 0.1, "third": 0.5}


def test_a_row_is_shaded_from_its_limit_on(figure):
    assert [shape.x0 for shape in figure.layout.shapes] == [1.0, 2.0, 4.0]
    assert [(shape.y0, shape.y1) for shape in figure.layout.shapes] == [
        (place - 0.4, place + 0.4) for place in range(3)
    ]


def test_the_axis_holds_every_mark(figure):
    low, high = (10.0**end for end in figure.layout.xaxis.range)
    assert all(low < x < high for trace in figure.data for x in trace.x)


def test_a_column_without_values_has_no_entry_and_infinity_no_mark_beyond_the_axis():
    figure = bounds_and_truth((Row("only", {"as printed": inf}, 0.5, 1.0),))
    assert "with false steps corrected" not in {trace.name for trace in figure.data}
    assert figure.layout.xaxis.range[1] < 2


def test_values_of_other_fits_make_the_axis_that_of_all_of_them():
    fits = [[Row("one", {"as printed": value}, 0.5, 1.0)] for value in (2.0, 1e5)]
    ((low, high),) = {bounds_and_truth(rows, reach=(0.1, 1e6)).layout.xaxis.range for rows in fits}
    assert low < -1
    assert high > 6
