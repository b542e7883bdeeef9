"""Vertical axes."""

import numpy as np
import pytest

from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.curves.scales import error_scale, is_rate, relative
from tests.plotting.examples import LAMBDAS, swept

TABLE = swept(splits=1, keys=("loo",))


def errors(low, high):
    (line,) = criterion_lines(TABLE, lam=LAMBDAS[0], view=View(quantities=()))
    y = np.linspace(low, high, len(line.x))
    return [line._replace(y=y, low=y, high=y)]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.02, 0.4, [0.0, 0.1, 0.2, 0.3, 0.4]),
        (0.30, 0.37, [0.3, 0.32, 0.34, 0.36, 0.38]),
        (2500.0, 9000.0, [0.0, 2500.0, 5000.0, 7500.0, 10000.0]),
        (0.25, 0.25, [0.25, 0.3125]),
    ],
)
def test_error_ticks_are_round_numbers_that_cover_the_errors(low, high, ticks):
    axis = error_scale(errors(low, high), 3)
    assert axis["tickvals"][0] <= low
    assert axis["range"][1] >= high
    if low < high:
        assert axis["tickvals"] == pytest.approx(ticks)


@pytest.mark.parametrize(("worst", "end"), [(0.5, 0.5), (1.3, 0.4), (np.nan, 0.4)])
def test_the_axis_of_errors_is_that_of_the_sweep_unless_it_goes_far_above(worst, end):
    axes = [error_scale(errors(low, 0.4), 3, (0.01, worst)) for low in (0.02, 0.3)]
    assert axes[0]["tickvals"][-1] >= end - 1e-9
    assert (axes[0]["tickvals"][-1] == pytest.approx(0.4)) == (end == 0.4)
    assert (axes[0] == axes[1]) == (end == 0.5)


@pytest.mark.parametrize("lines", [[], errors(np.nan, np.nan), errors(0.0, 0.0)])
def test_without_errors_plotly_chooses_the_range(lines):
    assert "range" not in error_scale(lines, 3)


def test_a_rate_is_told_from_a_squared_error():
    assert is_rate(TABLE, "test_error")
    assert not is_rate(TABLE, "test_squared_error")
    assert not is_rate(TABLE.assign(value=2 * TABLE["value"] + 1), "test_error")
    assert not is_rate(TABLE.assign(value=0.5), "test_error")  # equal to the squared error


def test_positions_along_an_axis_are_logarithmic_unless_a_zero_forbids():
    assert relative(1.0, np.array([0.01, 100.0])) == pytest.approx(0.5)
    assert relative(0.0, np.array([0.0])) == 0.5
    assert relative(3.0, np.array([3.0])) == 0.5
    assert relative(1.0, np.array([0.0, 4.0])) == 0.25
