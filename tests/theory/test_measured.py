"""Numbers that the bounds take from a sample, and what they are about, against the definitions."""

import threading

import numpy as np
import pytest

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import InvalidParameterError, StoppedError, UndefinedScoreError
from kselect_core.theory import kernel_stability
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.empirical import cv_variance, largest_change
from kselect_core.theory.measured import measured, worst_case
from tests.criteria.definitions import example
from tests.tolerances import ROUNDOFF, SOLVER

same = np.testing.assert_allclose


def without(K, i):
    reduced = K.copy()
    reduced[i] = reduced[:, i] = 0.0
    return reduced


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("ridge", ["n_lambda", "lambda"])
def test_the_numbers_of_a_sample(learner, ridge):
    K, y = example(12, 3)
    K = 2.0 * K
    found = measured(Problem(K, y, [0.4], learner=learner, ridge=ridge), delta=0.1, folds=4)
    mu = 0.4 * 12 if ridge == "n_lambda" else 0.4
    same(found.setting.lam, mu / 12, **ROUNDOFF)
    assert (found.setting.n, found.setting.kappa, found.setting.y_max) == (12, 2.0, 1.0)
    assert (found.setting.delta, found.folds) == (0.1, 4)
    differences = [K - without(K, i) for i in range(12)]
    same(found.norm, max(np.linalg.norm(D, 2) for D in differences), **ROUNDOFF)
    spectra = [np.linalg.eigvalsh(K) - np.linalg.eigvalsh(without(K, i)) for i in range(12)]
    if learner == "krr":  # the bounds of the others do not ask for it
        same(found.shift, np.abs(spectra).max(), **SOLVER)
    same(found.total, K.sum(), **ROUNDOFF)
    same(found.measure, y @ K @ y / (12 * K.sum()), **ROUNDOFF)
    border = np.block([[K + mu * np.eye(12), np.ones((12, 1))], [np.ones((1, 12)), 0.0]])
    if learner == "krr":
        border = np.block([[K + mu * np.eye(12), np.zeros((12, 1))], [np.zeros((1, 12)), 1.0]])
    solved = np.linalg.solve(border, np.append(y, 0.0))
    f = K @ solved[:-1] + (solved[-1] if learner == "lssvm" else 0.0)
    same(found.risk, np.mean((y - f) ** 2), **SOLVER)


def test_each_learner_has_its_bounds():
    K, y = example(24, 5)

    def keys(problem):
        return [bound.key for bound in bounds_of(measured(problem))]

    assert keys(Problem(K, y, [0.1])) == ["sps2", "sps1", "ks_krr", "sm1"]
    assert keys(Problem(K, y, [0.1], learner="lssvm")) == ["sm1", "ks_lssvm"]
    machine = ["stab_35", "stab_37", "margin", "margin_gaussian", "uniform", "sm2", "ks_svm"]
    assert keys(SvmProblem(K, y, [1.0])) == machine
    assert "margin_gaussian" not in keys(SvmProblem(2 * K, y, [1.0]))
    assert "stab_35" not in keys(SvmProblem(K[:15, :15], y[:15], [1.0]))


def test_the_machine_in_numbers():
    K, y = example(24, 5)
    problem = SvmProblem(K, y, [2.0])
    found = measured(problem)
    f, beta = problem.machines.f[0], problem.machines.beta[0]
    slack = np.maximum(0, 1 - y * f)
    same(found.setting.cost, 2.0, **ROUNDOFF)
    same(found.machine.hinge, slack.mean(), **ROUNDOFF)
    same(found.machine.soft, np.minimum(1, slack).mean(), **ROUNDOFF)
    same(found.machine.norm, np.sqrt(beta @ K @ beta), **SOLVER)
    same(found.machine.missed, CRITERIA["svm_loo"].score(problem)[0], **ROUNDOFF)
    stab = {bound.key: bound for bound in bounds_of(found)}
    for form in ("35", "37"):
        score = CRITERIA["stab"].score(problem, form=form)[0]
        same(stab[f"stab_{form}"].proved, score, **ROUNDOFF)
    same(stab["margin"].proved, CRITERIA["marg"].score(problem)[0], **ROUNDOFF)


def test_a_regression_has_no_bounds_of_the_spectral_measure():
    K, _ = example(12, 3)
    found = measured(Problem(K, np.linspace(-3, 2, 12), [0.1]))
    assert found.setting.y_max == 3.0
    assert [bound.key for bound in bounds_of(found)] == ["sps2", "sps1", "ks_krr"]
    assert "labels" in found.missing[0]


