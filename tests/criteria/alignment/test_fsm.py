"""Oracle: FSM by projecting explicit feature vectors, and its closed form with a, b, c, d."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

FSM = CRITERIA["fsm"]
LAM = np.array([1.0])


def by_projection(F, y):
    """Features as rows of F: spread along the line of the means over the distance of the means."""
    mean_plus, mean_minus = F[y > 0].mean(axis=0), F[y < 0].mean(axis=0)
    distance = np.linalg.norm(mean_minus - mean_plus)
    e = (mean_minus - mean_plus) / distance

    def spread(rows, mean):
        return np.sqrt(sum(((f - mean) @ e) ** 2 for f in rows) / (len(rows) - 1))

    return (spread(F[y > 0], mean_plus) + spread(F[y < 0], mean_minus)) / distance


def by_closed_form(K, y):
    """The formula of the source with a, b, c, d and their means A, B, C, D."""
    plus, minus = np.flatnonzero(y > 0), np.flatnonzero(y < 0)
    a = np.array([np.mean([K[i, j] for j in plus]) for i in plus])
    b = np.array([np.mean([K[i, j] for j in minus]) for i in plus])
    c = np.array([np.mean([K[i, j] for j in plus]) for i in minus])
    e = np.array([np.mean([K[i, j] for j in minus]) for i in minus])
    A, B, C, D = a.mean(), b.mean(), c.mean(), e.mean()
    var_plus = np.sqrt(np.sum((b - a + A - B) ** 2) / (len(plus) - 1))
    var_minus = np.sqrt(np.sum((c - e + D - C) ** 2) / (len(minus) - 1))
    return (var_plus + var_minus) / (A + D - B - C)


@given(n=d.sizes, seed=d.seeds)
def test_fsm_is_spread_over_distance_in_feature_space(n, seed):
    rng = np.random.default_rng(seed)
    F, y = rng.standard_normal((n, 3)), d.labels(n, rng)
    assert_allclose(FSM.score(Problem(F @ F.T, y, LAM)), by_projection(F, y), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_fsm_equals_the_closed_form_of_its_source(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(FSM.score(Problem(K, y, LAM)), by_closed_form(K, y), **ROUNDOFF)


def test_fsm_of_the_identity_is_zero_for_any_labels():
    for seed in range(5):
        y = d.labels(14, np.random.default_rng(seed))
        assert_allclose(FSM.score(Problem(np.eye(14), y, LAM)), 0.0, **ROUNDOFF)


def test_fsm_picks_the_narrowest_kernel_even_for_random_labels():
    rng = np.random.default_rng(2)
    X, y = rng.standard_normal((30, 2)), d.labels(30, rng, at_least=8)
    gammas = 2.0 ** np.arange(-6, 14)
    values = [FSM.score(Problem(d.gaussian(X, gamma), y, LAM))[0] for gamma in gammas]
    assert np.argmin(values) == len(gammas) - 1


@pytest.mark.parametrize("gamma", [1e-4, 1e-6])
def test_fsm_of_a_wide_gaussian_is_that_of_the_linear_kernel(gamma):
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((20, 2)), d.labels(20, rng)
    linear = by_projection(X, y)
    wide = FSM.score(Problem(d.gaussian(X, gamma), y, LAM))[0]
    assert abs(wide - linear) <= max(50 * gamma, SOLVER["rtol"]) * abs(linear)


def test_fsm_is_the_worst_value_when_the_class_means_coincide():
    y = np.array([1.0, -1.0, 1.0, -1.0])
    twins = np.kron(np.eye(2), np.ones((2, 2)))  # points 0, 1 and 2, 3 are equal
    for K in (np.ones((4, 4)), np.zeros((4, 4)), twins):
        assert_allclose(FSM.score(Problem(K, y, LAM)), np.inf, **EXACT)


def test_fsm_bounds_the_error_of_the_best_threshold():
    rng = np.random.default_rng(8)
    y = np.repeat([1.0, -1.0], 60)
    F = rng.standard_normal((120, 2)) + 1.5 * np.c_[y, y]
    value = FSM.score(Problem(F @ F.T, y, LAM))[0]
    along = F @ (F[y > 0].mean(axis=0) - F[y < 0].mean(axis=0))
    error = min(np.mean(np.where(along > t, 1.0, -1.0) != y) for t in along)
    assert error <= value**2 / (1 + value**2)


def test_fsm_is_undefined_with_a_single_member():
    with pytest.raises(UndefinedScoreError, match="a class has a single member"):
        FSM.score(Problem(np.eye(3), np.array([1.0, -1.0, -1.0]), LAM))


def test_fsm_is_undefined_with_one_class():
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        FSM.score(Problem(np.eye(3), np.ones(3), LAM))
