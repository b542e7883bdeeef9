"""Oracle: the training error of an explicit fit."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

REMP = CRITERIA["remp"]


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_training_error_equals_that_of_the_fit(n, seed, lam, learner, ridge):
    K, y = d.example(n, seed)
    lams = np.array([lam, 5 * lam])
    expected = [d.training_error(K, y, value, learner, ridge) for value in lams]
    problem = Problem(K, y, lams, learner=learner, ridge=ridge)
    assert_allclose(REMP.score(problem), expected, **ROUNDOFF)


@pytest.mark.parametrize("mu", [1e-3, 1.0, 50.0])
def test_training_error_of_the_identity_and_of_the_constant_kernel(mu):
    n = 11
    y = d.labels(n, np.random.default_rng(1))
    identity, constant = (
        REMP.score(Problem(K, y, np.array([mu]), ridge="lambda"))[0]
        for K in (np.eye(n), np.ones((n, n)))
    )
    assert_allclose(identity, (mu / (1 + mu)) ** 2, **ROUNDOFF)
    expected = 1 - np.mean(y) ** 2 * (1 - (mu / (n + mu)) ** 2)
    assert_allclose(constant, expected, **ROUNDOFF)


def test_training_error_grows_with_the_ridge():
    K, y = d.example(14, 8)
    values = REMP.score(Problem(K, y, np.logspace(-4, 4, 9)))
    assert (np.diff(values) > 0).all()


def test_training_error_under_a_huge_ridge_is_that_of_zero_or_of_the_mean():
    K, y = d.example(11, 5)
    krr, lssvm = (
        REMP.score(Problem(K, y, np.array([1e13]), learner=learner))[0]
        for learner in ("krr", "lssvm")
    )
    assert_allclose(krr, 1.0, **ROUNDOFF)
    assert_allclose(lssvm, np.var(y), **ROUNDOFF)
