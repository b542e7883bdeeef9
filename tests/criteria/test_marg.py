"""The margin bound, literally."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from tests.criteria import svm_definitions as s

MARG = CRITERIA["marg"]


@pytest.mark.parametrize("name", s.SAMPLES)
def test_marg_is_the_printed_bound(name):
    K, y = s.SAMPLES[name]
    n, expected = len(y), []
    for cost in s.C:
        f, alpha = s.machine(K, y, cost)
        W = np.sqrt(sum(a * b * p * q * k for a, p, row in zip(alpha, y, K, strict=True)
                        for b, q, k in zip(alpha, y, row, strict=True)))  # fmt: skip
        hinge = np.mean(np.maximum(0, 1 - y * f))
        confidence = 3 * np.sqrt(np.log(2 / 0.05) / (2 * n))
        expected.append(hinge + 4 * W / n * np.sqrt(np.trace(K)) + confidence)
    assert_allclose(MARG.score(SvmProblem(K, y, s.C)), expected, rtol=1e-3)
