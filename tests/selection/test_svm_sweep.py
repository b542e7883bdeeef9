"""A sweep of support vector machines: the table against scikit-learn, choices, refusals."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal
from sklearn.svm import SVC

from kselect_core.criteria import CRITERIA
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates, CriterionChoice, choices, run_sweep
from kselect_core.selection.places.cursor import Cursor, Workbench, reference_values
from kselect_core.selection.places.worked import seconds
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT

DATA = blobs()
COSTS, GAMMAS = (0.05, 1.0, 20.0), (0.1, 1.0)
FOLDED = ("svm_kfold", "svm_kfold_se")
CONFIG = small(
    learner="svm",
    C=COSTS,
    candidates=Candidates("gaussian", GAMMAS, "gamma"),
    criteria=[key for key, c in CRITERIA.items() if c.applies_to("svm") and key not in FOLDED]
    + [(key, {"k": 3}) for key in FOLDED],
)


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG, dataset=DATA)


def row(table, split, gamma, cost, quantity):
    mask = (table["split"] == split) & (table["parameter"] == gamma)
    mask &= np.isclose(table["C"], cost) & (table["quantity"] == quantity)
    return float(table.loc[mask, "value"].item())


def test_errors_are_those_of_libsvm(table):
    for split in range(CONFIG.repeats):
        ready = prepared_split(Setup(CONFIG, DATA), split)
        for gamma in GAMMAS:
            K = KERNELS["gaussian"](ready.X_train, ready.X_train, gamma=gamma)
            K_test = KERNELS["gaussian"](ready.X_test, ready.X_train, gamma=gamma)
            for cost in COSTS:
                peer = SVC(C=cost, kernel="precomputed", tol=1e-8).fit(K, ready.problem.y)
                wrong = np.mean(peer.predict(K_test) != ready.y_test)
                assert_allclose(row(table, split, gamma, cost, "test_error"), wrong, **EXACT)
                f = peer.decision_function(K)
                squared = np.mean((ready.problem.y - f) ** 2)
                found = row(table, split, gamma, cost, "training_squared_error")
                assert_allclose(found, squared, rtol=1e-3)


def test_the_table_holds_costs_and_ridges(table):
    assert set(table["learner"]) == {"svm"}
    assert_allclose(table["C"], 0.5 / table["mu"], **EXACT)
    assert_allclose(np.unique(table["C"]), COSTS)
    assert table["value"].notna().all()
    assert "effective_dof" not in set(table["quantity"])


def test_choices_name_the_cost(table):
    chosen = choices(table, CONFIG)
    assert_allclose(chosen["C"], 0.5 / chosen["mu"], **EXACT)
    joint = chosen[chosen["scope"] == "joint"]
    ends = joint.loc[joint["on_boundary"], "boundary"]
    assert not ends.str.contains("λ").any()
    assert ends.str.contains("C").any()


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_worker_processes_give_the_same_table(table, workers):
    assert_frame_equal(run_sweep(CONFIG, dataset=DATA, workers=workers), table)


def test_a_finished_part_is_not_computed_again(table):
    half = table[table["split"] == 0]
    assert_frame_equal(run_sweep(CONFIG, dataset=DATA, done=half), table)


def test_the_decision_picture_and_the_reference_values_are_those_of_the_machine():
    cursor = Cursor(0, "gaussian", 1.0, CONFIG.lambdas[1])
    flat = blobs(d=2)
    view = Workbench(CONFIG, flat, 0).decision(cursor, resolution=5)
    ready = prepared_split(Setup(CONFIG, flat), 0)
    K = KERNELS["gaussian"](ready.X_train, ready.X_train, gamma=1.0)
    peer = SVC(C=1.0, kernel="precomputed", tol=1e-8).fit(K, ready.problem.y)
    across, up = np.meshgrid(view.x, view.y)
    grid = np.column_stack([across.ravel(), up.ravel()])
    expected = peer.decision_function(KERNELS["gaussian"](grid, ready.X_train, gamma=1.0))
    assert_allclose(view.f.ravel(), expected, atol=2e-3)
    ends = reference_values(CONFIG, DATA)
    assert set(ends["quantity"]) == {choice.quantity for choice in CONFIG.criteria}


def test_a_regression_has_no_machine():
    with pytest.raises(DataError, match="needs two classes"):
        run_sweep(replace(CONFIG, dataset="waves"), dataset=waves())


def test_the_numbers_of_machines_take_longer_on_more_points():
    of_machines, of_kernels = [CriterionChoice("svm_loo")], [CriterionChoice("kta")]
    assert seconds(100, of_kernels) == 0
    assert 0 < seconds(100, of_machines) < 0.1
    assert seconds(1000, of_machines) > 1


def test_costs_beyond_the_reach_of_the_solver_are_refused():
    with pytest.raises(InvalidParameterError, match="C must be at most 1e\\+12"):
        small(learner="svm", C=(1.0, 1e13), criteria=["svm_loo"])


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ({"C": (1.0, 10.0)}, "C"),
        ({"lambdas": (0.05, 0.5), "ridge": "lambda"}, "C"),
        ({"lambdas": (0.001, 0.01)}, "λ"),
    ],
)
def test_ends_of_the_grid_are_called_as_the_sweep_was_given(grid, words):
    config = small(learner="svm", criteria=["svm_loo"], **grid)
    found = choices(run_sweep(config, dataset=blobs()), config)
    ends = set(found.loc[found["scope"] == "joint", "boundary"])
    assert any(f"est {words}" in end for end in ends)
    other = "λ" if words == "C" else "C"
    assert not any(f"est {other}" in end for end in ends)
