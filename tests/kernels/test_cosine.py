"""Oracles: the cosine of the angle, and scikit-learn's cosine_similarity."""

import math

import numpy as np
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics.pairwise import cosine_similarity

from kselect_core.kernels import KERNELS
from tests.tolerances import EXACT, ROUNDOFF

COSINE = KERNELS["cosine"]


@given(n=st.integers(1, 8), m=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
def test_it_equals_its_definition_and_the_one_of_scikit_learn(n, m, seed):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 3)), rng.standard_normal((m, 3))
    expected = [[np.dot(x, z) / (math.hypot(*x) * math.hypot(*z)) for z in Z] for x in X]
    assert_allclose(COSINE(X, Z), expected, **ROUNDOFF)
    assert_allclose(COSINE(X, Z), cosine_similarity(X, Z), **ROUNDOFF)


def test_a_point_at_the_origin_is_like_nothing():
    K = COSINE([[0.0, 0.0], [3.0, 4.0]])
    assert_allclose(K, [[0.0, 0.0], [0.0, 1.0]], **ROUNDOFF)


def test_the_length_of_a_point_does_not_count():
    X = np.random.default_rng(0).standard_normal((6, 3))
    assert_allclose(COSINE(4.0 * X), COSINE(X), **EXACT)
