"""Leave-one-out of the SVM equals n machines by scikit-learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.selection.config.grids import COSTS
from tests.criteria import svm_definitions as s
from tests.tolerances import EXACT

SVM_LOO = CRITERIA["svm_loo"]


@pytest.mark.parametrize("name", s.SAMPLES)
def test_svm_loo_equals_n_machines(name):
    K, y = s.SAMPLES[name]
    expected = [np.mean(s.left_out(K, y, cost) != (y > 0)) for cost in s.C]
    assert_allclose(SVM_LOO.score(SvmProblem(K, y, s.C)), expected, **EXACT)


def test_balanced_classes_under_the_identity_are_all_missed():
    y = np.repeat([1.0, -1.0], 10)
    assert_allclose(SVM_LOO.score(SvmProblem(np.eye(20), y, s.C)), 1.0, **EXACT)


@pytest.mark.parametrize(("sign", "missed"), [(1.0, 1.0), (-1.0, 12 / 25)])
def test_a_majority_of_one_under_the_identity_leaves_values_of_zero_that_rounding_does_not_decide(
    sign, missed
):
    y = sign * np.repeat([1.0, -1.0], [13, 12])  # without one of the 13 f is 0: negative
    for K in (np.eye(25), np.ones((25, 25))):
        assert_allclose(SVM_LOO.score(SvmProblem(K, y, COSTS)), missed, **EXACT)
