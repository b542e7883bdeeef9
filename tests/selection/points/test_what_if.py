"""One changed point: the whole grid again, by the code of the sweep."""

import threading
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from pandas.testing import assert_frame_equal

from kselect_core.errors import DataError, StoppedError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates, choices, run_sweep
from kselect_core.selection.config.measures import measured_by, of_table
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points import what_if
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.moves import grid_table, kernels_of, moves
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import ChangedAt
from tests.selection.examples import blobs, small, waves
from tests.tolerances import ROUNDOFF

EVERY = ("kta", "loo", ("kfold", {"loss": "error"}), "sps", "gcv", "ks")
CURSOR = Cursor(1, "gaussian", 2.0, 0.1)


def asked(config, **change):
    return ChangedAt(config, blobs(), CURSOR, change=Alteration(**change))


def test_an_unchanged_point_gives_the_numbers_of_the_sweep():
    config = small(criteria=EVERY)
    found = asked(config, row=3, action="jitter", size=0.0)
    assert found.shift.norm == 0.0
    assert np.array_equal(found.shift.sigma, found.shift.sigma_after)
    assert_frame_equal(
        found.at_cursor[["value"]], found.at_cursor[["after"]].set_axis(["value"], axis=1)
    )
    assert not found.redone.moves["moved"].any()
    table = run_sweep(config, dataset=blobs())
    table = table[table["split"] == 1].reset_index(drop=True)
    ready = prepared_split(Setup(config, blobs()), 1)
    change = Alteration(3, "jitter", size=0.0)
    redone = what_if.redone(config, ready, 1, change)
    assert_frame_equal(redone.before, table, check_exact=True)
    assert_frame_equal(redone.after, table, check_exact=True)


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_a_removed_point_gives_the_sweep_of_the_smaller_sample(learner):
    config = small(learner=learner, criteria=("kta", "loo", "sps", "gcv"))
    ready = prepared_split(Setup(config, blobs()), 1)
    found = what_if.redone(config, ready, 1, Alteration(5))
    rows = np.delete(np.arange(ready.problem.n), 5)
    K = KERNELS["gaussian"](ready.X_train[rows], gamma=0.25)
    from kselect_core.criteria import CRITERIA, Problem

    exam = Problem(K, ready.problem.y[rows], config.lambdas, learner=learner)
    after = found.after[found.after["parameter"] == 2.0]
    for key in ("kta", "loo", "sps", "gcv"):
        values = after.loc[after["quantity"] == key, "value"].to_numpy()
        assert_allclose(values, CRITERIA[key].score(exam), **ROUNDOFF)


def test_the_spectrum_of_a_removed_point_ends_with_the_zero_it_leaves():
    config = small()
    ready = prepared_split(Setup(config, blobs()), 1)
    K = KERNELS["gaussian"](ready.X_train, gamma=0.25)
    shift = asked(config, row=5).shift
    zeroed = K.copy()
    zeroed[5] = zeroed[:, 5] = 0.0
    assert_allclose(shift.sigma, np.linalg.eigvalsh(K)[::-1], **ROUNDOFF)
    assert_allclose(shift.sigma_after, np.linalg.eigvalsh(zeroed)[::-1], **ROUNDOFF)
    assert_allclose(shift.norm, np.linalg.norm(K - zeroed, 2), **ROUNDOFF)


def test_a_flip_leaves_the_kernel_and_changes_what_reads_labels():
    found = asked(small(criteria=("kta", "loo")), row=5, action="flip")
    assert found.shift.norm == 0.0
    assert np.array_equal(found.shift.sigma, found.shift.sigma_after)
    change = found.at_cursor.set_index("quantity")["change"]
    assert (change[["kta", "loo"]] != 0).all()


