"""Equal eigenvalues, rounding level and degrees of freedom, against hat matrices made by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.linalg.spectra.eigenspaces import (
    bias_dimension,
    effective_dimension,
    eigenspaces,
    rounding_level,
)
from tests.tolerances import EXACT, ROUNDOFF

RNG = np.random.default_rng(0)
POINTS = RNG.standard_normal((9, 2))
K = np.exp(-((POINTS[:, None] - POINTS) ** 2).sum(axis=2))
MU = np.array([0.01, 0.3, 5.0])


def decomposed(K):
    sigma, Q = np.linalg.eigh(K)
    return sigma[::-1], Q[:, ::-1]


def hat_with_bias(K, mu):
    """Hat matrix of the least-squares SVM, column by column from its bordered system."""
    n = len(K)
    system = np.block([[np.zeros((1, 1)), np.ones((1, n))], [np.ones((n, 1)), K + mu * np.eye(n)]])
    solved = np.linalg.solve(system, np.vstack([np.zeros((1, n)), np.eye(n)]))
    return K @ solved[1:] + solved[0]


def test_the_effective_dimension_is_the_trace_of_the_hat_matrix():
    expected = [np.trace(np.linalg.solve(K + mu * np.eye(9), K)) for mu in MU]
    assert_allclose(effective_dimension(decomposed(K)[0], MU), expected, **ROUNDOFF)


def test_a_bias_adds_what_the_bordered_system_says():
    sigma, Q = decomposed(K)
    found = effective_dimension(sigma, MU) + bias_dimension(sigma, Q.sum(axis=0), MU)
    assert_allclose(found, [np.trace(hat_with_bias(K, mu)) for mu in MU], **ROUNDOFF)


@pytest.mark.parametrize("K", [np.eye(6), np.ones((6, 6))])
def test_at_both_ends_the_bias_completes_the_constant_function(K):
    sigma, Q = decomposed(K)
    found = effective_dimension(sigma, MU) + bias_dimension(sigma, Q.sum(axis=0), MU)
    assert_allclose(found, [np.trace(hat_with_bias(K, mu)) for mu in MU], **ROUNDOFF)


def test_rounding_below_zero_counts_as_zero():
    assert_allclose(effective_dimension(np.array([1.0, -1e-17]), np.array([1e-16])), 1.0, rtol=1e-9)


@pytest.mark.parametrize(
    ("sigma", "bounds"),
    [
        ([3.0, 2.0, 1.0], [0, 1, 2, 3]),
        ([1.0, 1.0, 1.0], [0, 3]),
        ([6.0, 1e-16, 0.0, 0.0], [0, 1, 4]),
        ([2.0, 2.0 - 1e-16, 1.0, 0.0, 0.0], [0, 2, 3, 5]),
        ([5.0], [0, 1]),
    ],
)
def test_runs_of_equal_eigenvalues_have_bounds(sigma, bounds):
    assert_array_equal(eigenspaces(np.array(sigma)), bounds)


def test_the_rounding_level_is_n_epsilon_times_the_largest():
    assert_allclose(
        rounding_level(np.array([4.0, 1.0])), 2 * np.finfo(np.float64).eps * 4.0, **EXACT
    )
    assert np.isnan(rounding_level(np.zeros(0)))
