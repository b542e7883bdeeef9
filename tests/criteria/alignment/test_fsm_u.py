"""Oracle: FSM with every self-similarity left out of the means."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

FSM_U = CRITERIA["fsm_u"]
LAM = np.array([1.0])


def by_definition(K, y):
    n = len(y)
    g = np.empty(n)
    for i in range(n):
        own = [K[i, j] for j in range(n) if y[j] == y[i] and j != i]
        other = [K[i, j] for j in range(n) if y[j] != y[i]]
        g[i] = y[i] * (np.mean(own) - np.mean(other))
    plus, minus = g[y > 0], g[y < 0]
    apart = plus.mean() - minus.mean()
    if apart <= 1e-12 * np.diag(K).max():
        return np.inf
    return (np.std(plus, ddof=1) + np.std(minus, ddof=1)) / apart


@given(n=d.sizes, seed=d.seeds)
def test_fsm_u_equals_its_definition(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(FSM_U.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


def test_fsm_u_of_the_identity_is_the_worst_value():
    y = d.labels(14, np.random.default_rng(0))
    assert_allclose(FSM_U.score(Problem(np.eye(14), y, LAM)), np.inf, **EXACT)


def test_fsm_u_of_the_ideal_kernel_is_zero():
    y = d.labels(14, np.random.default_rng(0))
    assert_allclose(FSM_U.score(Problem(np.outer(y, y), y, LAM)), 0.0, **ROUNDOFF)


def test_fsm_u_does_not_pick_the_narrowest_kernel_where_there_is_something_to_learn():
    rng = np.random.default_rng(2)
    y = np.repeat([1.0, -1.0], 25)
    X = rng.standard_normal((50, 2)) + np.c_[y, y]
    gammas = 2.0 ** np.arange(-6, 14)
    values = [FSM_U.score(Problem(d.gaussian(X, gamma), y, LAM))[0] for gamma in gammas]
    assert np.argmin(values) < len(gammas) - 5


def test_fsm_u_is_undefined_with_a_single_member_or_one_class():
    with pytest.raises(UndefinedScoreError, match="a class has a single member"):
        FSM_U.score(Problem(np.eye(3), np.array([1.0, -1.0, -1.0]), LAM))
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        FSM_U.score(Problem(np.eye(3), np.ones(3), LAM))
