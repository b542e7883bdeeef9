"""Oracle: kernel-target alignment as the cosine of two matrices."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

KTA = CRITERIA["kta"]
LAM = np.array([1.0])


def by_definition(K, y):
    ideal = np.array([[a * b for a in y] for b in y])
    sizes = d.frobenius(K, K) * d.frobenius(ideal, ideal)
    return d.frobenius(K, ideal) / np.sqrt(sizes)


@given(n=d.sizes, seed=d.seeds)
def test_kta_is_the_cosine_between_kernel_and_ideal_kernel(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(KTA.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_kta_for_regression_uses_the_same_cosine(n, seed):
    K, _ = d.example(n, seed)
    y = np.random.default_rng(seed).standard_normal(n)
    assert_allclose(KTA.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


def test_kta_of_the_ideal_kernel_is_one():
    y = d.labels(13, np.random.default_rng(0))
    assert_allclose(KTA.score(Problem(np.outer(y, y), y, LAM)), 1.0, **ROUNDOFF)


def test_kta_of_the_identity_and_of_the_constant_kernel():
    y = d.labels(13, np.random.default_rng(0))
    assert_allclose(KTA.score(Problem(np.eye(13), y, LAM)), 1 / np.sqrt(13), **ROUNDOFF)
    constant = KTA.score(Problem(np.ones((13, 13)), y, LAM))
    assert_allclose(constant, np.mean(y) ** 2, **ROUNDOFF)


def test_kta_favours_flat_kernels_when_classes_are_unbalanced():
    y = np.array([1.0] * 18 + [-1.0] * 2)
    flat = KTA.score(Problem(np.ones((20, 20)), y, LAM))
    assert flat > KTA.score(Problem(np.eye(20), y, LAM))


def test_kta_is_undefined_with_one_class():
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        KTA.score(Problem(np.eye(4), np.ones(4), LAM))


def test_kta_is_undefined_for_a_zero_matrix():
    y = np.array([1.0, -1.0])
    with pytest.raises(UndefinedScoreError, match="the kernel matrix or the labels are zero"):
        KTA.score(Problem(np.zeros((2, 2)), y, LAM))
