"""Lanczos runs for all ridges and folds equal one honest refit for each."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import Problem
from kselect_core.linalg.fits import krylov, lanczos
from kselect_core.linalg.fits.krylov import held_out_predictions, ridge_solutions
from tests.criteria import definitions as d
from tests.criteria.refits import by_refits, folds_of, gaussian, sample
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

LAM = np.array([1e-4, 1e-2, 1.0, 1e2])


def ridges(n, folds, lam=LAM):
    return np.array([lam * (n - len(fold)) for fold in folds])


def predictions(*arguments, **options):
    made = held_out_predictions(*arguments, **options)
    return None if made is None else made.f


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("gamma", [1e-6, 1e-2, 0.1, 1.0])
@pytest.mark.parametrize("n", [61, 200])
def test_held_out_predictions_equal_refits(n, gamma, learner):
    X, y = sample(n)
    K, folds = gaussian(X, gamma), folds_of(n, 5)
    mu = ridges(n, folds)
    f = predictions(K, y, folds, mu, bias=learner == "lssvm")
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
    f = predictions(K, y, folds, mu, bias=learner == "lssvm")
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
    monkeypatch.setattr(lanczos, "eigh_tridiagonal", None)  # needed from the second step on
    folds = folds_of(n, 4)
    mu = ridges(n, folds)
    f = predictions(np.eye(n), y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(np.eye(n), y, folds, mu, learner), **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("rank", [1, 2, 7])
def test_a_matrix_of_low_rank_needs_no_more_steps_than_its_rank(rank, learner):
    n = 80
    F = np.random.default_rng(0).standard_normal((n, rank))
    y = np.where(F[:, 0] > 0, 1.0, -1.0)
    folds = folds_of(n, 5)
    mu = ridges(n, folds)
    f = predictions(F @ F.T, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(F @ F.T, y, folds, mu, learner), **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("K", [np.ones((60, 60)), np.zeros((60, 60))], ids=["constant", "zero"])
def test_constant_matrices_leave_the_mean_or_a_share_of_it(K, learner):
    _, y = sample(60)
    folds = folds_of(60, 3)
    mu = ridges(60, folds)
    f = predictions(K, y, folds, mu, bias=learner == "lssvm")
    assert_allclose(f, by_refits(K, y, folds, mu, learner), **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_duplicates_are_no_obstacle(learner):
    X, y = sample(60)
    X, y = np.repeat(X, 4, axis=0), np.repeat(y, 4)
    K, folds = gaussian(X, 0.05), folds_of(240, 5)
    mu = ridges(240, folds, np.array([1e-3, 1.0]))
    f = predictions(K, y, folds, mu, bias=learner == "lssvm")
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
    f = predictions(K, y, folds, mu, bias=learner == "lssvm")
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
    plain = predictions(K, y, folds, mu, bias=True)
    assert_allclose(predictions(scale * K, y, folds, scale * mu, bias=True), plain, **SOLVER)


def test_the_size_of_the_matrix_is_asked_for_once(monkeypatch):
    X, y = sample(60)
    K, asked, size = gaussian(X, 0.05), [], lanczos.matrix_size
    monkeypatch.setattr(lanczos, "matrix_size", lambda K: asked.append(size(K)) or asked[-1])
    monkeypatch.setattr(krylov, "matrix_size", lanczos.matrix_size, raising=False)
    assert ridge_solutions(K, y, np.array([0.5]), bias=False) is not None
    assert_allclose(asked, [np.linalg.norm(K)], **ROUNDOFF)


def test_too_many_steps_are_declined():
    n = 120
    X, y = sample(n, dimensions=8)
    K, folds = gaussian(X, 0.03), folds_of(n, 5)
    mu = ridges(n, folds, np.array([1e-9]))
    assert predictions(K, y, folds, mu, bias=False) is None
    assert ridge_solutions(K, y, np.array([1e-7]), bias=False) is None


@pytest.mark.parametrize("bias", [False, True])
def test_a_matrix_that_stays_indefinite_is_declined(bias):
    n = 60
    M = np.random.default_rng(0).standard_normal((n, n))
    _, y = sample(n)
    for K in (M + M.T, -np.eye(n), np.diag(np.repeat([1.0, -1.0], n // 2))):
        mu = np.full((3, 1), 0.5)
        assert predictions(K, y, folds_of(n, 3), mu, bias=bias) is None
        assert ridge_solutions(K, y, mu[0], bias=bias) is None


def test_inputs_are_left_alone():
    X, y = sample(60)
    K, folds = gaussian(X, 0.1), folds_of(60, 3)
    mu = ridges(60, folds)
    for array in (K, y, mu, *folds):
        array.flags.writeable = False
    predictions(K, y, folds, mu, bias=True)
    ridge_solutions(K, y, mu[0], bias=True)


def with_more_digits(K, y, mu, *, bias):
    """Dual coefficients and bias by a Cholesky factor in extended precision."""
    n, wide = len(y), np.longdouble
    A = K.astype(wide) + wide(mu) * np.eye(n, dtype=wide)
    L = np.zeros_like(A)
    for j in range(n):
        L[j:, j] = A[j:, j] / np.sqrt(A[j, j])
        A[j + 1 :, j + 1 :] -= np.multiply.outer(L[j + 1 :, j], L[j + 1 :, j])
    B = np.column_stack([y, np.ones(n)]).astype(wide)
    for j in range(n):
        B[j] /= L[j, j]
        B[j + 1 :] -= np.multiply.outer(L[j + 1 :, j], B[j])
    for j in reversed(range(n)):
        B[j] /= L[j, j]
        B[:j] -= np.multiply.outer(L[j, :j], B[j])
    b = B[:, 0].sum() / B[:, 1].sum() if bias else wide(0)
    return B[:, 0] - b * B[:, 1], b


def of_low_rank(seed, n=210):
    """Polynomial kernel of degree 1 on features as they come: units and offsets of all sizes."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 6)) * 10.0 ** rng.uniform(-1, 2, 6) + 10 * rng.standard_normal(6)
    y = np.where(X[:, 0] > X[:, 0].mean() + X[:, 0].std() * rng.standard_normal(n), 1.0, -1.0)
    return 1.0 + X @ X.T, y


