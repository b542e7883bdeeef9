"""Oracle: kernel polarisation, entry by entry."""

import numpy as np
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

POLARISATION = CRITERIA["polarisation"]
LAM = np.array([1.0])


@given(n=d.sizes, seed=d.seeds)
def test_polarisation_is_the_sum_over_all_pairs(n, seed):
    K, y = d.example(n, seed)
    total = sum(y[i] * y[j] * K[i, j] for i in range(n) for j in range(n))
    assert_allclose(POLARISATION.score(Problem(K, y, LAM)), total, rtol=1e-9, atol=1e-12)


def test_with_classes_of_one_size_it_is_mmd_times_a_quarter_of_n_squared():
    K, _ = d.example(14, 2)
    problem = Problem(K, np.repeat([1.0, -1.0], 7), LAM)
    mmd = CRITERIA["mmd"].score(problem)
    assert_allclose(POLARISATION.score(problem), mmd * 14**2 / 4, **ROUNDOFF)


def test_of_the_constant_kernel_it_is_the_squared_difference_of_the_classes():
    y = np.repeat([1.0, -1.0], [9, 4])
    assert_allclose(POLARISATION.score(Problem(np.ones((13, 13)), y, LAM)), 25.0, **ROUNDOFF)
