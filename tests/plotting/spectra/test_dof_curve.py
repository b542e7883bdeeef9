"""Degrees of freedom against λ."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.spectra.dof_curve import dof_curve, dof_points
from tests.tolerances import ROUNDOFF

X = np.random.default_rng(2).standard_normal((10, 2))
K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
VALUES, VECTORS = np.linalg.eigh(K)
SIGMA, ONES = VALUES[::-1].copy(), VECTORS.sum(axis=0)[::-1].copy()
LAMBDAS = (0.01, 0.1, 1.0)


def trace(figure, name):
    return next(found for found in figure.data if found.name == name)


@pytest.mark.parametrize(("ridge", "factor"), [("n_lambda", 10), ("lambda", 1)])
def test_points_are_traces_of_hat_matrices(ridge, factor):
    found = dof_points(SIGMA, np.array(LAMBDAS), ridge=ridge)
    expected = [np.trace(np.linalg.solve(K + factor * lam * np.eye(10), K)) for lam in LAMBDAS]
    assert_allclose(found.total, expected, **ROUNDOFF)
    assert not found.bias.any()


def test_the_curve_runs_through_the_points_of_the_grid():
    figure = dof_curve(SIGMA, LAMBDAS, cursor=0.1, kernel=("gaussian", 2.0))
    curve, grid = trace(figure, "degrees of freedom"), trace(figure, "λ of the grid")
    assert curve.x[0] == pytest.approx(0.001)
    assert curve.x[-1] == pytest.approx(10.0)
    assert (np.diff(curve.y) < 0).all()
    assert_allclose(grid.y, dof_points(SIGMA, np.array(LAMBDAS)).total, **ROUNDOFF)
    assert_allclose(np.interp(-1.0, np.log10(curve.x), curve.y), grid.y[1], rtol=1e-3)
    assert grid.customdata[2] == ["gaussian", 2.0, 1.0]
    assert_allclose(trace(figure, "cursor").y[0], grid.y[1], **ROUNDOFF)
    assert figure.layout.shapes[0].x0 == 0.1


def test_a_bias_is_drawn_beside_the_kernel_alone():
    figure = dof_curve(SIGMA, LAMBDAS, cursor=0.1, ones=ONES)
    alone, total = trace(figure, "Σ σ/(σ+μ)"), trace(figure, "LSSVM: with its bias")
    added = np.array(total.y) - np.array(alone.y)
    assert ((added > 0) & (added < 1)).all()
    assert figure.layout.showlegend


def test_a_single_lambda_and_a_kernel_without_parameter_draw():
    figure = dof_curve(SIGMA, (0.5,), cursor=0.5, kernel=("linear", float("nan")))
    assert trace(figure, "λ of the grid").customdata == (["linear", None, 0.5],)


@pytest.mark.parametrize("sigma", [np.ones(4), np.array([4.0, 0, 0, 0]), np.zeros(4)])
def test_degenerate_spectra_draw(sigma):
    assert len(dof_curve(sigma, LAMBDAS, cursor=0.1).data) == 3


@pytest.mark.parametrize("bias", [False, True])
def test_the_axis_is_that_of_every_kernel_with_the_trace_and_holds_all_of_their_curves(bias):
    spectra = [SIGMA, np.ones(10), np.array([10.0, *[0.0] * 9])]
    figures = [dof_curve(s, LAMBDAS, cursor=0.1, ones=ONES if bias else None) for s in spectra]
    (ends,) = {figure.layout.yaxis.range for figure in figures}
    for figure in figures:
        drawn = np.concatenate([np.asarray(found.y, dtype=float) for found in figure.data])
        assert ends[0] <= np.log10(drawn.min())
        assert np.log10(drawn.max()) <= ends[1]
    assert figures[0].layout.yaxis.ticktext[-1] == "n = 10"


def test_no_number_of_the_axis_stands_on_n():
    figure = dof_curve(np.ones(120), LAMBDAS, cursor=0.1)
    assert [float(v) for v in figure.layout.yaxis.tickvals] == [0.1, 1.0, 10.0, 120.0]
