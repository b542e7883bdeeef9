"""Oracle: the spectral measure from explicit matrix powers, and what it is linked to."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

SM = CRITERIA["sm"]
LAM = np.array([1.0])


def weighted(y):
    n_plus, n_minus = d.class_sizes(y)
    return np.array([len(y) / n_plus if label > 0 else -len(y) / n_minus for label in y])


def by_definition(K, y, r, normalisation, *, is_weighted):
    size = np.trace(K) if normalisation == "trace" else np.abs(K).sum()
    power = np.linalg.matrix_power(K / size, r)
    t = weighted(y) if is_weighted else y
    return sum(t[i] * power[i, j] * t[j] for i in range(len(y)) for j in range(len(y))) / len(y)


@given(
    n=d.sizes,
    seed=d.seeds,
    r=st.integers(1, 7),
    normalisation=st.sampled_from(["trace", "printed"]),
    is_weighted=st.booleans(),
)
def test_sm_equals_its_definition(n, seed, r, normalisation, is_weighted):
    K, y = d.example(n, seed)
    value = SM.score(Problem(K, y, LAM), r=r, normalisation=normalisation, weighted=is_weighted)
    expected = by_definition(K, y, r, normalisation, is_weighted=is_weighted)
    assert_allclose(value, expected, rtol=ROUNDOFF["rtol"], atol=0)


@given(n=d.sizes, seed=d.seeds)
def test_sm_with_negative_entries_is_normalised_by_absolute_values(n, seed):
    rng = np.random.default_rng(seed)
    F = rng.standard_normal((n, 3))
    y = d.labels(n, rng)
    value = SM.score(Problem(F @ F.T, y, LAM), normalisation="printed")
    assert_allclose(value, by_definition(F @ F.T, y, 3, "printed", is_weighted=True), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_sm_of_the_first_powers_is_the_distance_of_the_class_means(n, seed):
    K, y = d.example(n, seed)
    problem = Problem(K, y, LAM)
    g, total = K @ weighted(y) / n, K.sum()
    first, second, third = (
        SM.score(problem, r=r, normalisation="printed", weighted=True) for r in (1, 2, 3)
    )
    assert_allclose(first, n * CRITERIA["mmd"].score(problem) / total, **ROUNDOFF)
    assert_allclose(second, n * (g @ g) / total**2, **ROUNDOFF)
    assert_allclose(third, n * (g @ K @ g) / total**3, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_sm_of_the_first_power_is_linked_to_the_normalised_cut(n, seed):
    K, y = d.example(n, seed)
    D = np.diag(K.sum(axis=1))
    sm = SM.score(Problem(K, y, LAM), r=1, normalisation="printed", weighted=False)
    assert_allclose(y @ (D - K) @ y / (y @ D @ y), 1 - n * sm[0], **ROUNDOFF)


@pytest.mark.parametrize("r", [1, 2, 3, 5])
def test_the_printed_normalisation_ties_the_identity_with_the_ideal_kernel(r):
    y = np.repeat([1.0, -1.0], 6)
    ideal = (np.outer(y, y) + 1) / 2
    for K in (np.eye(12), ideal):
        value = SM.score(Problem(K, y, LAM), r=r, normalisation="printed")
        assert_allclose(value, 4 * 12.0**-r, **ROUNDOFF)


@pytest.mark.parametrize("r", [2, 3, 5])
def test_the_trace_normalisation_prefers_the_ideal_kernel(r):
    y = np.repeat([1.0, -1.0], 6)
    ideal = (np.outer(y, y) + 1) / 2
    assert SM.score(Problem(ideal, y, LAM), r=r) > SM.score(Problem(np.eye(12), y, LAM), r=r)


@pytest.mark.parametrize("r", [1, 2, 3, 4])
def test_sm_of_the_identity_and_of_the_constant_kernel(r):
    n = 11
    y = d.labels(n, np.random.default_rng(1))
    n_plus, n_minus = d.class_sizes(y)
    for normalisation in ("trace", "printed"):
        identity = SM.score(Problem(np.eye(n), y, LAM), r=r, normalisation=normalisation)
        constant = Problem(np.ones((n, n)), y, LAM)
        assert_allclose(identity, n ** (2.0 - r) / (n_plus * n_minus), **ROUNDOFF)
        assert_allclose(SM.score(constant, r=r, normalisation=normalisation), 0.0, **ROUNDOFF)
    plain = SM.score(constant, r=r, normalisation="printed", weighted=False)
    assert_allclose(plain, y.sum() ** 2 * n ** (-r - 2.0), **ROUNDOFF)


def test_sm_is_undefined_where_its_normaliser_is_zero():
    X = np.array([[1.0], [-1.0], [2.0], [-2.0]])
    y = np.array([1.0, -1.0, 1.0, -1.0])
    words = "the entries of K sum to zero"
    with pytest.raises(UndefinedScoreError, match=words):
        SM.score(Problem(X @ X.T, y, LAM), normalisation="printed")
    with pytest.raises(UndefinedScoreError, match=words):
        SM.score(Problem(np.zeros((4, 4)), y, LAM), normalisation="printed")
    with pytest.raises(UndefinedScoreError, match="the trace of K is not positive"):
        SM.score(Problem(np.zeros((4, 4)), y, LAM))


def test_sm_is_undefined_with_one_class():
    for is_weighted in (True, False):
        with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
            SM.score(Problem(np.eye(4), np.ones(4), LAM), weighted=is_weighted)


@pytest.mark.parametrize("r", [0, 31, 2.5, True, "3", np.nan])
def test_a_bad_power_is_refused(r):
    problem = Problem(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), LAM)
    with pytest.raises(
        InvalidParameterError, match=r"SM: r \(r\) must be a whole number from 1 to 30"
    ):
        SM.score(problem, r=r)


@pytest.mark.parametrize("value", [1, 0, "yes", None])
def test_a_bad_weight_switch_is_refused(value):
    problem = Problem(np.eye(4), np.array([1.0, 1.0, -1.0, -1.0]), LAM)
    with pytest.raises(InvalidParameterError, match="must be True or False"):
        SM.score(problem, weighted=value)


def test_the_powers_of_numpy_whole_numbers_are_accepted():
    K, y = d.example(8, 0)
    problem = Problem(K, y, LAM)
    assert_allclose(SM.score(problem, r=np.int64(2)), SM.score(problem, r=2.0), **EXACT)
