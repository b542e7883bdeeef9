"""Squared distances: equal to the double loop, and true where subtraction loses digits."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist

from kselect_core.linalg.matrices import distances
from kselect_core.linalg.matrices.distances import squared_distances
from tests.tolerances import EXACT, ROUNDOFF, SOLVER


def by_loops(X, Z):
    return np.array([[sum((a - b) ** 2 for a, b in zip(x, z, strict=True)) for z in Z] for x in X])


@given(
    n=st.integers(1, 12),
    m=st.integers(1, 12),
    d=st.integers(1, 5),
    seed=st.integers(0, 2**32 - 1),
)
def test_distances_equal_the_double_loop(n, m, d, seed):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, d)), rng.standard_normal((m, d))
    assert_allclose(squared_distances(X, Z), by_loops(X, Z), **ROUNDOFF)
    assert_allclose(squared_distances(X), by_loops(X, X), **ROUNDOFF)


def test_distances_within_a_sample_are_exactly_symmetric_with_a_zero_diagonal():
    X = np.random.default_rng(0).standard_normal((70, 4))
    D = squared_distances(X)
    assert_allclose(D, D.T, **EXACT)
    assert_allclose(np.diag(D), 0.0, **EXACT)
    assert (D >= 0).all()


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e8])
def test_duplicates_have_distance_zero_exactly(offset):
    X = np.repeat(np.random.default_rng(0).standard_normal((20, 3)) + offset, 3, axis=0)
    D = squared_distances(X)
    twins = np.kron(np.eye(20), np.ones((3, 3))) > 0
    assert_allclose(D[twins], 0.0, **EXACT)
    assert (D[~twins] > 0).all()
    assert_allclose(np.diag(squared_distances(X, X.copy())), 0.0, **EXACT)


def test_a_common_offset_costs_no_digits():
    X = np.random.default_rng(0).standard_normal((40, 3)) + 1e8
    assert_allclose(squared_distances(X), cdist(X, X, "sqeuclidean"), rtol=1e-6, atol=1e-12)
    assert_allclose(squared_distances(X[:7], X), cdist(X[:7], X, "sqeuclidean"), **SOLVER)


@pytest.mark.parametrize("scale", [1e-100, 1e-8, 1e8, 1e100])
def test_distances_scale_with_the_square_of_the_unit(scale):
    X = np.random.default_rng(0).standard_normal((20, 3))
    expected = squared_distances(X) * scale**2
    assert_allclose(squared_distances(scale * X), expected, rtol=ROUNDOFF["rtol"], atol=0)


def test_inputs_are_left_alone():
    X, Z = np.random.default_rng(0).standard_normal((2, 9, 3))
    X.flags.writeable = Z.flags.writeable = False
    squared_distances(X, Z)
    squared_distances(X)


def test_distances_are_the_same_bits_however_many_are_made_together(monkeypatch):
    rng = np.random.default_rng(3)
    X, Z = rng.standard_normal((37, 2)), rng.standard_normal((11, 2))
    Z[:5] = X[:5]
    whole = [squared_distances(X, Z), squared_distances(X)]
    monkeypatch.setattr(distances, "BLOCK", 64)
    for made, other in zip([squared_distances(X, Z), squared_distances(X)], whole, strict=True):
        np.testing.assert_array_equal(made, other)
