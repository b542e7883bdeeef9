"""Oracle: the Gaussian kernel entry by entry, in its four conventions."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS, gamma_from
from tests.tolerances import EXACT, ROUNDOFF

GAUSSIAN = KERNELS["gaussian"]


def squared(x, z):
    return sum((a - b) ** 2 for a, b in zip(x, z, strict=True))


BY_CONVENTION = {
    "gamma": lambda d2, width: math.exp(-width * d2),
    "tau": lambda d2, width: math.exp(-width * d2),
    "2tau": lambda d2, width: math.exp(-d2 / (2 * width)),
    "sigma2": lambda d2, width: math.exp(-d2 / width),
}


@given(
    n=st.integers(1, 8),
    m=st.integers(1, 8),
    seed=st.integers(0, 2**32 - 1),
    width=st.floats(1e-2, 1e3),
    convention=st.sampled_from(sorted(BY_CONVENTION)),
)
def test_gaussian_equals_its_definition(n, m, seed, width, convention):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 2)), rng.standard_normal((m, 2))
    expected = [[BY_CONVENTION[convention](squared(x, z), width) for z in Z] for x in X]
    K = GAUSSIAN(X, Z, gamma=gamma_from(width, convention))
    assert_allclose(K, np.maximum(expected, 1e-147), **ROUNDOFF)


def test_entries_lie_between_zero_and_one():
    X = np.random.default_rng(0).standard_normal((50, 3))
    for gamma in (1e-9, 1.0, 1e9):
        K = GAUSSIAN(X, gamma=gamma)
        assert (K > 0).all()
        assert (K <= 1).all()


@pytest.mark.parametrize("gamma", [1e12, 1e300, 1.7e308])
def test_a_very_narrow_kernel_is_numerically_the_identity(gamma):
    X = np.random.default_rng(0).standard_normal((20, 3)) * 10
    assert_allclose(GAUSSIAN(X, gamma=gamma), np.eye(20), rtol=0, atol=1e-147)


@pytest.mark.parametrize("gamma", [1e-18, 1e-300, 5e-324])
def test_a_very_wide_kernel_is_numerically_constant(gamma):
    X = np.random.default_rng(0).standard_normal((20, 3))
    assert_allclose(GAUSSIAN(X, gamma=gamma), 1.0, **EXACT)


def test_halving_the_width_squares_the_kernel():
    X = np.random.default_rng(0).standard_normal((20, 3))
    wide, narrow = (GAUSSIAN(X, gamma=gamma_from(tau, "2tau")) for tau in (2.0, 1.0))
    assert_allclose(wide * wide, narrow, **ROUNDOFF)


def test_scaling_points_and_width_together_changes_nothing():
    X = np.random.default_rng(0).standard_normal((20, 3))
    K, scaled = GAUSSIAN(X, gamma=0.3), GAUSSIAN(1e4 * X, gamma=0.3e-8)
    assert_allclose(scaled, K, **ROUNDOFF)


def test_duplicates_have_similarity_one_exactly():
    X = np.repeat(np.random.default_rng(0).standard_normal((5, 3)) + 1e8, 2, axis=0)
    K = GAUSSIAN(X, gamma=1e6)
    assert_allclose(K[0::2, 1::2].diagonal(), 1.0, **EXACT)
