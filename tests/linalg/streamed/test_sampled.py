"""Products with a kernel of which some rows are known."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.linalg.streamed.sampled import drawn_rows, rows_of, times
from kselect_core.linalg.tiled.tiles import Tiles

N = 90
STRATA = (np.arange(N) < 30).astype(np.int64)
SEED = np.random.SeedSequence(0)


def test_of_the_constant_kernel_every_estimated_row_sum_is_right():
    points = np.zeros((N, 1))
    tiles = Tiles(points, lambda P, Q: np.ones((len(P), len(P if Q is None else Q))), np.ones(N))
    drawn = drawn_rows(STRATA, 30, 4, SEED)
    rows = rows_of(tiles, drawn, np.ones(N), STRATA, 0.0)
    assert len(drawn) == 30
    assert_allclose(rows.plain, N)
    assert_allclose(times(rows, np.ones(30)), N)


def test_all_rows_give_the_product_itself():
    X = np.random.default_rng(0).standard_normal((N, 3))
    tiles = Tiles(X, lambda P, Q: P @ (P if Q is None else Q).T, (X**2).sum(axis=1))
    rows = rows_of(tiles, drawn_rows(STRATA, N, 4, SEED), X[:, 0], STRATA, 0.0)
    assert rows.everybody
    assert_allclose(times(rows, X[:, 1]), X @ (X.T @ X[:, 1]), atol=1e-12)


def test_fewer_rows_of_one_seed_lie_inside_more():
    few, more = (set(drawn_rows(STRATA, most, 4, SEED).tolist()) for most in (20, 50))
    assert few < more
    assert len(more) == 50
