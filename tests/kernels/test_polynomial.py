"""Oracle: the polynomial kernel entry by entry, plain and normalised."""

import math

import numpy as np
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from tests.tolerances import ROUNDOFF

POLYNOMIAL = KERNELS["polynomial"]


def entry(x, z, degree):
    return (1 + sum(a * b for a, b in zip(x, z, strict=True))) ** degree


@given(
    n=st.integers(1, 8),
    m=st.integers(1, 8),
    seed=st.integers(0, 2**32 - 1),
    degree=st.integers(1, 8),
)
def test_polynomial_equals_its_definition(n, m, seed, degree):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 3)), rng.standard_normal((m, 3))
    plain = [[entry(x, z, degree) for z in Z] for x in X]
    assert_allclose(POLYNOMIAL(X, Z, degree=degree), plain, **ROUNDOFF)
    normalised = [
        [entry(x, z, degree) / math.sqrt(entry(x, x, degree) * entry(z, z, degree)) for z in Z]
        for x in X
    ]
    made = POLYNOMIAL(X, Z, degree=degree, normalised=True)
    assert_allclose(made, normalised, **ROUNDOFF)


def test_overflow_is_infinite_and_warns_nobody():
    X = 1e20 * np.random.default_rng(0).standard_normal((6, 3))
    assert np.isinf(POLYNOMIAL(X, degree=50)).any()


def test_the_normalised_kernel_of_high_degree_stays_between_minus_one_and_one():
    X = 1e20 * np.random.default_rng(0).standard_normal((6, 3))
    K = POLYNOMIAL(X, degree=50, normalised=True)
    assert np.isfinite(K).all()
    assert np.abs(K).max() <= 1 + ROUNDOFF["rtol"]
