"""The margin bound, literally."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
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


@pytest.mark.parametrize("seed", range(4))
def test_a_machine_without_a_norm_has_no_margin(seed):
    rng = np.random.default_rng(seed)
    A, y = rng.standard_normal((24, 24)), np.repeat([1.0, -1.0], 12)
    K = A + A.T - 4.0 * np.outer(y, y)  # indefinite, and less than nothing between the classes
    problem = SvmProblem(K, y, s.C)
    beta = problem.machines.beta
    negative = np.einsum("ln,nm,lm->l", beta, K, beta) < 0
    assert negative.any()
    with pytest.raises(UndefinedScoreError, match="K is indefinite: the machine has no") as caught:
        CRITERIA["marg"].score(problem)
    if np.trace(K) >= 0:
        assert_array_equal(np.isnan(caught.value.values), negative)


def test_a_negative_trace_has_no_root():
    K, y = s.SAMPLES["overlap"]
    with pytest.raises(UndefinedScoreError, match="K is indefinite: the machine has no norm"):
        CRITERIA["marg"].score(SvmProblem(-K, y, s.C))
