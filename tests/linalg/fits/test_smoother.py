"""Fits for every ridge from one spectrum equal one linear system per ridge."""

from importlib import import_module
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.linalg.fits.smoother import block_residuals, blocks_residuals, smoother
from kselect_core.linalg.spectra.spectrum import spectrum
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

learner_of = {False: "krr", True: "lssvm"}


@given(n=d.sizes, seed=d.seeds, mu=st.floats(1e-3, 1e3), bias=st.booleans())
def test_residuals_leverages_and_bias_are_those_of_the_fit(n, seed, mu, bias):
    K, y = d.example(n, seed)
    fit = smoother(spectrum(K), y, np.array([mu, 3 * mu]), bias=bias)
    for column, ridge in enumerate((mu, 3 * mu)):
        alpha, b = d.fitted(K, y, ridge, learner_of[bias])
        units = [d.fitted(K, unit, ridge, learner_of[bias]) for unit in np.eye(n)]
        leverages = [K[i] @ units[i][0] + units[i][1] for i in range(n)]
        assert_allclose(fit.residuals[:, column], y - K @ alpha - b, **ROUNDOFF)
        assert_allclose(fit.residuals[:, column], ridge * alpha, **ROUNDOFF)
        assert_allclose(fit.diagonal[:, column], 1 - np.array(leverages), **ROUNDOFF)
        assert_allclose(fit.bias[column], b, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds, mu=st.floats(1e-3, 1e3), bias=st.booleans(), size=st.integers(1, 4))
def test_block_residuals_are_those_of_a_refit_without_the_block(n, seed, mu, bias, size):
    K, y = d.example(n, seed)
    block = np.random.default_rng(seed).permutation(n)[:size]
    known = spectrum(K)
    fit = smoother(known, y, np.array([1.0, mu]), bias=bias)
    f = d.predicted_without(K, y, block, mu, learner_of[bias], "lambda")
    assert_allclose(block_residuals(known, fit, block)[:, 1], y[block] - f, **ROUNDOFF)


@pytest.mark.parametrize("bias", [False, True])
def test_without_leverages_all_else_is_the_same_to_the_bit(bias):
    K, y = d.example(12, 5)
    known, mu = spectrum(K), np.array([0.1, 2.0])
    whole, quick = (smoother(known, y, mu, bias=bias, leverages=asked) for asked in (True, False))
    assert np.isnan(quick.diagonal).all()
    assert quick.diagonal.shape == whole.diagonal.shape
    for name in ("mu", "w", "residuals", "z", "bias"):
        np.testing.assert_array_equal(getattr(quick, name), getattr(whole, name))


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("at_once", [1, 40, 100, 10**6])
def test_blocks_are_the_same_however_many_are_solved_together(at_once, bias, monkeypatch):
    monkeypatch.setattr(import_module("kselect_core.linalg.fits.smoother"), "AT_ONCE", at_once)
    K, y = d.example(20, 3)
    known, blocks = spectrum(K), np.random.default_rng(3).permutation(20).reshape(5, 4)
    mu = np.array([0.01, 1.0, 7.0])
    found = blocks_residuals(known, smoother(known, y, mu, bias=bias), blocks)
    for (p, block), (j, ridge) in product(enumerate(blocks), enumerate(mu)):
        f = d.predicted_without(K, y, block, ridge, learner_of[bias], "lambda")
        assert_allclose(found[p, :, j], y[block] - f, **ROUNDOFF)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("mu", [1e-300, 1e-12, 1e300])
def test_extreme_ridges_neither_overflow_nor_warn(mu, bias):
    K, y = d.example(12, 0)
    fit = smoother(spectrum(K), y, np.array([mu]), bias=bias)
    for part in (fit.residuals, fit.diagonal, fit.bias):
        assert np.isfinite(part).all()


def test_a_huge_ridge_predicts_zero_or_the_mean():
    K, y = d.example(12, 0)
    krr, lssvm = (smoother(spectrum(K), y, np.array([1e300]), bias=b) for b in (False, True))
    assert_allclose(krr.residuals[:, 0], y, **ROUNDOFF)
    assert_allclose(lssvm.residuals[:, 0], y - y.mean(), **ROUNDOFF)
    assert_allclose(lssvm.diagonal, 1 - 1 / 12, **ROUNDOFF)
