"""Oracle: kernel stability from the spectral norm of every K − Kⁱ."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.spectral import ks
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

KS = CRITERIA["ks"]
LAM = np.array([0.1])


def by_norms(K):
    return max(np.linalg.norm(K - d.without(K, i), 2) for i in range(len(K)))


@given(n=d.sizes, seed=d.seeds)
def test_kernel_stability_is_the_largest_spectral_norm(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(ks.kernel_stability(Problem(K, y, LAM)), by_norms(K), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_kernel_stability_of_any_symmetric_matrix(n, seed):
    rng = np.random.default_rng(seed)
    M = rng.standard_normal((n, n))
    problem = Problem(M + M.T, d.labels(n, rng), LAM)
    assert_allclose(ks.kernel_stability(problem), by_norms(M + M.T), **ROUNDOFF)


@given(
    n=st.integers(9, 14),
    seed=d.seeds,
    lam=d.lambdas,
    k=st.integers(2, 4),
    eta=st.floats(0, 32),
    learner=d.learners,
    ridge=d.ridges,
    loss=st.sampled_from(["squared", "error"]),
)
def test_ks_is_cross_validation_plus_stability(*, n, seed, lam, k, eta, learner, ridge, loss):
    K, y = d.example(n, seed, at_least=4)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    fold_means = []
    for fold in problem.folds(k):
        f = d.predicted_without(K, y, fold, lam, learner, ridge)
        fold_means.append(np.mean(d.loss_of(y[fold], f, loss)))
    expected = np.mean(fold_means) + eta / n * by_norms(K)
    assert_allclose(KS.score(problem, k=k, eta=eta, loss=loss), expected, **ROUNDOFF)


def test_kernel_stability_at_both_ends_of_the_width_grid():
    y = d.labels(10, np.random.default_rng(0))
    identity, constant = (
        ks.kernel_stability(Problem(K, y, LAM)) for K in (np.eye(10), np.ones((10, 10)))
    )
    assert_allclose(identity, 1.0, **ROUNDOFF)
    assert_allclose(constant, (1 + np.sqrt(4 * 10 - 3)) / 2, **ROUNDOFF)


def test_kernel_stability_grows_with_the_width():
    X = np.random.default_rng(0).standard_normal((12, 2))
    y = d.labels(12, np.random.default_rng(1))
    values = [
        ks.kernel_stability(Problem(d.gaussian(X, gamma), y, LAM))
        for gamma in 10.0 ** np.arange(2, -4, -1)
    ]
    assert (np.diff(values) > 0).all()


def test_ks_without_weight_is_cross_validation():
    K, y = d.example(14, 4, at_least=5)
    problem = Problem(K, y, LAM)
    assert_allclose(KS.score(problem, eta=0.0), CRITERIA["kfold"].score(problem), **EXACT)


def test_ties_of_the_error_count_are_decided_by_ks_with_the_squared_loss():
    K, y = d.example(14, 4, at_least=5)
    problem = Problem(K, y, LAM)
    squared = KS.score(problem, k=3, eta=2.0)
    assert_allclose(KS.tie_break_score(problem, k=3, eta=2.0, loss="error"), squared, **EXACT)
    assert KS.tie_break_score(problem) is None


def test_ks_is_undefined_where_cross_validation_is():
    with pytest.raises(UndefinedScoreError, match="k = 5 folds need at least 5 points"):
        KS.score(Problem(np.eye(4), np.arange(4.0), LAM))
