"""The problem of a support vector machine: C and ridges, machines, refusals."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import Problem, SvmProblem
from kselect_core.criteria import CRITERIA, problem_for
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.learners import LEARNERS
from tests.criteria import svm_definitions as s
from tests.tolerances import EXACT

K, Y = s.SAMPLES["overlap"]


def test_c_is_one_over_two_ridges_in_both_conventions():
    problem = SvmProblem(K, Y, s.C)
    assert_allclose(problem.C, s.C, **EXACT)
    assert_allclose(problem.mu, 0.5 / s.C, **EXACT)
    by_share = SvmProblem.of_ridges(K, Y, [0.01, 0.1], ridge="n_lambda", seed=0)
    assert_allclose(by_share.C, 0.5 / (len(Y) * np.array([0.01, 0.1])), **EXACT)


def test_the_dual_predicts_as_libsvm_does():
    problem = SvmProblem(K, Y, s.C)
    alpha, b = problem.dual
    assert_allclose(K @ alpha + b, problem.fitted(alpha), atol=1e-9)
    for column, mu in enumerate(problem.mu):
        fit = LEARNERS["svm"].fit(K, Y, float(mu))
        assert_allclose(K @ alpha[:, column] + b[column], fit.predict(K), atol=2e-3)
        exact = problem.exact_machines.f[column]
        assert_allclose(exact, s.machine(K, Y, s.C[column])[0], atol=2e-5)


def test_bounded_support_vectors_lie_on_the_bound():
    problem = SvmProblem(K, Y, s.C)
    for row, cost in enumerate(s.C):
        alpha = problem.alpha[row]
        margin = Y * problem.exact_machines.f[row]
        free = (alpha > 0) & (alpha < cost)
        assert_allclose(margin[free], 1.0, atol=1e-6)
        assert (margin[alpha == 0] >= 1 - 1e-6).all()
        assert (margin[alpha == cost] <= 1 + 1e-6).all()


def test_support_vectors_are_known_also_where_their_duals_are_far_below_the_cost():
    G, y = s.SAMPLES["separable"]
    peer, large = SvmProblem(G, y, [1e5]), SvmProblem(1e10 * G, y, [100.0])
    assert (peer.alpha > 0).any()
    assert_allclose(1e10 * large.alpha, peer.alpha, rtol=1e-5, atol=1e-6)
    for key in ("xi_alpha", "gacv", "span", "span_hinge"):
        score = CRITERIA[key].score
        assert_allclose(score(large), score(peer), rtol=1e-5, atol=1e-6)


def test_the_shuffle_comes_from_the_seed():
    one, same, other = (SvmProblem(K, Y, s.C, seed=seed).permutation for seed in (0, 0, 1))
    assert_array_equal(one, same)
    assert (one != other).any()
    assert_array_equal(np.sort(one), np.arange(len(Y)))


def test_squared_slacks_are_a_machine_without_bounds_on_a_larger_kernel():
    problem = SvmProblem(K, Y, s.C)
    for cost in s.C:
        norm, _, converged = problem.squared_slacks(float(cost))
        alpha = s.machine(K + np.eye(len(Y)) / cost, Y, 1e6)[1]
        assert converged
        assert_allclose(norm, alpha.sum(), rtol=1e-4)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf, "much", [], [[1.0]], [1.0, 0.0]])
def test_a_cost_that_is_none_is_refused(bad):
    with pytest.raises(InvalidParameterError, match="C must be one or more numbers"):
        SvmProblem(K, Y, bad)


def test_real_targets_are_refused():
    with pytest.raises(InvalidParameterError, match="y must be −1 and"):
        SvmProblem(K, np.linspace(0, 1, len(Y)), s.C)


def test_the_other_problem_is_not_for_machines():
    with pytest.raises(InvalidParameterError, match="SvmProblem is for the others"):
        Problem(K, Y, [0.1], learner="svm")


def test_a_problem_is_made_for_its_learner():
    assert type(problem_for("svm")(K, Y, [0.1], ridge="lambda", seed=0)) is SvmProblem
    made = problem_for("lssvm")(K, Y, [0.1], ridge="lambda", seed=0)
    assert (type(made), made.learner) == (Problem, "lssvm")


def test_criteria_of_the_other_learner_say_whom_they_judge():
    with pytest.raises(UndefinedScoreError, match="made for least squares"):
        CRITERIA["loo"].score(SvmProblem(K, Y, s.C))
    with pytest.raises(UndefinedScoreError, match="made for a support vector machine"):
        CRITERIA["svm_loo"].score(Problem(K, Y, [0.1]))


def test_a_changed_point_leaves_the_folds_and_the_kind_of_problem():
    problem = SvmProblem(K, Y, s.C)
    rows = np.arange(1, len(Y))
    smaller = problem.altered(rows, Y[rows])
    assert type(smaller) is SvmProblem
    assert_allclose(smaller.C, s.C, **EXACT)
    for before, after in zip(problem.folds(4), smaller.folds(4), strict=True):
        assert_array_equal(np.setdiff1d(before, [0]), rows[after])


FROM_DUALS = ("gacv", "xi_alpha", "span", "span_hinge")


def degenerate():
    """Small samples, often unbalanced, whose linear kernel leaves the dual variables open."""
    for seed in range(12):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(8, 28))
        y = rng.permutation(np.repeat([1.0, -1.0], [max(2, n // 4), n - max(2, n // 4)]))
        X = rng.standard_normal((n, 2)) + rng.choice([0.0, 0.5]) * y[:, None]
        yield "linear", X, y
        yield "on a lattice", np.round(X), y
        yield "with equal points", X[rng.integers(0, n, n)], y


@pytest.mark.parametrize("name", [*FROM_DUALS, "svm_loo", "radius_margin"])
def test_the_order_of_the_rows_does_not_decide(name):
    cost = np.array([1e-3, 0.05, 1.0, 20.0])
    for kind, X, y in degenerate():
        order = np.random.default_rng(len(y)).permutation(len(y))
        K = X @ X.T
        before = CRITERIA[name].score(SvmProblem(K, y, cost))
        after = CRITERIA[name].score(SvmProblem(K[np.ix_(order, order)], y[order], cost))
        assert_allclose(after, before, rtol=1e-6, err_msg=kind)


def test_a_machine_that_is_a_constant_has_a_margin_bound():
    cost = np.array([1e-3, 1.0, 1000.0])
    for _, X, y in degenerate():
        score = CRITERIA["marg"].score(SvmProblem(1e4 * X @ X.T, y, cost))
        assert np.isfinite(score).all()


def test_shortest_duals_are_found_beside_a_corner_of_their_box():
    X = [[1, 0, 1], [-3, 1, -1], [0, 0, -1], [-1, -2, 0], [-2, -1, 0], [0, -2, 0]]
    X += [[0, 0, 0], [0, -1, 2], [0, -1, -1], [-1, 1, -1], [-2, 0, 0], [0, -1, -2]]
    points, y = np.array(X, float), np.array([-1.0, -1, 1, 1, -1, -1, -1, 1, -1, -1, -1, -1])
    problem = SvmProblem(points @ points.T, y, np.array([1e-3, 0.05, 1.0, 20.0]))
    assert problem.told_apart.all()
    backwards = SvmProblem(points[::-1] @ points[::-1].T, y[::-1], problem.C)
    scores = [CRITERIA["gacv"].score(one) for one in (problem, backwards)]
    assert_allclose(scores[1], scores[0], rtol=1e-6)
