"""Oracle: standard error of machines refitted by scikit-learn on the folds; the choice by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, SvmProblem, SweepConfig, choices, run_sweep
from kselect_core.criteria import CRITERIA
from tests.criteria import svm_definitions as s
from tests.tolerances import EXACT

SVM_KFOLD_SE = CRITERIA["svm_kfold_se"]


@pytest.mark.parametrize("name", s.SAMPLES)
def test_the_standard_error_is_that_of_refits(name):
    K, y = s.SAMPLES[name]
    problem, every = SvmProblem(K, y, s.C), np.arange(len(y))
    for cost, found in zip(s.C, SVM_KFOLD_SE.spread_score(problem, k=4), strict=True):
        shares = [
            np.mean(s.predicted(K, y, cost, np.setdiff1d(every, fold), fold) != (y[fold] > 0))
            for fold in problem.folds(4)
        ]
        expected = np.sqrt(sum((share - np.mean(shares)) ** 2 for share in shares) / (4 * 3))
        assert_allclose(found, expected, **EXACT)


def test_its_values_are_those_of_k_fold():
    problem = SvmProblem(*s.SAMPLES["overlap"], s.C)
    expected = CRITERIA["svm_kfold"].score(problem, k=5)
    assert_allclose(SVM_KFOLD_SE.score(problem, k=5), expected, **EXACT)


def test_its_choice_is_the_smallest_cost_within_one_standard_error_of_the_lowest():
    config = SweepConfig(
        dataset="two_moons",
        learner="svm",
        candidates=(Candidates("gaussian", (0.1, 1.0, 10.0), "gamma"),),
        C=(0.1, 1.0, 10.0, 100.0),
        criteria=("svm_kfold", "svm_kfold_se"),
        repeats=2,
    )
    table = run_sweep(config)
    made = choices(table, config).query("scope == 'joint'").set_index(["split", "quantity"])
    for split in (0, 1):
        here = table[table["split"] == split].set_index(["parameter", "lambda"])
        value = here.loc[here["quantity"] == "svm_kfold_se", "value"]
        error = here.loc[here["quantity"] == "svm_kfold_se#se", "value"]
        lowest = made.loc[(split, "svm_kfold")]
        at = (lowest["parameter"], lowest["lambda"])
        near = value[value <= value[at] + error[at]]
        strongest = max(lam for _, lam in near.index)
        widest = min(gamma for gamma, lam in near.index if lam == strongest)
        chosen = made.loc[(split, "svm_kfold_se")]
        assert (chosen["lambda"], chosen["parameter"]) == (strongest, widest)
