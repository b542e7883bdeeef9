"""Oracles: scikit-learn's balanced accuracy and area under the ROC curve, with ties."""

import warnings

import numpy as np
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import balanced_accuracy_score, roc_auc_score, zero_one_loss

from kselect_core.selection.config.measures import auc, balanced_error, weighted_error
from tests.tolerances import ROUNDOFF


@given(m=st.integers(2, 30), seed=st.integers(0, 2**32 - 1), levels=st.integers(1, 40))
def test_the_area_is_that_of_scikit_learn_also_with_ties(m, seed, levels):
    rng = np.random.default_rng(seed)
    y = np.where(rng.permutation(m) < rng.integers(1, m), 1.0, -1.0)
    f = rng.integers(levels, size=(m, 3)) / levels - 0.5
    assert_allclose(auc(y, f), [roc_auc_score(y, column) for column in f.T], **ROUNDOFF)


def test_values_whose_order_is_that_of_rounding_count_as_equal():
    y = np.array([1.0, -1.0, 1.0, -1.0])
    far = 1.7e-290 * (1.0 + np.array([[3e-16], [-3e-16], [2e-13], [0.0]]))
    assert_allclose(auc(y, far), 0.5)
    assert_allclose(auc(y, 1.7e-290 * np.array([[1.0], [0.9], [1.1], [0.8]])), 1.0)


@given(m=st.integers(1, 30), seed=st.integers(0, 2**32 - 1), classes=st.integers(1, 4))
def test_the_balanced_error_is_that_of_scikit_learn(m, seed, classes):
    rng = np.random.default_rng(seed)
    y, found = rng.integers(classes, size=m), rng.integers(classes, size=(m, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # classes that are found and not there
        expected = [1 - balanced_accuracy_score(y, column) for column in found.T]
    assert_allclose(balanced_error(y, (found != y[:, None]) * 1.0), expected, **ROUNDOFF)


@given(m=st.integers(1, 30), seed=st.integers(0, 2**32 - 1), classes=st.integers(1, 4))
def test_the_weighted_error_is_that_of_scikit_learn(m, seed, classes):
    rng = np.random.default_rng(seed)
    y, found = rng.integers(classes, size=m), rng.integers(classes, size=(m, 3))
    weights = rng.uniform(0.1, 9.0, classes)[y]
    expected = [zero_one_loss(y, column, sample_weight=weights) for column in found.T]
    wrong = (found != y[:, None]) * 1.0
    assert_allclose(weighted_error(weights, wrong), expected, **ROUNDOFF)
    assert_allclose(weighted_error(np.ones(m), wrong), wrong.mean(axis=0), **ROUNDOFF)
    by_size = 1 / np.bincount(y)[y]
    assert_allclose(weighted_error(by_size, wrong), balanced_error(y, wrong), **ROUNDOFF)


def test_what_has_no_area_is_nan():
    f = np.array([[0.0, np.inf], [1.0, 2.0]])
    assert_allclose(auc(np.array([-1.0, 1.0]), f), [1.0, np.nan])
    assert np.isnan(auc(np.ones(2), f)).all()
    assert np.isnan(auc(np.ones(0), np.ones((0, 2)))).all()
    assert np.isnan(balanced_error(np.ones(0), np.ones((0, 2)))).all()
    assert np.isnan(weighted_error(np.ones(0), np.ones((0, 2)))).all()
