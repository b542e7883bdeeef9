"""All pairs of classes at once give the means of what each of them gives alone."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, KernelFact, SvmPairs, SvmProblem
from kselect_core.criteria.problems.pairs import Pair
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


def pairs(codes, seed=3):
    for low, high in ((0, 1), (0, 2), (1, 2)):
        rows = np.flatnonzero((codes == low) | (codes == high))
        y = np.where(codes[rows] == high, 1.0, -1.0)
        yield Pair(SvmProblem(np.eye(len(rows)), y, C, seed=seed), rows)


def both():
    """Problem of all pairs, and those of each alone, on the same matrix."""
    X, codes = points()
    K, parts = gaussian(X), list(pairs(codes))
    whole = SvmPairs.of_pairs(parts, KernelFact.of_sample(X)).with_matrix(K)
    alone = [one.problem.with_matrix(K[np.ix_(one.rows, one.rows)]) for one in parts]
    return whole, alone


@pytest.mark.parametrize("key", ["svm_kfold", "svm_kfold_se"])
def test_values_are_means_over_the_pairs(key):
    whole, alone = both()
    criterion = CRITERIA[key]
    for score in (criterion.score, criterion.tie_break_score, criterion.spread_score):
        values = [score(one, k=5) for one in alone]
        if values[0] is not None:
            assert_allclose(score(whole, k=5), np.mean(values, axis=0), **ROUNDOFF)
    errors = [one.fold_errors(5) for one in alone]
    assert_allclose(whole.fold_errors(5), np.mean(errors, axis=0), **ROUNDOFF)
    assert_allclose(whole.cross_validation(5, "error"), np.mean(errors, axis=(0, 1)), **ROUNDOFF)


def test_every_pair_keeps_its_folds_and_the_bits_of_its_machines():
    whole, alone = both()
    parts = np.split(whole.held_out(4), np.cumsum([one.n for one in alone])[:-1])
    for together, one in zip(parts, alone, strict=True):
        assert_array_equal(together, one.held_out(4))


def test_too_many_folds_for_a_class_are_refused_with_the_number_there_can_be():
    whole, _ = both()
    assert whole.most_folds == min(SIZES)
    with pytest.raises(UndefinedScoreError, match=r"k = 14 folds .* has 13"):
        whole.fold_errors(14)


def test_a_pair_that_does_not_converge_leaves_no_value_at_that_cost(monkeypatch):
    whole, _ = both()
    limit = smo._rule  # noqa: SLF001
    monkeypatch.setattr(smo, "_rule", lambda y, tolerance, _: limit(y, tolerance, 100))
    with pytest.raises(UndefinedScoreError, match="a machine of the folds") as undefined:
        CRITERIA["svm_kfold"].score(whole, k=5)
    values = undefined.value.values
    assert np.isfinite(values).any()
    assert np.isnan(values[np.argmax(C)])
