"""Oracles: the criteria themselves, their differences, and scikit-learn's Gaussian process."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import InvalidParameterError, TooLargeError, UnknownNameError
from kselect_core.selection.combination import feature_widths as module
from kselect_core.selection.combination.feature_slopes import OBJECTIVES, at_widths, kernel_of
from kselect_core.selection.combination.feature_widths import feature_widths
from tests.tolerances import ROUNDOFF

LOGARITHMS = {"gml", "loo"}


def one_matters(n=60, d=4, seed=0):
    """A regression on the first of several features."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    y = np.sin(2 * X[:, 0]) + 0.1 * rng.standard_normal(n)
    return X, y - y.mean()


def slow_kernel(X, gamma):
    return np.array([[np.exp(-np.sum(gamma * (x - z) ** 2)) for z in X] for x in X])


@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_value_is_that_of_the_criterion(name):
    X, y = one_matters(n=20)
    gamma, lam = np.array([0.9, 0.3, 0.1, 0.02]), 0.03
    problem = Problem(slow_kernel(X, gamma), y, [lam])
    score = CRITERIA[name].score(problem)[0]
    expected = np.log(score) if name in LOGARITHMS else -score
    value, _ = at_widths(OBJECTIVES[name], X, y, np.log([*gamma, lam]))
    assert_allclose(value, expected, **ROUNDOFF)


@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize("seed", range(3))
def test_the_slope_is_that_of_differences(name, seed):
    X, y = one_matters(n=25, seed=seed)
    theta = np.log([0.9, 0.3, 0.1, 0.02, 0.03]) + np.random.default_rng(seed).normal(size=5)
    _, slope = at_widths(OBJECTIVES[name], X, y, theta)
    step = 1e-5
    for i, unit in enumerate(np.eye(5)):
        above, below = (
            at_widths(OBJECTIVES[name], X, y, theta + side * step * unit)[0] for side in (1, -1)
        )
        assert_allclose(slope[i], (above - below) / (2 * step), rtol=1e-5, atol=1e-8)


def test_the_evidence_is_as_high_as_scikit_learn_finds_it():
    X, y = one_matters()
    kernel = ConstantKernel() * RBF(np.full(4, 2.0), (1e-3, 1e4)) + WhiteKernel(0.1, (1e-6, 1e3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # irrelevant widths at their bound
        theirs = GaussianProcessRegressor(kernel).fit(X, y).log_marginal_likelihood_value_
    found = feature_widths(X, y, held_out=0)
    ours = -len(y) / 2 * (found.value[-1] + 1 + np.log(2 * np.pi))
    assert ours >= theirs - 0.05


@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_feature_that_matters_is_found(name):
    X, y = one_matters()
    found = feature_widths(X, y, objective=name, names=("a", "b", "c", "d"))
    assert found.which[0] == "a"
    assert found.relevance[0] > 0.5
    assert_allclose(found.relevance.sum(), 1.0, **ROUNDOFF)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_way_goes_downhill_and_ends_where_points_held_out_say(name):
    X, y = one_matters(n=40)
    found = feature_widths(X, y, objective=name)
    assert (np.diff(found.value) <= 1e-9).all()
    assert found.chosen == found.held_out.argmin()
    if found.stopped:
        assert len(found.value) == found.chosen + 1 + module.PATIENCE
    whole = feature_widths(X, y, objective=name, held_out=0)
    assert np.isnan(whole.held_out).all()
    assert whole.chosen == len(whole.value) - 1
    assert not whole.stopped


def test_noise_is_left_before_it_is_learnt():
    rng = np.random.default_rng(5)
    found = feature_widths(rng.standard_normal((60, 8)), rng.standard_normal(60), objective="loo")
    assert found.stopped
    assert found.chosen < len(found.value) - 1


def test_the_error_held_out_is_that_of_a_fit_on_the_others():
    X, y = one_matters(n=30)
    found = feature_widths(X, y, held_out=0.3, seed=4)
    others = np.sort(np.random.default_rng(4).permutation(30)[:9])
    rows = np.setdiff1d(np.arange(30), others)
    gamma, lam = found.gamma[found.chosen], found.lam[found.chosen]
    K = slow_kernel(X, gamma)
    alpha = np.linalg.solve(K[np.ix_(rows, rows)] + lam * 21 * np.eye(21), y[rows])
    error = np.mean((y[others] - K[np.ix_(others, rows)] @ alpha) ** 2)
    assert_allclose(found.held_out[found.chosen], error, rtol=1e-9)
    assert_allclose(found.predicted(X[rows], y[rows], X[others]), y[others] - (
        y[others] - K[np.ix_(others, rows)] @ alpha), rtol=1e-9)  # fmt: skip


def test_one_width_for_all_stays_one():
    X, y = one_matters(n=30)
    found = feature_widths(X, y, alike=True)
    assert_allclose(found.gamma, np.repeat(found.gamma[:, :1], 4, axis=1), **ROUNDOFF)


def test_a_feature_that_does_not_vary_has_no_relevance():
    X, y = one_matters(n=30, d=2)
    found = feature_widths(np.column_stack([X, np.ones(30)]), y)
    assert found.relevance[2] == 0


def test_the_kernel_is_its_definition():
    X, _ = one_matters(n=8)
    gamma = np.array([1.0, 0.5, 0.0, 2.0])
    assert_allclose(kernel_of(gamma, X), slow_kernel(X, gamma), **ROUNDOFF)
    assert_allclose(kernel_of(gamma, X[:3], X), slow_kernel(X, gamma)[:3], **ROUNDOFF)


def test_bad_wishes_are_refused(monkeypatch):
    X, y = one_matters(n=20)
    with pytest.raises(UnknownNameError, match="'gcv'"):
        feature_widths(X, y, objective="gcv")
    with pytest.raises(InvalidParameterError, match="a share from 0 to below 1"):
        feature_widths(X, y, held_out=1.0)
    with pytest.raises(InvalidParameterError, match="10 points or more are fitted"):
        feature_widths(X, y, held_out=0.9)
    with pytest.raises(InvalidParameterError, match=r"\(n, d\) and \(n,\)"):
        feature_widths(X, y[:5])
    with pytest.raises(InvalidParameterError, match="finite"):
        feature_widths(np.where(X > 1, np.nan, X), y)
    monkeypatch.setattr(module, "EIGH_LIMIT", 12)
    with pytest.raises(TooLargeError, match="skipped above n = 12"):
        feature_widths(X, y)
