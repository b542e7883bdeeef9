"""Oracle: the spectral measure with a threshold, eigenvalue by eigenvalue."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

SM_HINGE = CRITERIA["sm_hinge"]
LAM = np.array([1.0])


def by_definition(K, y, h, normalisation, *, is_weighted):
    n = len(y)
    n_plus, n_minus = d.class_sizes(y)
    size = np.trace(K) if normalisation == "trace" else K.sum()
    t = np.where(y > 0, n / n_plus, -n / n_minus) if is_weighted else y
    lam, V = np.linalg.eigh(K / size)
    total = 0.0
    for i in range(n):
        if lam[i] > h / n:
            total += lam[i] * (t @ V[:, i]) ** 2
    return total / n


@given(
    n=d.sizes,
    seed=d.seeds,
    h=st.floats(0, 3),
    normalisation=st.sampled_from(["trace", "printed"]),
    is_weighted=st.booleans(),
)
def test_sm_hinge_equals_its_definition(n, seed, h, normalisation, is_weighted):
    K, y = d.example(n, seed)
    problem = Problem(K, y, LAM)
    value = SM_HINGE.score(problem, h=h, normalisation=normalisation, weighted=is_weighted)
    assert_allclose(
        value, by_definition(K, y, h, normalisation, is_weighted=is_weighted), **ROUNDOFF
    )


def test_without_threshold_it_is_the_first_power():
    K, y = d.example(12, 3)
    problem = Problem(K, y, LAM)
    assert_allclose(SM_HINGE.score(problem, h=0.0), CRITERIA["sm"].score(problem, r=1), **ROUNDOFF)


def test_a_threshold_above_the_spectrum_leaves_nothing():
    K, y = d.example(12, 3)
    assert_allclose(SM_HINGE.score(Problem(K, y, LAM), h=13.0), 0.0, **EXACT)


def test_sm_hinge_is_undefined_with_one_class_or_without_a_trace():
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        SM_HINGE.score(Problem(np.eye(4), np.ones(4), LAM))
    with pytest.raises(UndefinedScoreError, match="the trace of K is not positive"):
        SM_HINGE.score(Problem(np.zeros((4, 4)), np.array([1.0, 1.0, -1.0, -1.0]), LAM))


@pytest.mark.parametrize("h", [-1.0, np.inf, np.nan, "1", True])
def test_a_bad_threshold_is_refused(h):
    problem = Problem(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), LAM)
    with pytest.raises(InvalidParameterError, match=r"h \(h\) must be a number from 0 to 1e\+06"):
        SM_HINGE.score(problem, h=h)


@pytest.mark.parametrize("apart", [0.0, 1e-16, 1e-12, 1e-9])
def test_rounding_does_not_say_which_eigenvalues_of_a_narrow_kernel_are_kept(apart):
    n = 100
    X = np.random.default_rng(0).standard_normal((n, 2))
    narrow = np.where(np.eye(n) > 0, 1.0, apart * d.gaussian(X))
    problem = Problem(narrow, np.where(np.arange(n) % 2, 1.0, -1.0), LAM)
    assert_allclose(SM_HINGE.score(problem, h=1.0), 0.0, **EXACT)
