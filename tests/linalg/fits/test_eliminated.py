"""Elimination equals one honest refit for each fold and ridge."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.fits.eliminated import eliminated_errors
from tests.criteria import definitions as d
from tests.criteria.refits import by_refits, folds_of, gaussian, sample
from tests.tolerances import ROUNDOFF

MU = np.array([1e-3, 0.1, 10.0])


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("k", [2, 3, 5, 8, 43])
def test_errors_are_those_of_refits(k, learner):
    X, y = sample(43)
    K, folds = gaussian(X, 0.3), folds_of(43, k)
    made = eliminated_errors(K, y, folds, MU, bias=learner == "lssvm")
    expected = by_refits(K, y, folds, np.tile(MU, (k, 1)), learner)
    assert_allclose(y[:, None] - made, expected, **ROUNDOFF)


def test_the_matrix_stays_as_it_was():
    X, y = sample(20)
    K = gaussian(X, 0.3)
    K.flags.writeable = False
    eliminated_errors(K, y, folds_of(20, 4), MU, bias=True)


def test_of_a_matrix_that_is_not_definite_there_are_none():
    X, y = sample(30)
    K = gaussian(X, 0.3) - 0.5 * np.eye(30)
    assert eliminated_errors(K, y, folds_of(30, 3), np.array([0.1]), bias=False) is None
    assert eliminated_errors(K, y, folds_of(30, 3), np.array([0.6]), bias=False) is not None
