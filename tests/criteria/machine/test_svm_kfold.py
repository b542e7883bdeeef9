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


def test_folds_that_do_not_converge_take_only_their_own_costs_away(monkeypatch):
    from kselect_core.linalg.fits import smo

    K, y = s.SAMPLES["overlap"]
    costs = np.array([0.01, 0.05, 1.0, 20.0])
    free = SvmProblem(K, y, costs)
    shares, squared = SVM_KFOLD.score(free, k=5), SVM_KFOLD.tie_break_score(free, k=5)
    monkeypatch.setattr(smo, "STEPS_PER_POINT", 0)
    monkeypatch.setattr(SvmProblem, "machines", free.machines)  # those of all points converge
    kept = []
    for steps in range(10, 400, 10):
        monkeypatch.setattr(smo, "FEWEST_STEPS", steps)
        for score, expected in (
            (SVM_KFOLD.score, shares),
            (SVM_KFOLD.tie_break_score, squared),
        ):
            problem = SvmProblem(K, y, costs)
            known = problem.held_out_converged(5)
            if known.all():
                assert_allclose(score(problem, k=5), expected, **EXACT)
                continue
            with pytest.raises(UndefinedScoreError, match="a machine of the folds") as caught:
                score(problem, k=5)
            assert_allclose(caught.value.values, np.where(known, expected, np.nan), **EXACT)
            kept.append(int(known.sum()))
    assert any(0 < count < len(costs) for count in kept)