def wide_gaussian(seed, n=210):
    X, y = sample(n, seed)
    return gaussian(X, 1e-3), y


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("condition", [1e7, 1e8, 1e10, 9e11])
@pytest.mark.parametrize("made", [of_low_rank, wide_gaussian])
def test_digits_that_the_condition_leaves_are_there_from_200_points_on(
    made, condition, learner, monkeypatch
):
    """Runs, a factor and the decomposition keep the digits that docs/numbers.md promises."""
    K, y = made(3)
    n, bias = len(y), learner == "lssvm"
    mu = np.array([float(np.linalg.eigvalsh(K)[-1]) / condition])
    problem = Problem(K, y, mu, learner=learner, ridge="lambda")
    digits = {"rtol": 0.0, "atol": max(1e-6, 4e-15 * condition)}
    alpha, b = with_more_digits(K, y, mu[0], bias=bias)
    fitted = (K @ alpha + b).astype(float)
    by_run = ridge_solutions(K, y, mu, bias=bias) or problem.dual
    for found, offset in (by_run, problem.dual, problem.dual_from_spectrum, problem.factored[:2]):
        assert_allclose(K @ found[:, 0] + offset[0], fitted, **digits)
        assert_allclose(problem.fitted(found)[:, 0], fitted, **digits)
    fold = problem.folds(5)[0]
    rest = np.setdiff1d(np.arange(n), fold)
    alpha, b = with_more_digits(K[np.ix_(rest, rest)], y[rest], mu[0], bias=bias)
    expected = (K[np.ix_(fold, rest)] @ alpha + b).astype(float)
    size = max(1.0, float(np.abs(expected).max()))
    by_runs = problem.held_out(5)
    monkeypatch.setattr("kselect_core.criteria.problems.least_squares.KRYLOV_FROM", n + 1)
    by_blocks = Problem(K, y, mu, learner=learner, ridge="lambda").held_out(5)
    for f in (by_runs, by_blocks):
        assert_allclose(f[fold, 0] / size, expected / size, **digits)


@pytest.mark.parametrize(("name", "mu"), [("liver-disorders", 1e-4), ("australian", 0.05)])
def test_features_as_they_come_agree_with_a_fit_of_the_features_themselves(name, mu):
    """Condition 1e10: k-fold of these tables was 179,096 in place of 0.906, without a word."""
    X, y = outside_table(name)
    folds = folds_of(len(y), 5)
    made = predictions(1.0 + X @ X.T, y, folds, np.full((5, 1), mu), bias=True)
    for fold in folds:
        assert_allclose(made[fold, 0], by_features(X, y, fold, mu), rtol=0, atol=2e-3)


def outside_table(name):
    """Features and labels ±1 of a table outside the project; skips where there is none."""
    path = Path(os.environ.get("KSELECT_DATA", "?")) / f"{name}.csv"
    if not path.exists():
        pytest.skip(f"KSELECT_DATA names no folder with {name}.csv")
    table = pd.read_csv(path).dropna()
    labels = table["label"].to_numpy()
    return table.drop(columns="label").to_numpy(float), np.where(labels == labels.max(), 1.0, -1.0)


def by_features(X, y, fold, mu):
    """Predictions on a fold of least squares on centred features with a ridge, by QR."""
    rest = np.setdiff1d(np.arange(len(y)), fold)
    mean, centre = y[rest].mean(), X[rest].mean(axis=0)
    ridge = np.sqrt(mu) * np.eye(X.shape[1])
    Q, R = np.linalg.qr(np.vstack([X[rest] - centre, ridge]))
    w = np.linalg.solve(R, Q.T @ np.concatenate([y[rest] - mean, np.zeros(X.shape[1])]))
    return (X[fold] - centre) @ w + mean


def test_solutions_that_do_not_fulfil_their_equations_are_not_used(monkeypatch):
    n = 220
    X, y = sample(n)
    K, mu = gaussian(X, 0.01), np.array([0.1, 1.0])
    folds = folds_of(n, 5)
    right = krylov.coefficients
    monkeypatch.setattr(krylov, "coefficients", lambda *given: right(*given) * (1 + 1e-4))
    assert ridge_solutions(K, y, mu, bias=True) is None
    assert held_out_predictions(K, y, folds, np.tile(mu, (5, 1)), bias=True) is None
    problem = Problem(K, y, mu, learner="lssvm", ridge="lambda")
    alpha, _ = problem.dual
    assert_allclose(alpha, problem.dual_from_spectrum[0], **EXACT)
