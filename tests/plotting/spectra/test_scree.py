"""Eigenvalues at the cursor among those of other kernels."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.spectra.scree import APART, MOST, scree, scree_lines
from tests.tolerances import EXACT

N = 100
SIGMAS = [np.exp(-rate * np.arange(N)) * 10 for rate in (0.0, 0.05, 0.3, 2.0)]
TAU = [0.25, 0.5, 1.0, 2.0]


def drawn(**changes):
    usual = {"cursor": 1, "mu": 0.5, "convention": "2tau"}
    return scree(SIGMAS, TAU, **usual | changes)


def names(figure):
    return [a for a in figure.layout.annotations if a.xref == "x"]


def test_the_cursor_is_the_last_line_with_all_its_eigenvalues():
    lines = scree_lines(SIGMAS, TAU, cursor=1)
    assert [line.parameter for line in lines] == [0.25, 1.0, 2.0, 0.5]
    assert_allclose(lines[-1].sigma, SIGMAS[1], **EXACT)
    assert_allclose(lines[1].sigma, SIGMAS[2], **EXACT)


def test_of_many_eigenvalues_a_few_hundred_are_drawn_of_each_kernel():
    sigma = np.geomspace(1.0, 1e-6, 3 * MOST)
    for line in scree_lines([sigma, 2 * sigma], [1.0, 2.0], cursor=0):
        assert len(line.number) <= MOST
        assert line.number[[0, -1]].tolist() == [1, 3 * MOST]


def test_the_strong_line_is_the_kernel_at_the_cursor():
    front = drawn().data[-1]
    assert_allclose(front.x, np.arange(1, N + 1), **EXACT)
    assert_allclose(front.y, SIGMAS[1], **EXACT)
    assert "τ = 2⁻¹" in front.name


def test_points_of_the_other_kernels_carry_their_kernel():
    others = drawn().data[0]
    gaps = np.flatnonzero(np.isnan(others.y))
    assert len(gaps) == 3
    assert len(others.customdata) == len(others.x) == len(others.y)
    assert set(others.customdata) == {0.25, 1.0, 2.0}
    starts = np.concatenate([[0], gaps[:-1] + 1])
    assert_allclose(others.customdata[starts], [0.25, 1.0, 2.0], **EXACT)
    assert others.hovertemplate.startswith("%{text}")
    assert [others.text[start] for start in starts] == ["τ = 2⁻²", "τ = 2⁰", "τ = 2¹"]


def test_rules_stand_at_the_ridge_and_at_machine_precision():
    layout = drawn().layout
    precision = N * np.finfo(np.float64).eps * 10.0
    assert [shape.y0 for shape in layout.shapes] == [0.5, precision]
    beside = [a for a in layout.annotations if a.xref == "paper"]
    assert [a.text.rpartition("<br>")[0] for a in beside] == ["ridge μ", "precision<br>n ε σ₁"]
    assert all(a.x == 1 and a.xanchor == "left" for a in beside)


def test_a_few_other_kernels_are_named_inside_the_picture():
    figure = drawn()
    written = names(figure)
    assert written
    assert {name.text for name in written} <= {"τ = 2⁻²", "τ = 2⁰", "τ = 2¹"}
    low, high = figure.layout.yaxis.range
    assert all(low <= name.y <= high for name in written)


@pytest.mark.parametrize("n", [30, 100, 3000])
def test_names_of_other_kernels_do_not_stand_on_each_other(n):
    sigmas = [np.exp(-rate * np.arange(n)) for rate in np.geomspace(30, 3000, 12) / n]
    figure = scree(sigmas, list(np.linspace(1, 2, 12)), cursor=6, mu=0.5, convention="2tau")
    places = np.array([name.x for name in names(figure)]) / np.log10(n)
    assert len(places) >= 2
    assert (np.diff(places) >= APART).all()
    heights = np.array([name.y for name in names(figure)])
    front = np.array(
        [float(np.log10((sigmas[6] > 10.0**height).sum())) / np.log10(n) for height in heights]
    )
    assert (((places - front) < -APART / 9) | ((places - front) > 0.9 * APART)).all()
    assert {name.xanchor for name in names(figure)} == {"right"}  # never over what stands beside


def test_one_kernel_alone_draws():
    figure = scree([SIGMAS[0]], [float("nan")], mu=0.5)
    assert [trace.name for trace in figure.data] == ["the kernel"]
    assert not names(figure)


def test_eigenvalues_of_zero_are_left_out():
    (line,) = scree_lines([np.array([3.0, 1.0, 0.0, 0.0])], [1.0])
    assert line.number.tolist() == [1, 2]


@pytest.mark.parametrize("sigma", [np.ones(5), np.array([5.0, 0, 0, 0, 0]), np.zeros(5)])
def test_degenerate_spectra_draw(sigma):
    assert len(scree([sigma, sigma], [1.0, 2.0], cursor=0, mu=0.1, convention="2tau").data) == 2


def test_a_cursor_outside_the_list_is_refused():
    with pytest.raises(InvalidParameterError, match="a position from 0 to 3, got 4"):
        scree_lines(SIGMAS, TAU, cursor=4)


def test_the_axis_stays_where_it_is_while_the_cursor_moves():
    ridges, sigmas = [1e-3, 0.5, 20.0], [SIGMAS[0] * 30, *SIGMAS[1:]]
    ranges = {
        scree(sigmas, TAU, cursor=cursor, mu=mu, ridges=ridges).layout.yaxis.range
        for cursor in range(len(SIGMAS))
        for mu in ridges
    }
    assert len(ranges) == 1
