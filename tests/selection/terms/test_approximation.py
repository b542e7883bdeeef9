"""Approximate cross-validation order by order: its limit, its rate, its work."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem, SvmProblem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.terms.approximation import (
    approximation,
    approximation_on,
    seconds_needed,
)
from tests.criteria import definitions as d
from tests.selection.examples import blobs, small
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

K, Y = d.example(30, 1, at_least=10)


def exact(problem, k):
    losses = []
    for fold in problem.folds(k):
        f = d.predicted_without(K, Y, fold, problem.lambdas[0], problem.learner, problem.ridge)
        losses.append(np.mean((Y[fold] - f) ** 2))
    return np.mean(losses)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("ridge", d.RIDGES)
def test_the_orders_are_the_criterion_and_end_at_honest_refits(learner, ridge):
    problem = Problem(K, Y, [0.1], learner=learner, ridge=ridge)
    found = approximation(problem, k=4, orders=150)
    assert_allclose(found.exact, exact(problem, 4), **ROUNDOFF)
    assert_allclose(found.means[3], CRITERIA["bif"].score(problem, k=4, order=3), **ROUNDOFF)
    assert_allclose(found.means[0], training(problem), **ROUNDOFF)
    assert_allclose(found.means[-1], found.exact, **SOLVER)
    assert found.converges
    assert_allclose(found.errors, np.abs(found.means / found.exact - 1), atol=1e-14)


def training(problem):
    """Training error averaged as the folds are."""
    alpha, b = d.fitted(problem.K, problem.y, problem.mu[0], problem.learner)
    squares = (problem.y - problem.K @ alpha - b) ** 2
    return np.mean([squares[fold].mean() for fold in problem.folds(4)])


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("lam", [0.001, 0.1])
def test_the_rate_is_the_spectral_radius_of_the_slowest_fold(learner, lam):
    problem = Problem(K, Y, [lam], learner=learner)
    n, mu = 30, 30 * lam
    columns = [d.fitted(K, unit, mu, learner) for unit in np.eye(n)]
    hat = np.array([K @ alpha + b for alpha, b in columns]).T
    radii = []
    for fold in problem.folds(5):
        weights = np.full(n, -len(fold) / (n - len(fold)))
        weights[fold] = 1.0
        radii.append(np.abs(np.linalg.eigvals(hat * weights)).max())
    assert_allclose(approximation(problem, orders=200).rate, max(radii), rtol=1e-3)


def test_an_indefinite_matrix_makes_the_series_diverge():
    M = np.random.default_rng(0).standard_normal((30, 30))
    lam = -1.01 * np.linalg.eigvalsh(M + M.T)[0]
    found = approximation(Problem(M + M.T, Y, [lam], ridge="lambda"))
    assert not found.converges
    assert found.cause == "K is indefinite"
    assert found.rate > 1
    assert found.errors[-1] > found.errors[5] > 1


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_fold_larger_than_the_rest_is_the_cause_where_k_is_positive_definite(learner):
    rows = np.delete(np.arange(30), np.flatnonzero(Y > 0)[0])
    problem = Problem(K[np.ix_(rows, rows)], Y[rows], [1e-3], learner=learner)
    found = approximation(problem, k=2, orders=3)  # its terms do not grow as yet
    assert not found.converges
    assert found.cause == "a fold has 15 of the 29 points, more than the rest"
    assert found.rate > 1


@pytest.mark.parametrize("lam", [1e-13, 1e-9, 1e-5])
def test_rounding_does_not_make_a_series_diverge(lam):
    found = approximation(Problem(K, Y, [lam]), k=2, orders=200)
    assert found.converges
    assert found.cause == ""


def test_more_orders_need_more_work_and_the_exact_value_the_blocks():
    found = approximation(Problem(K, Y, [0.1]), k=5)
    assert_allclose(found.work[:3], [2 * 30**2, 4 * 30**2, 6 * 30**2], **EXACT)
    assert_allclose(found.exact_work, 5 * (30 * 6**2 + 6**3 / 3), **ROUNDOFF)
    assert len(found.orders) == 41
    assert all(seconds >= 0 for seconds in found.seconds)
    assert seconds_needed(2000) > seconds_needed(1000)


def test_a_point_of_a_sweep_is_approximated():
    data, config = blobs(), small()
    found = approximation_on(Workbench(config, data, 1), Cursor(1, "gaussian", 2.0, 0.1), k=4)
    assert found.n == 28
    assert found.errors[-1] < 1e-6


def test_labels_of_zero_have_no_error():
    found = approximation(Problem(np.eye(8), np.zeros(8), [0.1]), k=2)
    assert_allclose(found.errors, 0.0, **EXACT)
    assert found.rate == 0


def test_what_cannot_be_approximated_is_refused():
    with pytest.raises(InvalidParameterError, match="λ must be a single value"):
        approximation(Problem(K, Y, [0.1, 1.0]))
    for orders in (0, 201, True):
        with pytest.raises(InvalidParameterError, match="the highest order must be"):
            approximation(Problem(K, Y, [0.1]), orders=orders)
    with pytest.raises(UndefinedScoreError, match="for least squares, not for machines"):
        approximation(SvmProblem(K, Y, [1.0]))
