"""Kernels combined on every split: never worse than the starts, errors as fitted by hand."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, Dataset, SweepConfig, load_dataset
from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError, StoppedError, UndefinedScoreError
from kselect_core.linalg.minimum.descent import Descent
from kselect_core.selection.combination import weights as combination_weights
from kselect_core.selection.combination.combined import (
    combined,
    effect,
    least_squares,
    of_ridge,
    set_of,
)
from kselect_core.selection.combination.combined_errors import errors_of
from kselect_core.selection.combination.plan import Plan, scaled, seconds
from kselect_core.selection.combination.sets import across, stacked
from kselect_core.selection.combination.weights import learn
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.selection.sweep.setup import Setup
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

WIDTHS = (0.1, 1.0, 10.0)
LAM = 0.01


def config_of(**changes):
    usual = {
        "dataset": "mine",
        "candidates": (Candidates("gaussian", WIDTHS, "2tau"),),
        "lambdas": (LAM, 1.0),
        "repeats": 2,
        "criteria": ("ckta",),
    }
    return SweepConfig(**usual | changes)


def data_of(task="binary", n=70):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 3))
    y = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.2 * rng.normal(size=n)
    return Dataset.from_arrays(
        X, y if task == "regression" else np.where(y > 0, 1, -1), name="mine"
    )


PLANS = [
    Plan(objective="ckta", kernels="widths", lam=LAM),
    Plan(objective="ckta", kernels="families", lam=LAM, p=2),
    Plan(objective="sm", options=(("r", 2),), kernels="families", lam=LAM),
    Plan(objective="sps", kernels="widths", lam=LAM, p=2),
    Plan(objective="ks", options=(("eta", 4.0),), kernels="features", parameter=1.0, lam=LAM),
    Plan(objective="ckta", kernels="families", lam=LAM, scaling="none"),
]


@pytest.mark.parametrize(
    "plan", PLANS, ids=lambda plan: f"{plan.objective}-{plan.kernels}-{plan.p}"
)
def test_the_learnt_value_is_that_of_the_criterion_and_no_worse_than_the_starts(plan):
    config, data = config_of(), data_of()
    found = combined(config, data, plan)
    assert len(found.learnt) == 2
    better = 1.0 if plan.criterion.better == "lower" else -1.0
    for split, learnt in enumerate(found.learnt):
        ready = prepared_split(Setup(config, data), split)
        stack, _ = scaled(stacked(found.members, ready), plan.scaling)
        w = learnt.weights
        assert (w >= 0).all()
        assert_allclose(np.linalg.norm(w, ord=plan.p), 1.0, **ROUNDOFF)
        problem = of_ridge(ready.problem, LAM).with_matrix(np.tensordot(w, stack, 1))
        assert_allclose(
            learnt.value, plan.criterion.score(problem, **dict(plan.options))[0], **SOLVER
        )
        best = learnt.singles[learnt.single]
        assert best == (np.nanmin if better > 0 else np.nanmax)(learnt.singles)
        assert (
            better * learnt.value <= better * min(better * best, better * learnt.uniform) * better
        )
        for _, values in learnt.ways:
            assert (better * np.diff(values) <= 0).all()


@pytest.mark.parametrize("task", ["binary", "regression"])
def test_test_errors_are_those_of_the_learner_fitted_by_hand(task):
    config, data = config_of(learner="lssvm"), data_of(task)
    plan = Plan(kernels="widths", lam=LAM)
    found = combined(config, data, plan)
    ready = prepared_split(Setup(config, data), 1)
    w, n = found.learnt[1].weights, ready.n
    K, K_test = (
        sum(wi * member for wi, member in zip(w, several, strict=True))
        for several in (
            stacked(found.members, ready),
            [across(member, ready) for member in found.members],
        )
    )
    bordered = np.block([[K + n * LAM * np.eye(n), np.ones((n, 1))], [np.ones(n), 0.0]])
    solution = np.linalg.solve(bordered, np.append(ready.problem.y, 0.0))
    f = K_test @ solution[:n] + solution[n]
    if task == "binary":
        assert found.errors[1, 0] == np.mean(ready.y_test * f <= 0)
    else:
        assert_allclose(found.errors[1, 0], np.mean((ready.y_test - f) ** 2), **SOLVER)


@pytest.mark.parametrize("task", ["binary", "regression"])
def test_single_kernels_have_the_test_errors_of_the_sweep(task):
    config, data = config_of(criteria=("ckta",)), data_of(task)
    found = combined(config, data, Plan(kernels="widths", lam=LAM))
    table = run_sweep(config, dataset=data)
    quantity = "test_error" if task == "binary" else "test_squared_error"
    rows = table[(table["quantity"] == quantity) & (table["lambda"] == LAM)]
    wide = rows.pivot_table(index="split", columns="parameter", values="value").to_numpy()
    for split, learnt in enumerate(found.learnt):
        assert_allclose(found.errors[split, 1], wide[split, learnt.single], **SOLVER)
        assert_allclose(found.errors[split, 3], wide[split].min(), **SOLVER)
        assert wide[split, found.oracle[split]] == wide[split].min()


@pytest.mark.parametrize(
    ("uniform", "corner", "place", "best"),
    [(-2.0, -1.0, -2.0, 0), (-1.0, -2.0, -2.0, 1), (-1.0, -1.5, -2.0, 2)],
)
def test_the_best_of_the_ends_is_taken(monkeypatch, uniform, corner, place, best):
    def ended(evaluate, start, norm, **rest):  # noqa: ARG001 (as descent)
        value = corner if start.max() == 1 else uniform
        return Descent(np.array([start]), np.array([value]), 0.0, "converged")

    def searched(goal, norm, known, n, **rest):  # noqa: ARG001 (as the search)
        return Descent(np.array([known[0].weights]), np.array([place]), 0.0, "searched")

    monkeypatch.setattr(combination_weights, "searched", searched)
    monkeypatch.setattr(combination_weights, "descent", ended)
    ready = prepared_split(Setup(config_of(), data_of()), 0)
    plan = Plan(kernels="widths", lam=LAM)
    stack = stacked(set_of(config_of(), data_of(), ready, plan), ready)
    found = learn(stack, of_ridge(ready.problem, LAM), plan)
    assert found.best == best
    assert found.value == 2.0  # in units of the criterion, which is best large


def test_the_unit_of_a_kernel_does_not_matter_once_they_are_scaled():
    config, data = config_of(), data_of()
    ready = prepared_split(Setup(config, data), 0)
    template = of_ridge(ready.problem, LAM)
    plan = Plan(kernels="widths", lam=LAM)
    stack = stacked(set_of(config, data, ready, plan), ready)
    units = np.array([1.0, 50.0, 0.02])
    one, sizes = scaled(stack.copy(), "trace")
    two, _ = scaled(stack * units[:, None, None], "trace")
    assert_allclose(sizes, 1.0, **ROUNDOFF)
    assert_allclose(np.einsum("qii->q", two), ready.n, **ROUNDOFF)
    weights = [learn(s, template, plan).weights for s in (one, two)]
    assert_allclose(weights[0], weights[1], rtol=1e-3, atol=1e-3)


def test_exact_sps_on_the_simplex_is_the_training_error_plus_a_constant():
    config, data = config_of(), data_of()
    ready = prepared_split(Setup(config, data), 0)
    plan = Plan(objective="sps", options=(("perturbation", "exact"),), kernels="families", lam=LAM)
    stack, _ = scaled(stacked(set_of(config, data, ready, plan), ready), "trace")
    found = learn(stack, of_ridge(ready.problem, LAM), plan)
    problem = of_ridge(ready.problem, LAM).with_matrix(np.tensordot(found.weights, stack, 1))
    assert_allclose(found.value, CRITERIA["remp"].score(problem)[0] + 1 / ready.n, **ROUNDOFF)


def test_sm_of_low_power_chooses_a_single_kernel():
    found = combined(config_of(), data_of(), PLANS[2])
    told = effect(found)
    assert told.used == (1, 1)
    assert told.value == told.single > told.uniform
    assert told.errors[0] == told.errors[1]


def test_the_effect_of_a_split_is_that_split_alone():
    found = combined(config_of(), data_of(), PLANS[1])
    one = effect(found, 1)
    assert one.value == found.learnt[1].value
    assert one.errors == tuple(found.errors[1])
    assert one.largest == int(found.learnt[1].weights.argmax())
    both = effect(found)
    assert_allclose(both.errors, found.errors.mean(axis=0), **EXACT)
    assert both.used[0] <= both.used[1]


def test_real_targets_have_squared_errors_and_no_sm():
    config, data = config_of(), data_of("regression")
    for objective in ("ckta", "sps", "ks"):
        found = combined(config, data, Plan(objective=objective, kernels="families", lam=LAM))
        assert np.isfinite(found.errors).all()
    with pytest.raises(UndefinedScoreError, match="−1 and"):
        combined(config, data, Plan(objective="sm", kernels="families", lam=LAM))


def test_a_machine_is_replaced_by_ridge_regression_with_its_ridge():
    config = SweepConfig(dataset="mine", learner="svm", C=(0.5, 5.0), repeats=1)
    plain = least_squares(config)
    assert (plain.learner, plain.ridge, plain.lambdas) == ("krr", "lambda", (0.1, 1.0))
    assert least_squares(plain) is plain
    found = combined(config, data_of(), Plan(kernels="families", lam=0.1))
    assert np.isfinite(found.errors).all()


def test_a_pair_of_several_classes_is_looked_at_alone():
    config = SweepConfig(
        dataset="iris",
        candidates=(Candidates("gaussian", WIDTHS, "2tau"),),
        repeats=1,
        pair=("versicolor", "virginica"),
    )
    found = combined(config, load_dataset("iris"), Plan(kernels="features", parameter=1.0))
    assert len(found.members) == 4
    assert found.n == 70


def test_a_constant_feature_gets_next_to_no_weight_from_ckta():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=(60, 2)), np.ones(60)])
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0, 1, -1), name="mine")
    for family in (Candidates("gaussian", (1.0,), "2tau"), Candidates("linear")):
        config = config_of(candidates=(family,))
        plan = Plan(kernels="features", kernel=family.kernel, parameter=1.0, lam=LAM)
        found = combined(config, data, plan)
        assert found.weights[:, 2].max() < 0.01
        assert np.isfinite(found.errors[:, :3]).all()


def test_everything_is_the_same_again():
    one, two = (combined(config_of(), data_of(), PLANS[3]) for _ in range(2))
    assert_allclose(one.weights, two.weights, **EXACT)
    assert_allclose(one.errors, two.errors, **EXACT)


def test_progress_is_told_and_stop_is_heard():
    told, cancel = [], Event()
    combined(
        config_of(), data_of(), PLANS[0], on_progress=lambda done, total: told.append((done, total))
    )
    total = 2 * (2 * 3 + 3 + 2)  # two splits: values and fits of 3 kernels, 3 paths, 2 more fits
    assert told == [(done, total) for done in range(1, total + 1)]
    cancel.set()
    with pytest.raises(StoppedError):
        combined(config_of(), data_of(), PLANS[0], cancel=cancel)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"objective": "loo"}, "objective must be one of"),
        ({"p": 3}, "p must be 1 or 2"),
        ({"scaling": "rows"}, "scaling must be"),
        ({"objective": "ks", "options": (("loss", "error"),)}, "loss must be 'squared'"),
    ],
)
def test_a_plan_says_what_it_cannot_be(wrong, said):
    with pytest.raises(InvalidParameterError, match=said):
        Plan(**wrong)


def test_an_unknown_ridge_is_refused():
    with pytest.raises(InvalidParameterError, match=r"one of 0\.01, 1"):
        combined(config_of(), data_of(), Plan(kernels="widths", lam=0.5))


def test_estimates_grow_with_the_work():
    quick, dear = Plan(), Plan(objective="sps")
    assert seconds(500, 20, 5, dear) > 5 * seconds(500, 20, 5, quick)
    assert seconds(1000, 20, 5, quick) > seconds(500, 20, 5, quick) > seconds(500, 10, 5, quick)
    five = Plan(objective="sm", options=(("r", 5),))
    assert seconds(500, 20, 5, five) > seconds(500, 20, 5, Plan(objective="sm"))


def test_where_no_kernel_has_a_value_the_reason_is_said():
    ready = prepared_split(Setup(config_of(), data_of()), 0)
    flat = np.ones((2, ready.n, ready.n))
    with pytest.raises(UndefinedScoreError, match="constant"):
        learn(flat, of_ridge(ready.problem, LAM), Plan(lam=LAM))


def test_a_kernel_that_cannot_be_fitted_has_no_test_error_and_the_others_have():
    config, data = config_of(), data_of()
    ready = prepared_split(Setup(config, data), 0)
    plan = Plan(kernels="widths", lam=LAM)
    chosen = set_of(config, data, ready, plan)
    stack = stacked(chosen, ready)
    stack[1] = -np.eye(ready.n)  # K + μI has no positive eigenvalue
    template = of_ridge(ready.problem, LAM)
    errors = errors_of(ready, chosen, stack, np.eye(3), template, sizes=np.ones(3))
    assert list(np.isnan(errors)) == [False, True, False]
    nothing = replace(ready, X_test=ready.X_test[:0], y_test=ready.y_test[:0], _shared={})
    empty = errors_of(nothing, chosen, stack, np.eye(3), template, sizes=np.ones(3))
    assert np.isnan(empty).all()


def test_where_all_kernels_underflow_there_is_no_test_error():
    config = config_of(candidates=(Candidates("gaussian", (1e-9, 1.0), "2tau"),), learner="krr")
    data = data_of()
    ready = prepared_split(Setup(config, data), 0)
    chosen = set_of(config, data, ready, Plan(kernels="widths", lam=LAM))
    stack, template = stacked(chosen, ready), of_ridge(ready.problem, LAM)
    errors = errors_of(ready, chosen, stack, np.eye(2), template, sizes=np.ones(2))
    assert list(np.isnan(errors)) == [True, False]
