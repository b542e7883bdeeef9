"""Lanczos runs for all ridges and folds equal one honest refit for each."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg import held_out_predictions, krylov, ridge_solutions
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

LAM = np.array([1e-4, 1e-2, 1.0, 1e2])


def sample(n, seed=0, dimensions=3):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, dimensions))
    return X, np.where(X[:, 0] + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)


def gaussian(X, gamma):
    return np.exp(-gamma * np.square(X[:, None] - X[None]).sum(axis=-1))


def folds_of(n, k, seed=0):
    order = np.random.default_rng(seed).permutation(n)
    return [np.sort(order[q::k]) for q in range(k)]


def ridges(n, folds, lam=LAM):
    return np.array([lam * (n - len(fold)) for fold in folds])


def by_refits(K, y, folds, mu, learner):
    f = np.empty((len(y), mu.shape[1]))
    for q, fold in enumerate(folds):
        for column, value in enumerate(mu[q]):
            f[fold, column] = d.predicted_without(K, y, fold, value, learner, "lambda")
    return f


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("gamma", [1e-6, 1e-2, 0.1, 1.0])
@pytest.mark.parametrize("n", [61, 200])
def test_held_out_predictions_equal_refits(n, gamma, learner):
    X, y = sample(n)
    K, folds = gaussian(X, gamma), folds_of(n, 5)
    mu = ridges(n, folds)
    f = held_out_predictions(K, y, folds, mu, bias=learner == "lssvm")
    if f is None:
        assert gamma >= 0.1  # long runs: a factorisation is cheaper
    else:
        assert_allclose(f, by_refits(K, y, folds, mu, learner), **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("gamma", [1e-2, 0.3, 30.0])
def test_ordinary_ridges_agree_to_seven_digits_at_almost_all_points(gamma, learner):
    n = 400
    X, y = sample(n)
    K, folds = gaussian(X, gamma), folds_of(n, 5)
    mu = ridges(n, folds, np.array([1e-2, 1.0]))
    f = held_out_predictions(K, y, folds, mu, bias=learner == "lssvm")
    expected = by_refits(K, y, folds, mu, learner)
    assert_allclose(f, expected, **SOLVER)
    assert np.mean(np.abs(f - expected) < SOLVER["atol"]) > 0.95


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_solutions_on_all_points_equal_the_fit(learner):
    n = 250
    X, y = sample(n)
    K, mu = gaussian(X, 0.1), n * np.array([1e-3, 1e-1, 10.0])
    alpha, b = ridge_solutions(K, y, mu, bias=learner == "lssvm")
    assert b.shape == (3,)
    for column, value in enumerate(mu):
        expected, bias = d.fitted(K, y, value, learner)
        assert_allclose(K @ alpha[:, column] + b[column], K @ expected + bias, **SOLVER)
        assert_allclose(alpha[:, column], expected, **SOLVER)
        assert_allclose(b[column], bias, **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_the_identity_takes_one_step_and_is_exact(learner, monkeypatch):
    n = 100
    _, y = sample(n)
    monkeypatch.setattr(krylov, "eigh_tridiagonal", None)  # needed from the second step on
    folds = folds_of(n, 4)
    mu = ridges(n, folds)
    f = held_out_predictions(np.eye(n), y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(np.eye(n), y, folds, mu, learner), **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("rank", [1, 2, 7])
def test_a_matrix_of_low_rank_needs_no_more_steps_than_its_rank(rank, learner):
    n = 80
    F = np.random.default_rng(0).standard_normal((n, rank))
    y = np.where(F[:, 0] > 0, 1.0, -1.0)
    folds = folds_of(n, 5)
    mu = ridges(n, folds)
    f = held_out_predictions(F @ F.T, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(F @ F.T, y, folds, mu, learner), **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("K", [np.ones((60, 60)), np.zeros((60, 60))], ids=["constant", "zero"])
def test_constant_matrices_leave_the_mean_or_a_share_of_it(K, learner):
    _, y = sample(60)
    folds = folds_of(60, 3)
    mu = ridges(60, folds)
    f = held_out_predictions(K, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(K, y, folds, mu, learner), **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_duplicates_are_no_obstacle(learner):
    X, y = sample(60)
    X, y = np.repeat(X, 4, axis=0), np.repeat(y, 4)
    K, folds = gaussian(X, 0.05), folds_of(240, 5)
    mu = ridges(240, folds, np.array([1e-3, 1.0]))
    f = held_out_predictions(K, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(K, y, folds, mu, learner), **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("label", [1.0, -3.0, 0.1, 0.0])
def test_labels_that_are_constant_outside_a_fold(label, learner):
    """With a bias the fit without that fold is the constant itself, in no step at all."""
    n = 80
    X, y = sample(n)
    folds = folds_of(n, 4)
    y = np.where(np.isin(np.arange(n), folds[1]), y, label)
    mu = ridges(n, folds, np.array([1e-2, 1.0]))
    K = gaussian(X, 0.05)
    f = held_out_predictions(K, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(K, y, folds, mu, learner), **SOLVER)
    if learner == "lssvm":
        assert_allclose(f[folds[1]], label, **ROUNDOFF)


def test_constant_labels_on_all_points_are_fitted_by_the_bias_alone():
    X, _ = sample(50)
    alpha, b = ridge_solutions(gaussian(X, 0.1), np.full(50, 0.1), np.array([0.5]), bias=True)
    assert_allclose(alpha, 0.0, **EXACT)
    assert_allclose(b, 0.1, **ROUNDOFF)


@pytest.mark.parametrize("scale", [1e-120, 1e-6, 1e6, 1e120])
def test_the_unit_of_the_kernel_does_not_matter(scale):
    n = 100
    X, y = sample(n)
    K, folds = gaussian(X, 0.05), folds_of(n, 5)
    mu = ridges(n, folds, np.array([1e-3, 1.0]))
    plain = held_out_predictions(K, y, folds, mu, bias=True)
    assert_allclose(
        held_out_predictions(scale * K, y, folds, scale * mu, bias=True), plain, **SOLVER
    )


def test_too_many_steps_are_declined():
    n = 120
    X, y = sample(n, dimensions=8)
    K, folds = gaussian(X, 0.03), folds_of(n, 5)
    mu = ridges(n, folds, np.array([1e-9]))
    assert held_out_predictions(K, y, folds, mu, bias=False) is None
    assert ridge_solutions(K, y, np.array([1e-7]), bias=False) is None


@pytest.mark.parametrize("bias", [False, True])
def test_a_matrix_that_stays_indefinite_is_declined(bias):
    n = 60
    M = np.random.default_rng(0).standard_normal((n, n))
    _, y = sample(n)
    for K in (M + M.T, -np.eye(n), np.diag(np.repeat([1.0, -1.0], n // 2))):
        mu = np.full((3, 1), 0.5)
        assert held_out_predictions(K, y, folds_of(n, 3), mu, bias=bias) is None
        assert ridge_solutions(K, y, mu[0], bias=bias) is None


def test_inputs_are_left_alone():
    X, y = sample(60)
    K, folds = gaussian(X, 0.1), folds_of(60, 3)
    mu = ridges(60, folds)
    for array in (K, y, mu, *folds):
        array.flags.writeable = False
    held_out_predictions(K, y, folds, mu, bias=True)
    ridge_solutions(K, y, mu[0], bias=True)
