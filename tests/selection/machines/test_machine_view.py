"""The machines along C against libsvm, and the small sweep about other data."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import SVC

from kselect_core.criteria import SvmProblem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.selection import Candidates
from kselect_core.selection.machines.machine_view import (
    BOUNDED,
    FREE,
    OUTSIDE,
    costs_problem,
    machine_path,
    machines_at,
    roles_at,
)
from kselect_core.selection.machines.small_svm import (
    on_few_rows,
    small_svm,
    small_svm_seconds,
    with_machines,
)
from kselect_core.selection.places.cursor import Cursor, Workbench
from tests.selection.examples import blobs, small
from tests.tolerances import ROUNDOFF, SOLVER

DATA = blobs()
COSTS, GAMMA = (0.05, 1.0, 20.0), 0.5
CONFIG = small(
    learner="svm",
    C=COSTS,
    candidates=Candidates("gaussian", (0.1, GAMMA), "gamma"),
    criteria=("svm_loo", "stab"),
)


@pytest.fixture(scope="module")
def bench():
    return Workbench(CONFIG, DATA, 0)


@pytest.fixture(scope="module")
def problem(bench):
    return costs_problem(bench, "gaussian", GAMMA)


def test_the_path_tells_what_libsvm_finds(problem):
    path = machine_path(problem)
    assert_allclose(path.C, COSTS, **ROUNDOFF)
    assert_allclose(path.C, 0.5 / path.lambdas, **ROUNDOFF)
    for i, cost in enumerate(COSTS):
        peer = SVC(C=cost, kernel="precomputed", tol=1e-9).fit(problem.K, problem.y)
        alpha = np.abs(peer.dual_coef_[0])
        bounded = int((alpha > cost * (1 - 1e-6)).sum())
        beta = np.zeros(problem.n)
        beta[peer.support_] = peer.dual_coef_[0]
        assert (path.free[i], path.bounded[i]) == (len(alpha) - bounded, bounded)
        assert_allclose(path.norm[i], np.sqrt(beta @ problem.K @ beta), rtol=1e-3)
        assert path.training_error[i] == np.mean(peer.predict(problem.K) != problem.y)
    assert_allclose(path.margin * path.norm, 1.0, **ROUNDOFF)
    assert path.at(0.5 / COSTS[1]) == 1


def test_the_radius_is_that_of_the_smallest_ball(problem):
    K, centre = problem.K, np.full(problem.n, 1.0 / problem.n)
    for step in range(2_000):  # Badoiu & Clarkson: towards the farthest point
        far = np.argmax(np.diagonal(K) - 2 * K @ centre)
        centre *= 1 - 1 / (step + 2)
        centre[far] += 1 / (step + 2)
    radius = (np.diagonal(K) - 2 * K @ centre).max() + centre @ K @ centre
    assert_allclose(machine_path(problem).squared_radius, radius, rtol=1e-2)


def test_a_machine_that_did_not_converge_is_a_gap(problem):
    other = SvmProblem(problem.K, problem.y, COSTS)
    found = other.exact_machines
    vars(other)["exact_machines"] = found._replace(converged=np.array([True, True, False]))
    path = machine_path(other)
    for values in (path.free, path.bounded, path.norm, path.training_error):
        assert_array_equal(np.isnan(values), other.C[2] == path.C)


def test_roles_are_those_of_the_dual_variables(bench, problem):
    for row, lam in enumerate(problem.lambdas):
        roles = roles_at(bench, Cursor(0, "gaussian", GAMMA, float(lam)))
        alpha, cost = problem.alpha[row], problem.C[row]
        assert_array_equal(roles == OUTSIDE, alpha == 0)
        assert_array_equal(roles == BOUNDED, alpha == cost)
        assert_array_equal(roles == FREE, (alpha > 0) & (alpha < cost))


def test_roles_of_a_machine_that_did_not_converge_are_refused(bench, problem, monkeypatch):
    found = problem.exact_machines
    one = type(found)(*(array[:1] for array in found))._replace(converged=np.array([False]))
    monkeypatch.setattr(SvmProblem, "exact_machines", one)
    with pytest.raises(UndefinedScoreError, match="did not converge"):
        roles_at(bench, Cursor(0, "gaussian", GAMMA, CONFIG.lambdas[0]))


def test_machines_at_several_points_are_those_of_each(bench, monkeypatch):
    points = [
        Cursor(0, "gaussian", g, 0.5 / C) for g, C in ((0.1, 1.0), (GAMMA, 1.0), (GAMMA, 20.0))
    ]
    found = machines_at(bench, points, resolution=5)
    assert found.known == (True, True, True)
    for roles, f, point in zip(found.roles, found.fits.f, points, strict=True):
        assert_array_equal(roles, roles_at(bench, point))
        assert_allclose(f, bench.decision(point, resolution=5).f, rtol=1e-6)
    monkeypatch.setattr("kselect_core.selection.machines.machine_view.roles_at", _refused)
    none = machines_at(bench, points, resolution=5)
    assert none.known == (False, False, False)
    assert not none.roles.any()


def _refused(*_):
    raise UndefinedScoreError("the machine did not converge")


def test_another_learner_has_no_machine():
    bench = Workbench(small(), DATA, 0)
    with pytest.raises(InvalidParameterError, match="learner"):
        costs_problem(bench, "gaussian", 0.5)


def test_the_small_sweep_is_about_the_same_data_and_splits():
    other = small(repeats=4, seed=9, preprocessing="minmax")
    for made in (small_svm(other, 30), with_machines(other)):
        assert made.learner == "svm"
        assert made.dataset == other.dataset
        assert (made.seed, made.preprocessing) == (9, "minmax")
    assert with_machines(other).repeats == 4
    made = small_svm(other, 30)
    assert made.repeats == 1
    widths = made.candidates[0].values
    assert widths[0] < 1 / 30 < widths[-1]
    assert_allclose(sorted(0.5 / np.array(made.lambdas)), made.C, **SOLVER)


def test_of_many_rows_a_small_sweep_is_trained_on_a_thousand():
    usual = small_svm(small(test_share=0.3), 30)
    assert on_few_rows(usual, 1400) == usual
    assert on_few_rows(usual, 20_000) == replace(usual, test_share=0.95)
    given = replace(usual, split="given")
    assert on_few_rows(given, 20_000) == given


def test_more_points_take_longer():
    assert small_svm_seconds(small(), 2000) > small_svm_seconds(small(), 200) > 0
