"""k-fold CV of the SVM equals refits by scikit-learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
from tests.criteria import svm_definitions as s
from tests.tolerances import EXACT

SVM_KFOLD = CRITERIA["svm_kfold"]


@pytest.mark.parametrize("name", s.SAMPLES)
@pytest.mark.parametrize("k", [2, 5])
def test_svm_kfold_equals_one_machine_per_fold(name, k):
    K, y = s.SAMPLES[name]
    problem = SvmProblem(K, y, s.C)
    every = np.arange(len(y))
    shares = [
        [
            np.mean(s.predicted(K, y, cost, np.setdiff1d(every, fold), fold) != (y[fold] > 0))
            for fold in problem.folds(k)
        ]
        for cost in s.C
    ]
    assert_allclose(SVM_KFOLD.score(problem, k=k), np.mean(shares, axis=1), **EXACT)


def test_ten_folds_are_usual_and_too_small_a_class_has_none():
    K, y = s.sample(n=24, share=0.3)
    with pytest.raises(UndefinedScoreError, match="k = 10 folds need at least 10 members"):
        SVM_KFOLD.score(SvmProblem(K, y, s.C))


def test_ties_of_the_error_count_are_decided_by_the_squared_loss():
    K, y = s.SAMPLES["separable"]
    problem = SvmProblem(K, y, s.C)
    expected = problem.cross_validation(5, "squared")
    assert_allclose(SVM_KFOLD.tie_break_score(problem, k=5), expected, **EXACT)
