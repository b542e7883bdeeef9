"""Oracle: the Laplacian kernel entry by entry."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.gaussian_process.kernels import Matern

from kselect_core.kernels import KERNELS
from tests.tolerances import EXACT, ROUNDOFF

LAPLACIAN = KERNELS["laplacian"]


@given(
    n=st.integers(1, 8),
    m=st.integers(1, 8),
    seed=st.integers(0, 2**32 - 1),
    c=st.floats(1e-3, 1e2),
)
def test_laplacian_equals_its_definition(n, m, seed, c):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 2)), rng.standard_normal((m, 2))
    expected = [[math.exp(-c * math.dist(x, z)) for z in Z] for x in X]
    assert_allclose(LAPLACIAN(X, Z, c=c), np.maximum(expected, 1e-147), **ROUNDOFF)


@pytest.mark.parametrize("length", [0.02, 1.0, 700.0])
def test_with_a_length_it_is_the_matern_kernel_of_order_one_half(length):
    X, Z = np.random.default_rng(0).standard_normal((2, 7, 3))
    K = LAPLACIAN(X, Z, c=LAPLACIAN.stored(length, "length"))
    assert_allclose(K, Matern(length_scale=length, nu=0.5)(X, Z), rtol=1e-9, atol=1e-140)


@pytest.mark.parametrize("c", [1e12, 1e300, 1.7e308])
def test_a_very_narrow_kernel_is_numerically_the_identity(c):
    X = np.random.default_rng(0).standard_normal((20, 3)) * 10
    assert_allclose(LAPLACIAN(X, c=c), np.eye(20), rtol=0, atol=1e-147)


@pytest.mark.parametrize("c", [1e-18, 1e-300, 5e-324])
def test_a_very_wide_kernel_is_numerically_constant(c):
    X = np.random.default_rng(0).standard_normal((20, 3))
    assert_allclose(LAPLACIAN(X, c=c), 1.0, **EXACT)
