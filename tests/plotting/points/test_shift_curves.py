"""The spectrum before and after a removal, and the shifts."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.points.shift_curves import shift_curves, shift_lines
from tests.tolerances import EXACT

SIGMA = np.array([8.0, 2.0, 0.5, 0.0])
SHIFTS = np.array([0.5, 0.3, 0.2, 0.0])
FIRST = np.array([1.2, 0.1, -0.3, 0.0])


def test_eigenvalues_before_and_after_differ_by_the_shift():
    lines = shift_lines(SIGMA, SHIFTS, FIRST)
    assert lines.order.tolist() == [1, 2, 3, 4]
    assert_allclose(lines.before, SIGMA, **EXACT)
    assert_allclose(lines.after, SIGMA - SHIFTS, **EXACT)
    assert_allclose(lines.exact, SHIFTS, **EXACT)
    assert_allclose(lines.first_order, FIRST, **EXACT)


def test_sixty_are_shown_unless_all_are_asked_for():
    many = np.linspace(2.0, 1.0, 100)
    assert len(shift_lines(many, many / 9, many / 9).order) == 60
    assert len(shift_lines(many, many / 9, many / 9, count=None).order) == 100


def test_the_heading_tells_the_largest_shift_and_the_wrong_signs():
    (heading,) = shift_curves(SIGMA, SHIFTS, FIRST, point=7).layout.annotations
    assert heading.text == (
        "point 7: largest shift 0.5 at σ<sub>1</sub><br>1 of 4 first-order shifts negative"
    )


def test_zeros_are_not_drawn_on_the_logarithmic_axis():
    figure = shift_curves(SIGMA, SHIFTS, FIRST, point=1)
    before, after, exact, first = figure.data
    assert before.x.tolist() == after.x.tolist() == [1, 2, 3]
    assert exact.y.tolist() == SHIFTS.tolist()
    assert first.y.tolist() == FIRST.tolist()
    assert figure.layout.yaxis.type == "log"
    assert first.yaxis == exact.yaxis == "y2"
    low, high = figure.layout.yaxis.range
    assert low < np.log10(0.3) < np.log10(8.0) < high
    assert figure.layout.xaxis.title.text == "number of the eigenvalue (1 of the first 4 are 0)"


def test_noise_far_below_the_rounding_level_is_not_drawn():
    sigma = np.array([1.0, 1e-3, 1e-40])
    figure = shift_curves(sigma, sigma / 2, sigma, point=1)
    assert figure.data[0].x.tolist() == [1, 2]


@pytest.mark.parametrize(
    ("sigma", "exact"),
    [(np.ones(9), np.eye(9)[8]), (9 * np.eye(9)[0], np.eye(9)[0]), (np.zeros(3), np.zeros(3))],
    ids=["identity", "constant", "zero"],
)
def test_degenerate_spectra_are_drawn(sigma, exact):
    figure = shift_curves(sigma, exact, exact, point=1)
    assert len(figure.data) == 4
    assert np.isfinite(figure.layout.yaxis.range).all()
    assert len(figure.layout.yaxis.tickvals) >= 1


def test_no_eigenvalues_are_drawn_as_nothing():
    nothing = np.zeros(0)
    figure = shift_curves(nothing, nothing, nothing, point=1)
    assert figure.layout.annotations[0].text == "point 1"


def test_lengths_must_agree():
    with pytest.raises(InvalidParameterError, match="three times"):
        shift_lines(SIGMA, SHIFTS[:3], FIRST)


def test_the_axes_are_those_of_every_kernel_with_the_diagonal():
    even, one = np.ones(8), np.array([7.0, 0.5, 0.2, 0.1, 0.06, 0.05, 0.05, 0.04])
    axes = [
        shift_curves(sigma, sigma / sigma.sum(), sigma / sigma.sum(), point=1).layout
        for sigma in (even, one)
    ]
    (ends,) = {(a.xaxis.range, a.yaxis.range, a.yaxis2.range) for a in axes}
    assert ends[1][0] == -2
    assert ends[1][1] >= np.log10(8)
    assert ends[2] == (-0.5, 2.05)


def test_smaller_eigenvalues_and_larger_shifts_move_the_axes():
    sigma = np.array([2.0, 1.0, 3e-5])
    layout = shift_curves(
        sigma, np.array([1.0, 0.0, 0.0]), np.array([3.0, -2.0, 0.0]), point=1
    ).layout
    assert layout.yaxis.range[0] == -5
    assert layout.yaxis2.range[0] < -2
    assert layout.yaxis2.range[1] > 3
