"""Iterated kernels from the spectrum of the pool, against products of matrices."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.fits.iterated import iterated_gram, pool_spectrum, step_eigenvalues
from tests.tolerances import EXACT, ROUNDOFF


def weak(X, Z):
    return np.exp(-0.1 * np.sqrt(((X[:, None] - Z) ** 2).sum(axis=2)))


def sample(n, seed):
    return np.random.default_rng(seed).standard_normal((n, 2))


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_two_samples_are_joined_by_powers_of_the_pool(steps):
    X, Z, pool = sample(5, 0), sample(7, 1), sample(12, 2)
    G = weak(pool, pool)
    found = pool_spectrum(G)
    K = iterated_gram(weak(X, pool) @ found.Q, weak(Z, pool) @ found.Q, found.values, steps=steps)
    power = np.linalg.matrix_power(G / 12, 2**steps - 2)
    assert_allclose(K, weak(X, pool) @ power @ weak(Z, pool).T / 12, **ROUNDOFF)


def test_eigenvalues_are_squared_at_every_step_and_never_negative():
    found = pool_spectrum(np.ones((4, 4)))
    assert_allclose(found.values, [1.0, 0.0, 0.0, 0.0], rtol=0, atol=1e-12)
    assert (found.values >= 0).all()
    values = np.array([0.5, 0.1])
    assert_allclose(step_eigenvalues(values, 0), values, **EXACT)
    assert_allclose(step_eigenvalues(values, 2), values**4, **ROUNDOFF)
    assert_allclose(step_eigenvalues(values, 12), 0.0, **EXACT)  # underflow


def test_rescaled_eigenvalues_add_up_to_one_also_where_the_plain_ones_underflow():
    values = np.array([1e-3, 1e-3, 1e-4])
    for steps in (0, 1, 8, 20):
        scaled = step_eigenvalues(values, steps, unit_diagonal=True)
        assert_allclose(scaled.sum(), 1.0, **ROUNDOFF)
        assert_allclose(scaled[0], scaled[1], **EXACT)
    assert_allclose(step_eigenvalues(np.zeros(3), 2, unit_diagonal=True), 0.0, **EXACT)
