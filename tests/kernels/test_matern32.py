"""Oracles: the Matérn 3/2 kernel entry by entry, and scikit-learn's."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.gaussian_process.kernels import Matern

from kselect_core.kernels import KERNELS
from tests.tolerances import ROUNDOFF

KERNEL = KERNELS["matern32"]


@given(
    n=st.integers(1, 8),
    m=st.integers(1, 8),
    seed=st.integers(0, 2**32 - 1),
    length=st.floats(1e-2, 1e3),
)
def test_it_equals_its_definition_and_the_one_of_scikit_learn(n, m, seed, length):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 2)), rng.standard_normal((m, 2))
    K = KERNEL(X, Z, c=KERNEL.stored(length, "length32"))

    def k(x, z):
        r = math.sqrt(3.0) * math.dist(x, z) / length
        return (1 + r) * math.exp(-r)

    assert_allclose(K, [[k(x, z) for z in Z] for x in X], rtol=1e-9, atol=1e-140)
    assert_allclose(K, Matern(length_scale=length, nu=1.5)(X, Z), rtol=1e-9, atol=1e-140)


@pytest.mark.parametrize("c", [1e12, 1e300, 1.7e308])
def test_a_very_narrow_kernel_is_numerically_the_identity(c):
    X = np.random.default_rng(0).standard_normal((20, 3)) * 10
    assert_allclose(KERNEL(X, c=c), np.eye(20), rtol=0, atol=1e-142)


@pytest.mark.parametrize("c", [1e-18, 1e-300, 5e-324])
def test_a_very_wide_kernel_is_numerically_constant(c):
    assert_allclose(KERNEL(np.random.default_rng(0).standard_normal((20, 3)), c=c), 1.0, **ROUNDOFF)


def test_logarithms_go_on_where_the_kernel_underflows():
    X = np.random.default_rng(0).standard_normal((6, 2))
    D = KERNEL.shared(X)
    for c in (1.0, 30.0):
        logs = KERNEL.logs(D, {"c": c})(np.arange(6))
        assert_allclose(logs, np.log(KERNEL.gram(D, c=c)), **ROUNDOFF)
    far = KERNEL.logs(D, {"c": 1.7e308})(np.arange(6))
    assert np.isfinite(far).all()
    assert_allclose(np.diag(far), 0.0, rtol=0, atol=0)
