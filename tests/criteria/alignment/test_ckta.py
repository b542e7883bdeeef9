"""Oracle: centred alignment from explicit centring matrices."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF, SOLVER

CKTA = CRITERIA["ckta"]
LAM = np.array([1.0])


def by_definition(K, y):
    H = d.centring(len(y))
    centred, ideal = H @ K @ H, H @ np.outer(y, y) @ H
    sizes = d.frobenius(centred, centred) * d.frobenius(ideal, ideal)
    return d.frobenius(centred, ideal) / np.sqrt(sizes)


@given(n=d.sizes, seed=d.seeds)
def test_ckta_is_the_cosine_between_the_centred_matrices(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(CKTA.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_ckta_for_regression_uses_the_same_cosine(n, seed):
    K, _ = d.example(n, seed)
    y = np.random.default_rng(seed).standard_normal(n)
    assert_allclose(CKTA.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_the_numerator_of_ckta_is_the_distance_of_the_class_means(n, seed):
    K, y = d.example(n, seed)
    n_plus, n_minus = d.class_sizes(y)
    H = d.centring(n)
    means_apart = CRITERIA["mmd"].score(Problem(K, y, LAM))
    expected = n_plus * n_minus / n * means_apart / np.linalg.norm(H @ K @ H)
    assert_allclose(CKTA.score(Problem(K, y, LAM)), expected, **ROUNDOFF)


def test_ckta_of_the_centred_ideal_kernel_is_one_and_so_is_that_of_the_ideal_one():
    y = d.labels(13, np.random.default_rng(0))
    H = d.centring(13)
    ideal = np.outer(y, y)
    for K in (ideal, H @ ideal @ H):
        assert_allclose(CKTA.score(Problem((K + K.T) / 2, y, LAM)), 1.0, **ROUNDOFF)


def test_ckta_of_the_identity():
    y = d.labels(13, np.random.default_rng(0))
    assert_allclose(CKTA.score(Problem(np.eye(13), y, LAM)), 1 / np.sqrt(12), **ROUNDOFF)


@pytest.mark.parametrize("gamma", [1e-4, 1e-6, 1e-8])
def test_ckta_of_a_wide_gaussian_is_that_of_the_linear_kernel(gamma):
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((20, 2)), d.labels(20, rng)
    linear = by_definition(X @ X.T, y)
    wide = CKTA.score(Problem(d.gaussian(X, gamma), y, LAM))[0]
    assert abs(wide - linear) <= max(50 * gamma, SOLVER["rtol"]) * abs(linear)


def test_the_norm_of_a_nearly_constant_kernel_keeps_its_digits():
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((20, 2)), d.labels(20, rng)
    K, H = d.gaussian(X, 1e-7), d.centring(20)
    assert_allclose(Problem(K, y, LAM).centred_norm, np.linalg.norm(H @ K @ H), **SOLVER)


@pytest.mark.parametrize("gamma", [1e-2, 1e-3, 1e-4, 1e-5])
def test_the_norm_of_a_wide_kernel_has_nine_digits(gamma):
    rng = np.random.default_rng(6)
    X, y = rng.standard_normal((60, 2)), d.labels(60, rng)
    D, H = np.square(X[:, None] - X[None]).sum(axis=-1), d.centring(60)
    expected = np.linalg.norm(H @ np.expm1(-gamma * D) @ H)  # the constant 1 is centred away
    assert_allclose(Problem(np.exp(-gamma * D), y, LAM).centred_norm, expected, **ROUNDOFF)


def test_ckta_is_undefined_for_a_constant_kernel():
    y = np.array([1.0, -1.0, 1.0])
    words = "the centred kernel matrix is zero: K is constant"
    for K in (np.ones((3, 3)), np.zeros((3, 3)), np.full((3, 3), 0.1)):
        with pytest.raises(UndefinedScoreError, match=words):
            CKTA.score(Problem(K, y, LAM))


def test_ckta_is_undefined_with_one_class():
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        CKTA.score(Problem(np.eye(4), np.ones(4), LAM))


def test_ckta_is_undefined_for_constant_targets():
    with pytest.raises(UndefinedScoreError, match="the labels are constant"):
        CKTA.score(Problem(np.eye(4), np.full(4, 2.5), LAM))
