"""Oracle: distance of the class means from sums over pairs."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

MMD = CRITERIA["mmd"]
LAM = np.array([1.0])


def by_definition(K, y):
    positive = [i for i in range(len(y)) if y[i] > 0]
    negative = [i for i in range(len(y)) if y[i] < 0]

    def mean(rows, columns):
        return sum(K[i, j] for i in rows for j in columns) / (len(rows) * len(columns))

    return mean(positive, positive) - 2 * mean(positive, negative) + mean(negative, negative)


@given(n=d.sizes, seed=d.seeds)
def test_mmd_is_the_squared_distance_of_the_class_means(n, seed):
    K, y = d.example(n, seed)
    assert_allclose(MMD.score(Problem(K, y, LAM)), by_definition(K, y), **ROUNDOFF)


def test_mmd_of_the_linear_kernel_is_the_distance_of_the_means_of_the_points():
    rng = np.random.default_rng(3)
    X, y = rng.standard_normal((15, 3)), d.labels(15, rng)
    apart = X[y > 0].mean(axis=0) - X[y < 0].mean(axis=0)
    assert_allclose(MMD.score(Problem(X @ X.T, y, LAM)), apart @ apart, **ROUNDOFF)


def test_mmd_of_the_identity_and_of_the_constant_kernel():
    y = d.labels(13, np.random.default_rng(0))
    n_plus, n_minus = d.class_sizes(y)
    identity = MMD.score(Problem(np.eye(13), y, LAM))
    assert_allclose(identity, 1 / n_plus + 1 / n_minus, **ROUNDOFF)
    assert_allclose(MMD.score(Problem(np.ones((13, 13)), y, LAM)), 0.0, **ROUNDOFF)


def test_mmd_needs_two_classes_named_minus_one_and_one():
    with pytest.raises(UndefinedScoreError, match="only one class in the labels"):
        MMD.score(Problem(np.eye(4), -np.ones(4), LAM))
    with pytest.raises(UndefinedScoreError, match="needs labels −1 and \\+1"):
        MMD.score(Problem(np.eye(4), np.arange(4.0), LAM))
