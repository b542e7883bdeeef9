"""Oracle: generalised cross-validation from an explicit hat matrix."""

import numpy as np
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

GCV = CRITERIA["gcv"]


def hat_matrix(K, mu, learner):
    """Column j holds the fitted values for labels that are 1 at point j and 0 elsewhere."""
    columns = []
    for unit in np.eye(len(K)):
        alpha, b = d.fitted(K, unit, mu, learner)
        columns.append(K @ alpha + b)
    return np.array(columns).T


def by_definition(K, y, mu, learner):
    n = len(y)
    rest = np.eye(n) - hat_matrix(K, mu, learner)
    return (np.sum((rest @ y) ** 2) / n) / (np.trace(rest) / n) ** 2


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_gcv_equals_its_definition(n, seed, lam, learner, ridge):
    K, y = d.example(n, seed)
    lams = np.array([lam, 2 * lam])
    expected = [by_definition(K, y, d.ridge(value, n, ridge), learner) for value in lams]
    problem = Problem(K, y, lams, learner=learner, ridge=ridge)
    assert_allclose(GCV.score(problem), expected, **ROUNDOFF)


def test_gcv_is_leave_one_out_with_averaged_leverages():
    K, y = d.example(12, 7)
    mu = 0.2
    A = hat_matrix(K, mu, "lssvm")
    e = np.array(
        [
            y[i] - d.predicted_without(K, y, np.array([i]), mu, "lssvm", "lambda")[0]
            for i in range(12)
        ]
    )
    expected = np.mean(e**2 * ((1 - np.diag(A)) / (1 - np.trace(A) / 12)) ** 2)
    problem = Problem(K, y, np.array([mu]), learner="lssvm", ridge="lambda")
    assert_allclose(GCV.score(problem), expected, **ROUNDOFF)


def test_gcv_of_krr_tends_to_the_mean_square_of_y_for_a_huge_ridge():
    K, y = d.example(12, 7)
    assert_allclose(
        GCV.score(Problem(K, 3 * y, np.array([1e14]), task="regression")), 9.0, **ROUNDOFF
    )


def test_gcv_tends_to_its_finite_limit_for_a_vanishing_ridge():
    X = np.random.default_rng(0).standard_normal((8, 2))
    K, y = d.gaussian(X, gamma=5.0), d.labels(8, np.random.default_rng(1))
    inverse = np.linalg.solve(K, np.eye(8))
    limit = 8 * (y @ inverse @ inverse @ y) / np.trace(inverse) ** 2
    problem = Problem(K, y, np.array([1e-11]), ridge="lambda")
    assert_allclose(GCV.score(problem), limit, **ROUNDOFF)


def test_gcv_of_the_identity_is_the_mean_square_of_y():
    y = d.labels(9, np.random.default_rng(2))
    assert_allclose(GCV.score(Problem(np.eye(9), y, np.array([0.1, 5.0]))), 1.0, **ROUNDOFF)
