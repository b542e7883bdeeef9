"""GACV, literally, from the machine of scikit-learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from tests.criteria import svm_definitions as s

GACV = CRITERIA["gacv"]


@pytest.mark.parametrize("name", s.SAMPLES)
def test_gacv_is_its_definition(name):
    K, y = s.SAMPLES[name]
    expected = []
    for cost in s.C:
        f, alpha = s.machine(K, y, cost)
        terms = [
            max(0, 1 - margin) + a * k * (2 if margin < -1 else 1)
            for margin, a, k in zip(y * f, alpha, np.diag(K), strict=True)
        ]
        expected.append(np.mean(terms))
    assert_allclose(GACV.score(SvmProblem(K, y, s.C)), expected, rtol=1e-5)
    assert any((y * s.machine(K, y, cost)[0] < -1).any() for cost in s.C) or name == "separable"
