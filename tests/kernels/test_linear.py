"""Oracle: the linear kernel entry by entry."""

import numpy as np
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from tests.tolerances import EXACT, ROUNDOFF

LINEAR = KERNELS["linear"]


@given(n=st.integers(1, 8), m=st.integers(1, 8), seed=st.integers(0, 2**32 - 1))
def test_linear_equals_its_definition(n, m, seed):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 3)), rng.standard_normal((m, 3))
    expected = [[sum(a * b for a, b in zip(x, z, strict=True)) for z in Z] for x in X]
    assert_allclose(LINEAR(X, Z), expected, **ROUNDOFF)


def test_linear_is_the_polynomial_of_degree_one_without_its_constant():
    X = np.random.default_rng(0).standard_normal((9, 3))
    assert_allclose(LINEAR(X) + 1, KERNELS["polynomial"](X, degree=1), **EXACT)
