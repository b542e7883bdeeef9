"""Projections onto the sets of weights, against the best of many points of the set."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.minimum.projections import NORMS, onto_simplex, onto_sphere
from tests.tolerances import EXACT, ROUNDOFF

CASES = [[0.2, 0.5, -1.0], [3.0, 2.9, 0.1], [-1.0, -2.0, -0.5], [0.0, 0.0, 0.0], [1e8, 1.0, -1e8]]


def of_set(p, rng, count=3, points=200_000):
    w = rng.exponential(size=(points, count)) * (rng.uniform(size=(points, count)) > 0.3)
    w = np.vstack([w[w.sum(axis=1) > 0], np.eye(count)])
    return w / np.linalg.norm(w, ord=p, axis=1, keepdims=True)


@pytest.mark.parametrize("v", CASES)
@pytest.mark.parametrize("p", [1, 2])
def test_no_point_of_the_set_is_nearer(p, v):
    v = np.array(v)
    found = NORMS[p].project(v)
    assert (found >= 0).all()
    assert_allclose(np.linalg.norm(found, ord=p), 1.0, **ROUNDOFF)
    nearest = ((of_set(p, np.random.default_rng(0)) - v) ** 2).sum(axis=1).min()
    assert ((found - v) ** 2).sum() <= nearest * (1 + 1e-12)


def test_a_point_of_the_simplex_stays_where_it_is():
    w = np.array([0.25, 0.75, 0.0])
    assert_allclose(onto_simplex(w), w, **ROUNDOFF)


def test_a_constant_added_changes_nothing_on_the_simplex():
    v = np.array([0.3, -0.2, 0.9])
    assert_allclose(onto_simplex(v + 5.0), onto_simplex(v), **ROUNDOFF)


def test_without_a_positive_entry_the_sphere_gives_the_corner_of_the_largest():
    assert_allclose(onto_sphere(np.array([-3.0, -1.0, -2.0])), [0.0, 1.0, 0.0], **EXACT)


@pytest.mark.parametrize("p", [1, 2])
def test_equal_weights_lie_in_the_set(p):
    w = NORMS[p].uniform(4)
    assert_allclose(np.linalg.norm(w, ord=p), 1.0, **ROUNDOFF)
    assert np.ptp(w) == 0
