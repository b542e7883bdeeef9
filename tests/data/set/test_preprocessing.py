"""Preparation takes everything from the training part and never divides by zero."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.data.set.preprocessing import METHODS, centred, prepared
from kselect_core.errors import UnknownNameError
from tests.tolerances import ROUNDOFF

RNG = np.random.default_rng(0)
TRAIN, TEST = 5 + 3 * RNG.standard_normal((40, 3)), 5 + 3 * RNG.standard_normal((10, 3))


def test_the_training_part_gets_mean_0_and_variance_1():
    train, test = prepared(TRAIN, TEST, method="standardise")
    assert_allclose(train.mean(axis=0), 0, atol=1e-12)
    assert_allclose(train.std(axis=0), 1, **ROUNDOFF)
    assert_allclose(test, (TEST - TRAIN.mean(axis=0)) / TRAIN.std(axis=0), **ROUNDOFF)


def test_the_training_part_gets_the_range_0_to_1():
    train, test = prepared(TRAIN, TEST, method="minmax")
    assert_allclose(train.min(axis=0), 0, atol=1e-12)
    assert_allclose(train.max(axis=0), 1, **ROUNDOFF)
    low, high = TRAIN.min(axis=0), TRAIN.max(axis=0)
    assert_allclose(test, (TEST - low) / (high - low), **ROUNDOFF)


def test_none_leaves_the_numbers_alone():
    train, test = prepared(TRAIN, TEST, method="none")
    assert_array_equal(train, TRAIN)
    assert_array_equal(test, TEST)


@pytest.mark.parametrize("method", METHODS)
def test_the_test_part_has_no_say(method):
    before, _ = prepared(TRAIN, TEST, method=method)
    after, _ = prepared(TRAIN, 1e6 * TEST, method=method)
    assert_array_equal(before, after)


@pytest.mark.parametrize("method", ["standardise", "minmax"])
@given(value=st.floats(-1e6, 1e6), n=st.integers(2, 60))
def test_a_column_constant_in_the_training_part_becomes_exactly_0(method, value, n):
    train, test = prepared(np.full((n, 1), value), np.full((2, 1), value + 1), method=method)
    assert_array_equal(train, np.zeros((n, 1)))
    assert np.isfinite(test).all()


def test_a_variance_that_underflows_does_not_divide():
    tiny = np.array([[0.0], [4.9e-324]])
    train, _ = prepared(tiny, tiny, method="standardise")
    assert np.isfinite(train).all()


def test_missing_values_become_the_training_medians():
    train = np.array([[1.0, np.nan], [2.0, np.nan], [9.0, np.nan], [np.nan, np.nan]])
    test = np.array([[np.nan, 7.0]])
    filled_train, filled_test = prepared(train, test, method="none")
    assert_array_equal(filled_train, [[1, 0], [2, 0], [9, 0], [2, 0]])
    assert_array_equal(filled_test, [[2, 7]])


def test_an_unknown_method_is_an_error_that_lists_the_methods():
    with pytest.raises(UnknownNameError, match="Did you mean 'standardise'"):
        prepared(TRAIN, TEST, method="standardize")


def test_centred_targets_have_mean_0_and_give_it_back():
    y, mean = centred(TRAIN[:, 0])
    assert_allclose(y.mean(), 0, atol=1e-12)
    assert_allclose(y + mean, TRAIN[:, 0], **ROUNDOFF)
