"""Eigenvalues in descending order, clean of rounding, honest about indefinite matrices."""

import numpy as np
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.linalg.spectra.spectrum import eigenvalues_alone, spectrum
from tests.tolerances import EXACT, ROUNDOFF


@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_the_parts_make_up_the_matrix(n, seed):
    F = np.random.default_rng(seed).standard_normal((n, 3))
    sigma, Q, indefinite = spectrum(F @ F.T)
    assert_allclose((Q * sigma) @ Q.T, F @ F.T, **ROUNDOFF)
    assert_allclose(Q.T @ Q, np.eye(n), **ROUNDOFF)
    assert (np.diff(sigma) <= 0).all()
    assert (sigma >= 0).all()
    assert not indefinite


@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_eigenvalues_without_vectors_are_in_the_same_order(n, seed):
    F = np.random.default_rng(seed).standard_normal((n, n))
    sigma = eigenvalues_alone(F + F.T)
    assert_allclose(sigma, np.linalg.eigh(F + F.T)[0][::-1], **ROUNDOFF)
    assert sigma.flags.c_contiguous


def test_negative_eigenvalues_of_rounding_size_are_zero():
    X = np.repeat(np.random.default_rng(0).standard_normal((10, 2)), 4, axis=0)
    K = np.exp(-np.square(X[:, None] - X[None]).sum(axis=-1))
    assert np.linalg.eigvalsh(K).min() < 0
    sigma, _, indefinite = spectrum(K)
    assert_allclose(sigma.min(), 0.0, **EXACT)
    assert not indefinite


def test_an_indefinite_matrix_keeps_its_eigenvalues_and_is_flagged():
    sigma, _, indefinite = spectrum(np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert_allclose(sigma, [3.0, -1.0], **ROUNDOFF)
    assert indefinite


def test_a_negative_definite_matrix_is_flagged_and_a_zero_one_is_not():
    assert spectrum(-np.eye(3)).indefinite
    assert not spectrum(np.zeros((3, 3))).indefinite


def test_arrays_are_contiguous_for_the_products_that_follow():
    sigma, Q, _ = spectrum(np.eye(4))
    assert sigma.flags.c_contiguous
    assert Q.flags.c_contiguous
