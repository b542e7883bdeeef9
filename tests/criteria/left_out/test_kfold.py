"""Oracle: k-fold cross-validation equals one honest refit per fold."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.problems import least_squares as problem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

KFOLD = CRITERIA["kfold"]


def by_refits(K, y, folds, *, lam, learner, ridge, loss):
    fold_means = []
    for fold in folds:
        f = d.predicted_without(K, y, fold, lam, learner, ridge)
        fold_means.append(np.mean(d.loss_of(y[fold], f, loss)))
    return np.mean(fold_means)


@given(
    n=st.integers(8, 17),
    seed=d.seeds,
    lam=d.lambdas,
    k=st.integers(2, 4),
    learner=d.learners,
    ridge=d.ridges,
    loss=st.sampled_from(["squared", "error"]),
)
def test_kfold_equals_k_refits(*, n, seed, lam, k, learner, ridge, loss):
    K, y = d.example(n, seed, at_least=4)
    lams = np.array([lam, 3 * lam])
    exam = Problem(K, y, lams, learner=learner, ridge=ridge, seed=seed)
    how = {"learner": learner, "ridge": ridge, "loss": loss}
    expected = [by_refits(K, y, exam.folds(k), lam=value, **how) for value in lams]
    assert_allclose(KFOLD.score(exam, k=k, loss=loss), expected, **ROUNDOFF)


@given(n=st.integers(8, 13), seed=d.seeds, lam=d.lambdas, k=st.integers(2, 8), learner=d.learners)
def test_kfold_equals_k_refits_for_regression(n, seed, lam, k, learner):
    K, _ = d.example(n, seed)
    y = np.random.default_rng(seed).standard_normal(n)
    exam = Problem(K, y, np.array([lam]), learner=learner)
    how = {"learner": learner, "ridge": "n_lambda", "loss": "squared"}
    expected = by_refits(K, y, exam.folds(k), lam=lam, **how)
    assert_allclose(KFOLD.score(exam, k=k), [expected], **ROUNDOFF)


@pytest.mark.parametrize("ridge", d.RIDGES)
@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("loss", ["squared", "error"])
def test_kfold_by_lanczos_equals_k_refits(learner, ridge, loss):
    rng = np.random.default_rng(6)
    X = rng.standard_normal((problem.KRYLOV_FROM + 3, 3))
    y = np.where(X[:, 0] + 0.3 * rng.standard_normal(len(X)) > 0, 1.0, -1.0)
    K = np.exp(-0.3 * np.square(X[:, None] - X[None]).sum(axis=-1))
    lams = np.array([1e-3, 1e-1, 10.0])
    exam = Problem(K, y, lams, learner=learner, ridge=ridge)
    how = {"learner": learner, "ridge": ridge, "loss": loss}
    expected = [by_refits(K, y, exam.folds(5), lam=lam, **how) for lam in lams]
    assert_allclose(KFOLD.score(exam, loss=loss), expected, **SOLVER)


def test_kfold_with_one_point_per_fold_is_leave_one_out():
    K, _ = d.example(12, 3)
    y = np.random.default_rng(3).standard_normal(12)
    exam = Problem(K, y, np.array([0.1]), learner="lssvm")
    assert_allclose(KFOLD.score(exam, k=12), CRITERIA["loo"].score(exam), **ROUNDOFF)


def test_a_prediction_of_zero_is_an_error():
    y = np.repeat([1.0, -1.0], 6)
    exam = Problem(np.eye(12), y, np.array([0.1, 10.0]))
    assert_allclose(KFOLD.score(exam, loss="error"), 1.0, **EXACT)
    assert_allclose(KFOLD.score(exam), 1.0, **EXACT)


def test_folds_partition_the_sample_and_are_balanced():
    rng = np.random.default_rng(0)
    y = d.labels(53, rng, at_least=20)
    folds = Problem(np.eye(53), y, np.array([1.0])).folds(5)
    assert sorted(np.concatenate(folds)) == list(range(53))
    assert np.ptp([len(fold) for fold in folds]) <= 1
    assert np.ptp([(y[fold] > 0).sum() for fold in folds]) <= 1


def test_folds_are_averaged_equally_whatever_their_sizes():
    n = 7
    y = np.array([0.0] * (n - 1) + [10.0])
    exam = Problem(np.eye(n), y, np.array([1.0]), task="regression")
    folds = exam.folds(2)
    expected = np.mean([np.mean(y[fold] ** 2) for fold in folds])
    assert len(folds[0]) != len(folds[1])
    assert_allclose(KFOLD.score(exam, k=2), expected, **ROUNDOFF)


def test_folds_come_from_the_seed_alone():
    y = d.labels(30, np.random.default_rng(0), at_least=10)
    one, same, other = (Problem(np.eye(30), y, np.array([1.0]), seed=seed) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one.folds(5), same.folds(5), strict=True))
    assert any((a != b).any() for a, b in zip(one.folds(5), other.folds(5), strict=True))


def test_kfold_is_undefined_with_fewer_points_than_folds():
    exam = Problem(np.eye(4), np.arange(4.0), np.array([1.0]))
    with pytest.raises(
        UndefinedScoreError, match="k = 5 folds need at least 5 points, there are 4"
    ):
        KFOLD.score(exam, k=5)


def test_kfold_is_undefined_when_a_class_is_smaller_than_k():
    y = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0])
    exam = Problem(np.eye(7), y, np.array([1.0]))
    words = "k = 5 folds need at least 5 members of each class, the smaller class has 3"
    with pytest.raises(UndefinedScoreError, match=words):
        KFOLD.score(exam, k=5)


def test_kfold_is_undefined_with_one_class():
    exam = Problem(np.eye(7), np.ones(7), np.array([1.0]))
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        KFOLD.score(exam)


def test_error_count_is_undefined_for_regression():
    exam = Problem(np.eye(7), np.arange(7.0), np.array([1.0]))
    with pytest.raises(UndefinedScoreError, match="the 0/1 loss needs labels −1 and \\+1"):
        KFOLD.score(exam, loss="error")


@pytest.mark.parametrize("k", [1, 0, -2, 2.5, True, "5", 1001])
def test_a_bad_number_of_folds_is_refused_as_an_option(k):
    exam = Problem(np.eye(7), np.arange(7.0), np.array([1.0]))
    words = r"k-fold CV: k \(k\) must be a whole number from 2 to 1000, got"
    with pytest.raises(InvalidParameterError, match=words):
        KFOLD.score(exam, k=k)


@pytest.mark.parametrize("k", [1, 8, True])
def test_a_bad_number_of_folds_is_refused_by_the_problem(k):
    exam = Problem(np.eye(7), np.arange(7.0), np.array([1.0]))
    words = "Cross-validation: k must be a whole number from 2 to n = 7, got"
    with pytest.raises(InvalidParameterError, match=words):
        exam.folds(k)


def test_ties_of_the_error_count_are_decided_by_the_squared_loss_on_the_same_folds():
    K, y = d.example(14, 4, at_least=5)
    exam = Problem(K, y, np.array([0.1]))
    squared = KFOLD.score(exam, k=3, loss="squared")
    assert_allclose(KFOLD.tie_break_score(exam, k=3, loss="error"), squared, **EXACT)
    assert KFOLD.tie_break_score(exam, k=3) is None
