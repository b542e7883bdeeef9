"""Oracle: HSIC as the trace of a product of four matrices."""

import numpy as np
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

HSIC = CRITERIA["hsic"]
LAM = np.array([1.0])


@given(n=d.sizes, seed=d.seeds)
def test_hsic_is_the_trace_of_its_definition(n, seed):
    K, y = d.example(n, seed)
    H = np.eye(n) - np.ones((n, n)) / n
    by_definition = np.trace(K @ H @ np.outer(y, y) @ H) / (n - 1) ** 2
    assert_allclose(HSIC.score(Problem(K, y, LAM)), by_definition, **ROUNDOFF)


def test_hsic_of_the_constant_kernel_is_zero():
    y = d.labels(13, np.random.default_rng(0))
    assert_allclose(HSIC.score(Problem(np.ones((13, 13)), y, LAM)), 0.0, atol=1e-12)


@given(n=d.sizes, seed=d.seeds)
def test_hsic_of_two_classes_is_mmd_times_a_number_of_the_classes(n, seed):
    K, y = d.example(n, seed)
    plus = (y > 0).sum()
    factor = (2 * plus * (n - plus) / (n * (n - 1))) ** 2
    problem = Problem(K, y, LAM)
    assert_allclose(HSIC.score(problem), factor * CRITERIA["mmd"].score(problem), **ROUNDOFF)


def test_hsic_of_a_regression_is_the_trace_too():
    K, _ = d.example(12, 3)
    y = 30 + np.random.default_rng(3).standard_normal(12)
    H = np.eye(12) - np.ones((12, 12)) / 12
    by_definition = np.trace(K @ H @ np.outer(y, y) @ H) / 11**2
    assert_allclose(HSIC.score(Problem(K, y, LAM)), by_definition, **ROUNDOFF)
