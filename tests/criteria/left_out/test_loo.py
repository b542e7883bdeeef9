"""Oracle: leave-one-out in closed form equals n honest refits on n − 1 points."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

LOO = CRITERIA["loo"]


def by_refits(K, y, lam, learner, ridge, loss):
    losses = []
    for i in range(len(y)):
        fold = np.array([i])
        f = d.predicted_without(K, y, fold, lam, learner, ridge)
        losses.append(d.loss_of(y[i], f[0], loss))
    return np.mean(losses)


@given(
    n=d.sizes,
    seed=d.seeds,
    lam=d.lambdas,
    learner=d.learners,
    ridge=d.ridges,
    loss=st.sampled_from(["squared", "error"]),
)
def test_loo_equals_n_refits(n, seed, lam, learner, ridge, loss):
    K, y = d.example(n, seed)
    problem = Problem(K, y, np.array([lam, 2 * lam]), learner=learner, ridge=ridge)
    expected = [by_refits(K, y, value, learner, ridge, loss) for value in (lam, 2 * lam)]
    assert_allclose(LOO.score(problem, loss=loss), expected, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_loo_equals_refits_for_regression(n, seed, lam, learner, ridge):
    K, _ = d.example(n, seed)
    y = np.random.default_rng(seed).standard_normal(n)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    expected = by_refits(K, y, lam, learner, ridge, "squared")
    assert_allclose(LOO.score(problem), [expected], **ROUNDOFF)


def test_loo_is_exact_for_an_ill_conditioned_kernel():
    rng = np.random.default_rng(3)
    K = d.gaussian(rng.standard_normal((40, 2)), gamma=0.05)
    y = d.labels(40, rng)
    mu = 1e-9 * np.linalg.eigvalsh(K)[-1]
    problem = Problem(K, y, np.array([mu]), ridge="lambda")
    expected = by_refits(K, y, mu, "krr", "lambda", "squared")
    assert_allclose(LOO.score(problem)[0], expected, **SOLVER)


def test_loo_of_the_identity_leaves_krr_without_a_clue():
    y = d.labels(12, np.random.default_rng(0))
    problem = Problem(np.eye(12), y, np.array([0.1, 10.0]))
    assert_allclose(LOO.score(problem), np.mean(y**2), **ROUNDOFF)
    assert_allclose(LOO.score(problem, loss="error"), 1.0, **EXACT)


@pytest.mark.parametrize("lam", [1e-3, 1e6])
def test_loo_error_of_lssvm_is_total_for_balanced_classes_and_the_identity(lam):
    y = np.repeat([1.0, -1.0], 6)
    problem = Problem(np.eye(12), y, np.array([lam]), learner="lssvm")
    assert_allclose(LOO.score(problem, loss="error"), 1.0, **EXACT)


def test_loo_error_of_lssvm_is_total_for_balanced_classes_under_a_huge_ridge():
    K, _ = d.example(12, 1)
    y = np.repeat([1.0, -1.0], 6)
    problem = Problem(K, y, np.array([1e9]), learner="lssvm")
    assert_allclose(LOO.score(problem, loss="error"), 1.0, **EXACT)


def test_loo_under_a_huge_ridge_predicts_zero_or_the_mean_of_the_others():
    K, y = d.example(11, 5)
    others = (y.sum() - y) / 10
    krr, lssvm = (
        LOO.score(Problem(K, y, np.array([1e13]), learner=learner))[0]
        for learner in ("krr", "lssvm")
    )
    assert_allclose(krr, 1.0, **ROUNDOFF)
    assert_allclose(lssvm, np.mean((y - others) ** 2), **ROUNDOFF)


def test_loo_of_lssvm_is_loo_of_krr_on_the_centred_kernel_up_to_the_mean():
    K, y = d.example(10, 2)
    H, mu = d.centring(10), 0.3
    lssvm = Problem(K, y, np.array([mu]), learner="lssvm", ridge="lambda")
    residuals = np.linalg.solve(H @ K @ H + mu * np.eye(10), H @ y) * mu
    assert_allclose(lssvm.fit.residuals[:, 0], residuals, **ROUNDOFF)


def test_error_count_is_undefined_for_regression():
    problem = Problem(np.eye(5), np.arange(5.0), np.array([1.0]))
    with pytest.raises(UndefinedScoreError, match="the 0/1 loss needs labels −1 and \\+1"):
        LOO.score(problem, loss="error")


def test_ties_of_the_error_count_are_decided_by_the_squared_loss():
    K, y = d.example(10, 4)
    problem = Problem(K, y, np.array([0.1]))
    assert_allclose(
        LOO.tie_break_score(problem, loss="error"), LOO.score(problem, loss="squared"), **EXACT
    )
    assert LOO.tie_break_score(problem, loss="squared") is None
