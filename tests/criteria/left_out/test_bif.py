"""Oracle: the recursion of the Bouligand influence function written out, and its exact limit."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF, SOLVER

BIF = CRITERIA["bif"]


def hat_matrix(K, mu, learner):
    """Column j holds the fitted values for labels that are 1 at point j and 0 elsewhere."""
    made = [d.fitted(K, unit, mu, learner) for unit in np.eye(len(K))]
    return np.array([K @ alpha + b for alpha, b in made]).T


def by_recursion(K, y, fold, lam, learner, order):
    """Values on the fold: f + Σ εʲ fⱼ with every fⱼ from the one before, for μ = nλ."""
    n, V = len(y), len(fold)
    epsilon = -V / (n - V)
    hat = hat_matrix(K, n * lam, learner)
    f = hat @ y
    r = y - f
    term = -hat @ r + n / V * hat[:, fold] @ r[fold]
    total = f + epsilon * term
    for j in range(2, order + 1):
        term = hat @ term - n / V * hat[:, fold] @ term[fold]
        total = total + epsilon**j * term
    return total[fold]


@given(
    n=st.integers(9, 14),
    seed=d.seeds,
    lam=d.lambdas,
    k=st.integers(2, 4),
    order=st.integers(1, 4),
    learner=d.learners,
)
def test_bif_is_the_recursion_of_the_source(*, n, seed, lam, k, order, learner):
    K, y = d.example(n, seed, at_least=4)
    problem = Problem(K, y, np.array([lam]), learner=learner)
    losses = [
        np.mean((y[fold] - by_recursion(K, y, fold, lam, learner, order)) ** 2)
        for fold in problem.folds(k)
    ]
    if order == 1 or largest_radius(problem, k, lam) < 1:
        assert_allclose(BIF.score(problem, k=k, order=order), np.mean(losses), **ROUNDOFF)
    else:
        with pytest.raises(UndefinedScoreError, match="the series diverges"):
            BIF.score(problem, k=k, order=order)


def largest_radius(problem, k, lam):
    """Largest factor of the recursion of all folds: Hat with its columns of the fold less n/|V|."""
    n, found = problem.n, []
    hat = hat_matrix(problem.K, problem.ridges(n)[problem.lambdas == lam][0], problem.learner)
    for fold in problem.folds(k):
        own = problem.ridges(n - len(fold))[problem.lambdas == lam][0]
        weights = np.full(n, 1 - problem.ridges(n)[problem.lambdas == lam][0] / own)
        weights[fold] = 1.0
        found.append(np.abs(np.linalg.eigvals(hat * weights)).max())
    return max(found)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("n", [9, 15, 31])
def test_a_fold_larger_than_the_rest_lets_the_series_diverge(learner, n):
    K, y = d.example(n, n, at_least=4)
    lams = np.array([1e-6, 1e-3, 0.01, 0.03, 0.1, 1.0])
    problem = Problem(K, y, lams, learner=learner)
    told = rf"diverges: a fold has {n // 2 + 1} of the {n} points, .*use order 1, k ≥ 3"
    with pytest.raises(UndefinedScoreError, match=told) as caught:
        BIF.score(problem, k=2, order=100)
    radii = [largest_radius(problem, 2, lam) for lam in lams]
    assert_array_equal(np.isnan(caught.value.values), np.array(radii) >= 1)
    assert f"{max(radii):.3g}" in caught.value.reason
    assert "indefinite" not in caught.value.reason
    assert np.isfinite(BIF.score(problem, k=2, order=1)).all()
    assert np.isfinite(BIF.score(problem, k=3, order=100)).all()
    fixed = Problem(K, y, lams, learner=learner, ridge="lambda")
    assert np.isfinite(BIF.score(fixed, k=2, order=100)).all()


@pytest.mark.parametrize("ridge", d.RIDGES)
def test_an_indefinite_matrix_lets_the_series_diverge_where_its_radius_says_so(ridge):
    M = np.random.default_rng(5).standard_normal((15, 15))
    K, y = M + M.T, d.labels(15, np.random.default_rng(6), at_least=5)
    lams = -np.linalg.eigvalsh(K)[0] * np.array([1.01, 1.5, 2.5, 100])
    lams = lams / 15 if ridge == "n_lambda" else lams
    problem = Problem(K, y, lams, ridge=ridge)
    with pytest.raises(UndefinedScoreError, match="diverges: K is indefinite") as caught:
        BIF.score(problem, k=5, order=3)
    radii = np.array([largest_radius(problem, 5, lam) for lam in lams])
    assert_array_equal(np.isnan(caught.value.values), radii >= 1)
    assert 0 < (radii >= 1).sum() < 4


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("ridge", d.RIDGES)
def test_a_high_order_is_cross_validation_by_honest_refits(learner, ridge):
    K, y = d.example(17, 3, at_least=5)  # folds of different sizes
    lam = 0.5
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    losses = [
        np.mean((y[fold] - d.predicted_without(K, y, fold, lam, learner, ridge)) ** 2)
        for fold in problem.folds(4)
    ]
    assert_allclose(BIF.score(problem, k=4, order=100), np.mean(losses), **ROUNDOFF)


def test_the_limit_has_the_ridge_of_the_fit_without_the_fold():
    K, y = d.example(16, 5, at_least=5)
    problem = Problem(K, y, np.array([0.5]))
    fold, lam = problem.folds(4)[0], 0.5
    rest = np.setdiff1d(np.arange(16), fold)
    alpha = np.linalg.solve(K[np.ix_(rest, rest)] + lam * len(rest) * np.eye(len(rest)), y[rest])
    exact = K[np.ix_(fold, rest)] @ alpha
    assert_allclose(by_recursion(K, y, fold, lam, "krr", 200), exact, **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_every_order_comes_nearer_to_the_exact_value(learner):
    K, y = d.example(30, 1, at_least=8)
    problem = Problem(K, y, np.array([0.05]), learner=learner)
    exact = problem.cross_validation(5, "squared")[0]
    errors = [abs(BIF.score(problem, order=order)[0] - exact) for order in (1, 2, 4, 8, 16)]
    assert (np.diff(errors) < 0).all()


def test_the_first_order_is_between_the_training_error_and_cross_validation():
    K, y = d.example(30, 1, at_least=8)
    problem = Problem(K, y, np.array([0.05]))
    first, training = BIF.score(problem)[0], CRITERIA["remp"].score(problem)[0]
    assert training < first < problem.cross_validation(5, "squared")[0]


def test_all_ridges_together_are_each_on_its_own():
    K, y = d.example(14, 2, at_least=5)
    lams = np.array([0.01, 0.3, 4.0])
    together = BIF.score(Problem(K, y, lams, learner="lssvm"), order=3)
    alone = [BIF.score(Problem(K, y, [lam], learner="lssvm"), order=3)[0] for lam in lams]
    assert_allclose(together, alone, **ROUNDOFF)


def test_bif_of_the_identity_is_one_at_every_order():
    y = np.repeat([1.0, -1.0], 8)
    problem = Problem(np.eye(16), y, np.array([0.25]), ridge="lambda")
    hat = 1 / 1.25
    for order in (1, 3):
        expected = ((1 - hat) * sum(hat**j for j in range(order + 1))) ** 2
        assert_allclose(BIF.score(problem, order=order), expected, **ROUNDOFF)
    assert_allclose(BIF.score(problem, order=100), 1.0, **SOLVER)


def test_a_series_that_diverges_says_so():
    rng = np.random.default_rng(0)
    M = rng.standard_normal((20, 20))
    K = M + M.T
    lam = -1.01 * np.linalg.eigvalsh(K)[0]
    problem = Problem(K, d.labels(20, rng, at_least=8), np.array([lam, 1e6]), ridge="lambda")
    with pytest.raises(UndefinedScoreError, match="the series diverges: K is indefinite") as caught:
        BIF.score(problem, order=100)
    assert np.isnan(caught.value.values[0])
    assert_allclose(caught.value.values[1], 1.0, **SOLVER)


def test_too_few_points_for_the_folds_are_said():
    K, y = d.example(10, 0)
    with pytest.raises(UndefinedScoreError, match="k = 50 folds need at least 50 points"):
        BIF.score(Problem(K, y, [0.1]), k=50)
    with pytest.raises(UndefinedScoreError, match="only one class"):
        BIF.score(Problem(K, np.ones(10), [0.1]))