def test_entries_that_sum_to_nothing_have_no_spectral_measure():
    X = np.array([[-1.0], [1.0], [2.0], [-2.0], [0.5], [-0.5]])
    found = measured(Problem(X @ X.T, [1, -1, 1, -1, 1, -1.0], [0.1]))
    assert any("sum to 0" in reason for reason in found.missing)
    centred = np.random.default_rng(0).standard_normal((30, 4))
    centred -= centred.mean(axis=0)
    found = measured(Problem(centred @ centred.T, [1.0, -1.0] * 15, [0.1]))
    assert any("sum to 0" in reason for reason in found.missing)  # but for rounding
    negative = measured(Problem(X @ X.T + np.eye(6), [1, -1, 1, -1, 1, -1.0], [0.1]))
    (bound,) = (one for one in bounds_of(negative) if one.key == "sm1")
    assert not negative.nonnegative
    assert "negative entries" in bound.flaw
    assert not bound.applies
    assert bound.vacuous  # however small the value is
    assert not bound.says(-1.0)


def test_a_kernel_of_zeros_has_bounds():
    found = measured(Problem(np.zeros((8, 8)), [1.0, -1.0] * 4, [0.1]))
    assert [bound.key for bound in bounds_of(found)] == ["sps2", "sps1", "ks_krr"]


def test_the_worst_case_is_the_same_for_every_kernel():
    K, y = example(24, 5)
    narrow, wide = (worst_case(measured(Problem(k, y, [0.1]))) for k in (np.eye(24), K))
    assert (narrow.shift, narrow.norm) == (wide.shift, wide.norm)
    assert narrow.norm == kernel_stability.worst_norm(1.0, 24)


def test_one_ridge_is_asked_for():
    K, y = example(12, 3)
    with pytest.raises(InvalidParameterError):
        measured(Problem(K, y, [0.1, 1.0]))


def test_without_the_eigendecomposition_the_shift_is_left_open():
    K, y = example(200, 3)
    problem = Problem(K, y, [0.1])
    found = measured(problem, full=False)
    assert np.isnan(found.shift)
    assert "spectrum" not in vars(problem)
    assert np.isnan(bounds_of(found)[0].printed)


def test_the_largest_change_is_that_of_fits_without_each_point():
    K, y = example(13, 8)
    lam = 0.05
    f = K @ np.linalg.solve(K + 13 * lam * np.eye(13), y)
    worst = 0.0
    for i in range(13):
        rest = np.delete(np.arange(13), i)
        alpha = np.linalg.solve(K[np.ix_(rest, rest)] + 12 * lam * np.eye(12), y[rest])
        worst = max(worst, np.abs(f - K[:, rest] @ alpha).max())
    problem = Problem(K, y, [lam])
    same(largest_change(problem), worst, **SOLVER)
    (bound,) = (one for one in bounds_of(measured(problem)) if one.key == "sps1")
    assert worst <= bound.proved


def test_the_largest_change_is_one_of_ridge_regression():
    K, y = example(13, 8)
    with pytest.raises(UndefinedScoreError):
        largest_change(Problem(K, y, [0.1], learner="lssvm"))


def test_the_variance_of_cross_validation_comes_near_its_exact_value():
    """One input point and four labels: all 4⁴ samples are known."""
    y, lam = np.array([2.0, -1.5, 0.5, 0.0]), 0.5
    K = np.ones((4, 4))
    found = cv_variance(Problem(K, y, [lam]), folds=2, resamples=2000, seed=1)
    every = np.array(np.meshgrid(y, y, y, y)).reshape(4, -1).T
    exact = [
        Problem(K, drawn, [lam], task="regression").cross_validation(2, "squared")[0]
        for drawn in every
    ]
    same(found.values.mean(), np.mean(exact), rtol=0.03)
    same(found.variance, np.var(exact), rtol=0.15)


def test_the_variance_is_that_of_the_values_and_repeats_with_its_seed():
    K, y = example(20, 2)
    told = []
    problem = Problem(K, y, [0.1])
    found = cv_variance(problem, resamples=6, seed=3, on_progress=lambda *at: told.append(at))
    again = cv_variance(problem, resamples=6, seed=3)
    same(found.values, again.values)
    same(found.variance, np.var(found.values, ddof=1), **ROUNDOFF)
    assert told[-1] == (6, 6)
    assert found.loss == "squared"


def test_the_machine_is_judged_by_its_hinge_loss():
    K, y = example(20, 2)
    found = cv_variance(SvmProblem(K, y, [1.0]), folds=2, resamples=4)
    assert found.loss == "hinge"
    assert (found.values > 0).all()


def test_resamples_stop_and_impossible_ones_say_why():
    K, y = example(20, 2)
    stop = threading.Event()
    stop.set()
    with pytest.raises(StoppedError):
        cv_variance(Problem(K, y, [0.1]), cancel=stop)
    lonely = np.where(np.arange(20) == 0, 1.0, -1.0)
    with pytest.raises(UndefinedScoreError, match="members of each class"):
        cv_variance(Problem(K, lonely, [0.1]), resamples=5)