def test_values_are_those_of_the_tables_at_the_cursor():
    config = small()
    ready = prepared_split(Setup(config, blobs()), 1)
    redone = what_if.redone(config, ready, 1, Alteration(5))
    values = what_if.values_at(config, redone, CURSOR)
    for table, column in ((redone.before, "value"), (redone.after, "after")):
        here = table[(table["parameter"] == 2.0) & (table["lambda"] == 0.1)]
        assert values[column].tolist() == here["value"].tolist()
        assert values["quantity"].tolist() == here["quantity"].tolist()
    assert_allclose(values["change"], values["after"] - values["value"], **ROUNDOFF)


def test_a_linear_kernel_has_values_at_the_cursor_too():
    config = small(candidates=(Candidates(values=(2.0,)), Candidates("linear")))
    cursor = Cursor(0, "linear", float("nan"), 0.1)
    found = ChangedAt(config, blobs(), cursor, change=Alteration(0))
    assert len(found.at_cursor) == len(found.at_cursor["quantity"].unique())
    assert found.at_cursor["after"].notna().all()


def test_a_regression_is_redone_with_squared_errors():
    config = small(dataset="waves", criteria=("loo", "gcv"))
    cursor = Cursor(0, "gaussian", 2.0, 0.1)
    found = ChangedAt(config, waves(), cursor, change=Alteration(1))
    assert found.redone.moves["test_error_after"].notna().all()
    assert "test_error" not in set(found.at_cursor["quantity"])


def test_both_sides_are_measured_alike():
    config = small(criteria=("loo",))
    by_auc = partial(ChangedAt, config, blobs(), CURSOR, measure="auc")
    same = by_auc(change=Alteration(3, "jitter", size=0.0)).redone
    assert (same.moves["change"] == 0.0).all()
    ready = prepared_split(Setup(config, blobs()), 1)
    given = measured_by(what_if.redone(config, ready, 1, Alteration(5)).before, "auc")
    found = what_if.redone(config, ready, 1, Alteration(5), before=given, measure="auc")
    asked_for = by_auc(change=Alteration(5))
    assert_frame_equal(found.after, asked_for.redone.after)
    assert_frame_equal(found.before, asked_for.redone.before)
    assert {of_table(found.before), of_table(found.after)} == {"auc"}
    assert "measure='auc'" in asked_for.made()
    assert "measure" not in asked(config, row=5).made()


def test_progress_is_told_and_stop_is_obeyed():
    steps, cancel = [], threading.Event()
    ready = prepared_split(Setup(small(), blobs()), 1)

    def told(done, total):
        steps.append((done, total))
        cancel.set()

    with pytest.raises(StoppedError, match="Stopped: 1 of 3 kernels were computed"):
        what_if.redone(small(), ready, 1, Alteration(0), on_progress=told, cancel=cancel)
    assert steps == [(1, 3)]


def test_two_spectra_too_large_are_declined(monkeypatch):
    monkeypatch.setattr(what_if, "EIGH_LIMIT", 10)
    with pytest.raises(UndefinedScoreError, match="two 28 × 28 matrices take minutes"):
        _ = asked(small(), row=0).shift


# how far choices move


def table_of(config):
    return grid_table(config, prepared_split(Setup(config, blobs()), 0), 0)


def bent(table, quantity, places):
    """Table in which a criterion is best (lowest) at (kernel, parameter, λ)."""
    table = table.copy()
    mine = table["quantity"] == quantity
    kernel, parameter, lam = places
    here = (table["kernel"] == kernel) & (table["lambda"] == lam)
    here &= (table["parameter"] == parameter) | (table["parameter"].isna() & np.isnan(parameter))
    table.loc[mine, "value"] = 1.0
    table.loc[mine & here, "value"] = 0.0
    return table


