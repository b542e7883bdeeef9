"""Projected gradient descent on functions whose minimum is known."""

from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.linalg.minimum.descent import Rules, descent
from kselect_core.linalg.minimum.projections import NORMS
from tests.tolerances import EXACT, SOLVER

TIGHT = Rules(1e-12, 2000)


def quadratic(target, scale):
    def evaluate(w):
        difference = w - target
        return float(scale @ difference**2) + 1.0, 2 * scale * difference

    return evaluate


@pytest.mark.parametrize("p", [1, 2])
def test_the_nearest_point_is_found_from_any_start(p):
    target = np.array([0.9, 0.4, -0.6])
    for start in (NORMS[p].uniform(3), *np.eye(3)):
        found = descent(quadratic(target, np.ones(3)), start, NORMS[p], rules=TIGHT)
        assert_allclose(found.last, NORMS[p].project(target), **SOLVER)


def test_an_ill_conditioned_minimum_inside_the_simplex_is_found():
    target, scale = np.array([0.2, 0.3, 0.5]), np.array([1.0, 1e3, 1e5])
    found = descent(quadratic(target, scale), np.eye(3)[0], NORMS[1], rules=TIGHT)
    assert_allclose(found.last, target, **SOLVER)


@pytest.mark.parametrize("p", [1, 2])
def test_no_step_goes_uphill_and_all_points_lie_in_the_set(p):
    rng = np.random.default_rng(1)
    root = rng.normal(size=(6, 6))

    def evaluate(w):
        image = root @ w
        return float(np.log1p(image @ image)), 2 * root.T @ image / (1 + float(image @ image))

    found = descent(evaluate, NORMS[p].uniform(6), NORMS[p], rules=TIGHT)
    assert len(found.points) > 3
    assert (np.diff(found.values) <= 0).all()
    assert (found.points >= 0).all()
    assert_allclose(np.linalg.norm(found.points, ord=p, axis=1), 1.0, rtol=1e-12)


def test_the_gap_bounds_the_distance_to_the_minimum_of_a_convex_function():
    target = np.array([0.1, 0.2, 0.7])
    evaluate = quadratic(target, np.array([1.0, 30.0, 900.0]))
    for most in (1, 2, 4, 8):
        found = descent(evaluate, np.eye(3)[0], NORMS[1], rules=Rules(0.0, most))
        assert 0 <= found.values[-1] - 1.0 <= found.gap


def test_a_start_at_the_minimum_is_the_whole_path():
    found = descent(quadratic(np.eye(3)[1], np.ones(3)), np.eye(3)[1], NORMS[1])
    assert found.reason == "converged"
    assert_allclose(found.points, np.eye(3)[[1]], **EXACT)


def test_the_limit_of_steps_is_kept_and_said():
    far = quadratic(np.array([0.2, 0.3, 0.5]), np.array([1.0, 1e3, 1e5]))
    found = descent(far, np.eye(3)[0], NORMS[1], rules=Rules(1e-15, 3))
    assert found.reason == "steps"
    assert len(found.points) == 4


def test_a_kink_without_descent_ends_the_path():
    def largest(w):
        i = int(w.argmax())
        return float(w[i]) + 1.0, np.eye(3)[i]

    found = descent(largest, NORMS[1].uniform(3), NORMS[1], rules=TIGHT)
    assert found.reason == "no descent"
    assert_allclose(found.last, NORMS[1].uniform(3), **EXACT)


def test_a_point_without_a_value_is_stepped_short_of():
    plain = quadratic(np.array([0.2, 0.0, 0.8]), np.ones(3))

    def evaluate(w):
        if w[2] > 0.7:
            raise UndefinedScoreError("no value here")
        return plain(w)

    found = descent(evaluate, NORMS[1].uniform(3), NORMS[1], rules=TIGHT)
    assert 0.6 < found.last[2] <= 0.7
    with pytest.raises(UndefinedScoreError):
        descent(evaluate, np.eye(3)[2], NORMS[1])


def test_the_same_start_gives_the_same_path():
    evaluate = quadratic(np.array([0.9, 0.4, -0.6]), np.array([1.0, 7.0, 3.0]))
    one, two = (descent(evaluate, NORMS[2].uniform(3), NORMS[2]) for _ in range(2))
    assert_allclose(one.points, two.points, **EXACT)


def test_it_tells_its_steps_and_can_be_stopped():
    told, cancel = [], Event()
    evaluate = quadratic(np.array([0.2, 0.3, 0.5]), np.array([1.0, 1e3, 1e5]))
    descent(evaluate, np.eye(3)[0], NORMS[1], rules=Rules(1e-15, 5), on_step=told.append)
    assert told == [1, 2, 3, 4, 5]
    cancel.set()
    with pytest.raises(StoppedError):
        descent(evaluate, np.eye(3)[0], NORMS[1], cancel=cancel)
