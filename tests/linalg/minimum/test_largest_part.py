"""A smooth function plus the largest of several: minima at kinks, by a grid."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.minimum.largest_part import Parts, at_kinks
from kselect_core.linalg.minimum.projections import NORMS


def pieces_of(A, centre):
    """½|w − centre|² and the linear functions Aw."""

    def pieces(w, rows):
        some = slice(None) if rows is None else rows
        return Parts(float((w - centre) @ (w - centre)) / 2, w - centre, A[some] @ w, A[some])

    return pieces


def around(w, p, rng):
    """Weights near by."""
    other = np.maximum(w + rng.normal(scale=10.0 ** rng.uniform(-6, -2), size=len(w)), 0.0)
    return other / np.linalg.norm(other, ord=p)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [3, 200])
def test_nothing_near_by_is_lower_also_at_a_kink(count, seed, p):
    rng = np.random.default_rng(seed)
    pieces = pieces_of(rng.standard_normal((count, 3)), rng.uniform(0, 1, 3))
    found = at_kinks(pieces, np.ones(3), NORMS[p])
    assert (found >= 0).all()
    assert_allclose(np.linalg.norm(found, ord=p), 1.0, rtol=1e-12)
    near = [pieces(around(found, p, rng), None).value for _ in range(500)]
    assert pieces(found, None).value <= min(near) + 1e-8


def test_the_minimum_over_the_simplex_is_that_of_a_grid():
    pieces = pieces_of(np.random.default_rng(0).standard_normal((50, 3)), np.zeros(3))
    side = np.linspace(0, 1, 81)
    grid = [(a, b, 1 - a - b) for a in side for b in side if a + b <= 1]
    lowest = min(pieces(np.array(row), None).value for row in grid)
    found = at_kinks(pieces, np.ones(3), NORMS[1])
    assert lowest - 1e-2 < pieces(found, None).value <= lowest


def test_it_never_ends_above_its_start():
    steep = pieces_of(np.array([[0.0, 1.0], [0.0, 1.0]]), np.array([1.0, 0.0]))
    assert_allclose(at_kinks(steep, np.array([1.0, 0.0]), NORMS[1]), [1.0, 0.0])