FAMILIES = (
    Candidates(values=(0.5, 2.0, 8.0)),
    Candidates("laplacian", (0.5, 1.0)),
    Candidates("linear"),
)
G = "gaussian"
STEPS = {
    "wider": ((G, 0.5, 0.1), (G, 8.0, 0.1), 2.0, 0, False),
    "narrower": ((G, 2.0, 0.1), (G, 0.5, 0.1), -1.0, 0, False),
    "larger rate is narrower": (
        ("laplacian", 0.5, 0.1),
        ("laplacian", 1.0, 0.1),
        -1.0,
        0,
        False,
    ),
    "other λ": ((G, 2.0, 0.1), (G, 2.0, 0.01), 0.0, -1, False),
    "other family": ((G, 2.0, 0.1), ("linear", float("nan"), 1.0), np.nan, 1, True),
    "nowhere": ((G, 2.0, 0.1), (G, 2.0, 0.1), 0.0, 0, False),
}


@pytest.mark.parametrize(("first", "second", "steps", "ridges", "other"), STEPS.values(), ids=STEPS)
def test_a_distance_is_signed_along_the_width(first, second, steps, ridges, other):
    config = small(candidates=FAMILIES, criteria=("loo",))
    table = table_of(config)
    before, after = (choices(bent(table, "loo", place), config) for place in (first, second))
    found = moves(config, before, after)
    (joint,) = found[found["scope"] == "joint"].to_dict("records")
    assert (joint["kernel"], joint["kernel_after"]) == (first[0], second[0])
    assert np.array_equal(joint["steps"], steps, equal_nan=True)
    assert joint["lambda_steps"] == ridges
    assert joint["other_family"] == other
    assert joint["moved"] == (first != second)
    assert joint["change"] == joint["test_error_after"] - joint["test_error"]
    assert np.isnan(joint["at"])
    alone = found[found["scope"] == "per_lambda"]
    assert alone["at"].tolist() == list(config.lambdas)


def test_the_kernels_of_the_grid_come_family_by_family_each_with_its_convention():
    config = small(candidates=FAMILIES, criteria=("loo",))
    named = [(G, 0.5), (G, 2.0), (G, 8.0), ("laplacian", 0.5), ("laplacian", 1.0)]
    assert [kernel[:2] for kernel in kernels_of(config)[:-1]] == named
    assert kernels_of(config)[-1][0] == "linear"
    conventions = [family.convention for family in FAMILIES for _ in family.points]
    assert [convention for _, _, convention in kernels_of(config)] == conventions


def test_a_choice_that_is_lost_has_no_distance_and_has_moved():
    config = small(criteria=("loo",))
    table = table_of(config)
    gone = table.copy()
    gone.loc[gone["quantity"] == "loo", "value"] = np.nan
    found = moves(config, choices(table, config), choices(gone, config))
    assert found["moved"].all()
    assert found["steps"].isna().all()
    assert (found["lambda_steps"] == 0).all()
    assert not found["other_family"].any()


def test_tables_of_other_criteria_are_not_compared():
    config = small(criteria=("loo", "kta"))
    table = choices(table_of(config), config)
    with pytest.raises(DataError, match="different rows"):
        moves(config, table, table.iloc[1:])


def test_the_configuration_alone_decides_what_is_redone():
    config = replace(small(), repeats=2)
    first = asked(config, row=2)
    second = asked(config, row=2)
    assert_frame_equal(first.redone.moves, second.redone.moves, check_exact=True)


@pytest.mark.parametrize("learner", ["lssvm", "svm"])
def test_every_learner_gives_its_own_numbers_for_an_unchanged_point(learner):
    config = small(learner=learner, criteria=("kta",))
    found = asked(config, row=3, action="jitter", size=0.0)
    assert found.at_cursor["after"].tolist() == found.at_cursor["value"].tolist()
    assert not found.redone.moves["moved"].any()


def test_a_few_hundred_points_of_least_squares_are_quick_and_machines_never():
    assert what_if.is_quick(small(), 500)
    assert not what_if.is_quick(small(), 5000)
    assert not what_if.is_quick(small(candidates=Candidates()), 500)
    assert not what_if.is_quick(small(learner="svm", criteria=("kta",)), 100)
