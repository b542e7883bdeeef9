"""One pass over K gives what four passes give, in as many blocks as it takes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.matrices.moments import BLOCK_BYTES, filled, moments
from tests.tolerances import EXACT, ROUNDOFF


def symmetric(n, seed=0):
    M = np.random.default_rng(seed).standard_normal((n, n))
    return M + M.T


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 33, 300])
def test_moments_equal_their_definitions(n):
    K, y = symmetric(n), np.random.default_rng(1).standard_normal(n)
    made = moments(K, y)
    assert_allclose(made.diagonal, np.diag(K), **EXACT)
    assert_allclose(made.row_sums, K.sum(axis=1), **ROUNDOFF)
    assert_allclose(made.row_labels, K @ y, **ROUNDOFF)
    assert_allclose(made.row_squares, (K**2).sum(axis=1), **ROUNDOFF)


def test_a_matrix_is_filled_row_by_row_each_once_and_measured_on_the_way():
    n = 400
    assert BLOCK_BYTES // (8 * n) < n  # more than one block
    K, y = symmetric(n), np.ones(n)
    out, seen = np.full((n, n), np.nan), []

    def fill(rows):
        seen.extend(range(n)[rows])
        out[rows] = K[rows]

    made = filled(out, y, fill)
    assert seen == list(range(n))
    for one, other in zip(made, moments(K, y), strict=True):
        assert_allclose(one, other, **EXACT)


def test_overflow_shows_in_the_squares_and_warns_nobody():
    K = np.eye(3)
    K[0, 1] = K[1, 0] = np.inf
    made = moments(K, np.array([1.0, -1.0, 0.0]))
    assert not np.isfinite(made.row_squares.sum())
    assert not np.isfinite(moments(1e200 * np.eye(3), np.ones(3)).row_squares.sum())
