"""Oracle: standard error of honest refits on the folds; the choice, cell by cell."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import EXACT, SOLVER

KFOLD_SE = CRITERIA["kfold_se"]


@pytest.mark.parametrize("loss", ["squared", "error"])
@given(seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_the_standard_error_is_that_of_refits(loss, seed, lam, learner, ridge):
    K, y = d.example(14, seed, at_least=4)
    problem = Problem(K, y, [lam], learner=learner, ridge=ridge)
    means = []
    for fold in problem.folds(4):
        f = d.predicted_without(K, y, fold, lam, learner, ridge)
        means.append(np.mean(d.loss_of(y[fold], f, loss)))
    expected = np.sqrt(sum((m - np.mean(means)) ** 2 for m in means) / (4 * 3))
    found = KFOLD_SE.spread_score(problem, k=4, loss=loss)
    assert_allclose(found, expected, rtol=SOLVER["rtol"], atol=1e-9)


def test_its_values_are_those_of_k_fold():
    K, y = d.example(14, 0, at_least=5)
    problem = Problem(K, y, [0.01, 0.1])
    assert_allclose(KFOLD_SE.score(problem), CRITERIA["kfold"].score(problem), **EXACT)


def test_other_criteria_have_no_spread():
    assert CRITERIA["loo"].spread_score(Problem(np.eye(4), [1.0, -1, 1, -1], [0.1])) is None
