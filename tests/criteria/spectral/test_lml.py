"""Oracle: scikit-learn's Gaussian process, and the normal density of contrasts."""

import numpy as np
from hypothesis import given
from numpy.testing import assert_allclose
from scipy.stats import multivariate_normal
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, WhiteKernel

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

LML = CRITERIA["lml"]


def contrasts(n):
    """Orthonormal basis of the vectors whose sum is zero, one per column."""
    ones = np.ones((n, 1))
    return np.linalg.qr(np.hstack([ones, np.eye(n)[:, 1:]]))[0][:, 1:]


def by_density(K, y, mu, learner):
    """Log of the normal density of the labels, or of their contrasts, per number."""
    U = contrasts(len(y)) if learner == "lssvm" else np.eye(len(y))
    density = multivariate_normal(cov=U.T @ (K + mu * np.eye(len(y))) @ U)
    return density.logpdf(U.T @ y) / U.shape[1]


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_the_evidence_is_the_density_of_the_labels(n, seed, lam, learner, ridge):
    K, y = d.example(n, seed)
    lams = np.array([lam, 2 * lam])
    expected = [by_density(K, y, d.ridge(value, n, ridge), learner) for value in lams]
    problem = Problem(K, y, lams, learner=learner, ridge=ridge)
    assert_allclose(LML.score(problem), expected, **ROUNDOFF)


def test_the_evidence_is_that_of_scikit_learn():
    X = np.random.default_rng(0).standard_normal((40, 3))
    y = X[:, 0] ** 2 + 0.1 * X[:, 1]
    kernel = RBF(0.7)
    process = GaussianProcessRegressor(kernel + WhiteKernel(0.05 * 40), optimizer=None, alpha=0)
    expected = process.fit(X, y).log_marginal_likelihood_value_ / 40
    assert_allclose(LML.score(Problem(kernel(X), y, [0.05])), expected, **ROUNDOFF)


def test_a_target_in_larger_units_is_less_likely_under_every_kernel():
    X = np.random.default_rng(1).standard_normal((20, 2))
    narrow, wide = (Problem(d.gaussian(X, gamma), 1e3 * X[:, 0], [0.1]) for gamma in (5.0, 0.05))
    assert LML.score(narrow)[0] < -1e4
    assert LML.score(wide)[0] < -1e4
