"""Several classes vote as scikit-learn's machines do, by k folds and by leave-one-out."""

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import SVC

from kselect_core.criteria import CRITERIA, KernelFact, SvmVotes
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.fits import smo
from tests.tolerances import ROUNDOFF

C = (3.0, 0.01, 0.3, 100.0)  # not in order
SIZES = (13, 17, 22)


def points():
    rng = np.random.default_rng(0)
    codes = rng.permutation(np.repeat(np.arange(3), SIZES))
    return rng.standard_normal((len(codes), 3)) + codes[:, None] * 0.7, codes


def gaussian(X, gamma=0.4):
    return np.exp(-gamma * np.square(X[:, None] - X).sum(axis=-1))


def votes(codes, K=None):
    template = SvmVotes.of_classes(codes, 0.5 / np.array(C), seed=3, kernel=KernelFact())
    return template.with_matrix(gaussian(points()[0]) if K is None else K)


def told(K, codes, folds, cost):
    """Classes as a machine of scikit-learn tells them that never saw the fold."""
    found = np.empty_like(codes)
    for fold in folds:
        rest = np.setdiff1d(np.arange(len(codes)), fold)
        machine = SVC(C=cost, kernel="precomputed", tol=1e-6)
        machine.fit(K[np.ix_(rest, rest)], codes[rest])
        found[fold] = machine.predict(K[np.ix_(fold, rest)])
    return found


def losses(K, codes, folds, cost):
    """Squared loss of every pair on every fold, at its own points."""
    found = []
    for low, high in combinations(range(3), 2):
        for fold in folds:
            rows = np.flatnonzero(np.isin(codes, (low, high)))
            mine, rest = np.intersect1d(rows, fold), np.setdiff1d(rows, fold)
            machine = SVC(C=cost, kernel="precomputed", tol=1e-7)
            machine.fit(K[np.ix_(rest, rest)], np.where(codes[rest] == high, 1, -1))
            f = machine.decision_function(K[np.ix_(mine, rest)])
            found.append(np.mean((np.where(codes[mine] == high, 1, -1) - f) ** 2))
    return np.mean(found)


def test_folds_left_out_are_told_as_scikit_learn_tells_them():
    codes, whole = points()[1], votes(points()[1])
    folds = whole.folds(5)
    wrong = np.array([told(whole.K, codes, folds, cost) != codes for cost in C])
    shares = np.array([wrong[:, fold].mean(axis=1) for fold in folds])
    assert_array_equal(whole.fold_errors(5), shares)
    assert_allclose(CRITERIA["svm_kfold"].score(whole, k=5), shares.mean(axis=0), **ROUNDOFF)
    assert_allclose(whole.cross_validation(5, "error"), shares.mean(axis=0), **ROUNDOFF)
    error = shares.std(axis=0, ddof=1) / np.sqrt(5)
    assert_allclose(CRITERIA["svm_kfold_se"].spread_score(whole, k=5), error, **ROUNDOFF)
    slow = [losses(whole.K, codes, folds, cost) for cost in C]
    assert_allclose(CRITERIA["svm_kfold"].tie_break_score(whole, k=5), slow, rtol=1e-3)


def test_points_left_out_are_told_as_scikit_learn_tells_them():
    codes, whole = points()[1], votes(points()[1])
    alone = np.arange(len(codes))[:, None]
    wrong = np.array([told(whole.K, codes, alone, cost) != codes for cost in C])
    assert_array_equal(whole.missed, wrong)
    assert_allclose(CRITERIA["svm_loo"].score(whole), wrong.mean(axis=1), **ROUNDOFF)


def test_a_decision_of_zero_and_equal_votes_are_told_as_scikit_learn_tells_them():
    codes = np.repeat(np.arange(3), 4)  # of the identity every decision value is 0
    whole = votes(codes, np.eye(12))
    folds = whole.folds(2)
    wrong = np.array([told(whole.K, codes, folds, cost) != codes for cost in C])
    shares = np.array([wrong[:, fold].mean(axis=1) for fold in folds])
    assert_array_equal(whole.fold_errors(2), shares)


def test_every_class_has_its_share_of_every_fold_and_all_kernels_have_the_same_folds():
    codes, whole = points()[1], votes(points()[1])
    members = np.array([np.bincount(codes[fold], minlength=3) for fold in whole.folds(5)])
    assert (np.ptp(members, axis=0) <= 1).all()
    assert_array_equal(np.sort(np.concatenate(whole.folds(5))), np.arange(len(codes)))
    other = whole.with_matrix(gaussian(points()[0], 2.0))
    for fold, same in zip(whole.folds(5), other.folds(5), strict=True):
        assert_array_equal(fold, same)


def test_too_many_folds_for_a_class_are_refused_with_the_number_there_can_be():
    whole = votes(points()[1])
    assert whole.most_folds == min(SIZES)
    with pytest.raises(UndefinedScoreError, match=r"k = 14 folds .* has 13"):
        whole.fold_errors(14)


def test_a_pair_that_does_not_converge_leaves_no_value_at_that_cost(monkeypatch):
    whole = votes(points()[1])
    limit = smo._rule  # noqa: SLF001
    monkeypatch.setattr(smo, "_rule", lambda y, tolerance, _: limit(y, tolerance, 100))
    for key, words in (("svm_kfold", "a machine of the folds"), ("svm_loo", "not converged")):
        with pytest.raises(UndefinedScoreError, match=words) as undefined:
            CRITERIA[key].score(whole)
        assert np.isnan(undefined.value.values[np.argmax(C)])
    assert np.isfinite(undefined.value.values).any() or np.isfinite(whole.missed).all()
