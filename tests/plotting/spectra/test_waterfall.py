"""Spectra of all widths side by side."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.spectra.waterfall import (
    MOST_COLUMNS,
    MOST_TARGETS,
    edges,
    waterfall,
    waterfall_cells,
)
from tests.tolerances import EXACT, ROUNDOFF

N = 60
TAU = [0.5, 1.0, 2.0, 4.0]
SIGMAS = [np.exp(-rate * np.arange(N)) for rate in (0.0, 0.1, 1.0, 5.0)]


def drawn(sigmas=SIGMAS, parameters=TAU, **changes):
    usual = {"mu": 0.5, "cursor": 2.0, "kernel": "gaussian", "convention": "2tau"}
    return waterfall(sigmas, parameters, **usual | changes)


def trace(figure, name):
    return next(found for found in figure.data if found.name == name)


def test_cells_are_logarithms_and_dimensions_those_of_the_definition():
    cells = waterfall_cells(SIGMAS, TAU, mu=0.5)
    assert cells.logs.shape == (len(cells.numbers), 4)
    assert_allclose(cells.logs[:, 1], np.log10(SIGMAS[1][cells.numbers - 1]), **ROUNDOFF)
    expected = [sum(s / (s + 0.5) for s in sigma) for sigma in SIGMAS]
    assert_allclose(cells.dimensions, expected, **ROUNDOFF)


def test_eigenvalues_below_machine_precision_are_blank():
    cells = waterfall_cells(SIGMAS, TAU, mu=0.5)
    below = SIGMAS[3][cells.numbers - 1] <= N * np.finfo(np.float64).eps
    assert np.isnan(cells.logs[below, 3]).all()
    assert np.isfinite(cells.logs[~below, 3]).all()


def test_the_line_stands_at_the_effective_dimension():
    figure = drawn()
    line = trace(figure, "effective dimension")
    assert_allclose(line.x, TAU, **EXACT)
    assert_allclose(
        10 ** np.array(line.y), waterfall_cells(SIGMAS, TAU, mu=0.5).dimensions, rtol=1e-6
    )
    low, high = figure.layout.yaxis.range
    assert low < np.min(line.y) < np.max(line.y) < high


def test_cells_and_points_carry_the_kernel_when_clicked():
    figure = drawn()
    cells = trace(figure, "cells")
    assert (cells.marker.opacity, cells.marker.maxdisplayed) == (0.0, 1)
    assert (
        len(cells.customdata)
        == len(cells.x)
        == 4 * len(waterfall_cells(SIGMAS, TAU, mu=1.0).numbers)
    )
    assert_allclose(cells.customdata, np.tile(TAU, len(cells.x) // 4), **EXACT)
    assert_allclose(cells.x, cells.customdata, **EXACT)
    assert cells.text[6] == f"τ = 2¹<br>σ<sub>2</sub> = {SIGMAS[2][1]:.4g}"
    assert cells.text[-1].endswith(f"σ<sub>{N}</sub> = below precision")
    assert_allclose(trace(figure, "effective dimension").customdata, TAU, **EXACT)


def test_the_cursor_is_a_line_at_its_kernel():
    (line,) = drawn().layout.shapes
    assert (line.name, line.x0) == ("cursor", 2.0)
    assert drawn(cursor=None).layout.shapes == ()


def test_degrees_stand_on_a_linear_axis():
    figure = waterfall(
        SIGMAS, [1.0, 2.0, 3.0, 4.0], mu=0.5, cursor=3.0, kernel="polynomial", convention="degree"
    )
    assert_allclose(trace(figure, "effective dimension").x, [1, 2, 3, 4], **EXACT)
    assert figure.layout.shapes[0].x0 == 3.0
    assert "3" in figure.layout.xaxis.ticktext


def test_a_kernel_without_a_parameter_is_one_column():
    figure = waterfall([SIGMAS[1]], [float("nan")], mu=0.5, cursor=float("nan"), kernel="linear")
    assert figure.data[0].z.shape[1] == 1
    assert np.isnan(trace(figure, "effective dimension").customdata).all()
    assert (figure.layout.xaxis.type, figure.layout.shapes[0].x0) == ("linear", 0.0)


def test_columns_meet_half_way_on_the_log_axis():
    figure = drawn()
    assert_allclose(
        figure.data[0].x, np.sqrt(2.0) * np.array([0.25, 0.5, 1.0, 2.0, 4.0]), **ROUNDOFF
    )
    assert_allclose(figure.layout.xaxis.range, np.log10(figure.data[0].x[[0, -1]]), **ROUNDOFF)


def test_a_long_grid_is_clicked_on_its_line_and_thinned_above_a_limit():
    many = [np.ones(3)] * (MOST_TARGETS + 1)
    figure = drawn(many, list(range(1, MOST_TARGETS + 2)))
    assert [found.name for found in figure.data] == [None, "effective dimension"]
    more = [np.ones(3)] * (2 * MOST_COLUMNS + 1)
    cells = waterfall_cells(more, [float(i + 1) for i in range(len(more))], mu=1.0)
    assert len(cells.columns) <= MOST_COLUMNS
    assert cells.columns[:2].tolist() == [0, 3]


@pytest.mark.parametrize("sigma", [np.ones(5), np.array([5.0, 0, 0, 0, 0]), np.zeros(5)])
def test_degenerate_spectra_draw(sigma):
    assert len(drawn([sigma, sigma], [1.0, 2.0]).data) == 3


def test_edges_lie_half_way_between_neighbours():
    assert_allclose(edges(np.array([0.0, 1.0, 3.0])), [-0.5, 0.5, 2.0, 4.0], **EXACT)
    assert_allclose(edges(np.array([2.0])), [1.5, 2.5], **EXACT)
