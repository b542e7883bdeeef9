"""Shuffled labels: reproducible, the same as computing everything anew, and what they tell."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core import run_sweep
from kselect_core.errors import InvalidParameterError, StoppedError
from kselect_core.selection import Candidates, choices
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.label_shuffles import (
    label_summary,
    shuffle_seconds,
    shuffled,
    shuffled_labels,
)
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import ROUNDOFF

WIDTHS = (1e-6, 0.5, 2.0, 8.0)
CRITERIA = ("fsm", "kta", "pep", "loo", "sps", "kfold")


def config(**changes):
    return small(candidates=(Candidates(values=WIDTHS),), criteria=CRITERIA, **changes)


def values(found, split):
    table = found.table[found.table["split"] == split]
    return table.set_index(["quantity", "parameter"])["value"].sort_index()


def test_true_labels_give_the_rows_and_choices_of_the_sweep():
    found = shuffled_labels(config(), blobs(), 1, kernel="gaussian", lam=0.1, shuffles=2)
    table = run_sweep(config(), dataset=blobs())
    here = table[(table["split"] == 1) & (table["lambda"] == 0.1) & (table["kind"] == "criterion")]
    expected = here.set_index(["quantity", "parameter"])["value"].sort_index()
    assert_allclose(values(found, 0), expected, **ROUNDOFF)
    swept = choices(table, config())
    swept = swept[
        (swept["split"] == 1) & (swept["lambda"] == 0.1) & (swept["scope"] == "per_lambda")
    ]
    mine = found.chosen[found.chosen["split"] == 0]
    assert list(mine["quantity"]) == list(swept["quantity"])
    assert list(mine["parameter"]) == list(swept["parameter"])


def test_ties_of_error_counts_are_decided_as_in_the_sweep():
    tied = small(criteria=(("kfold", {"loss": "error"}), ("loo", {"loss": "error"})))
    found = shuffled_labels(tied, blobs(), kernel="gaussian", lam=0.1, shuffles=1)
    swept = choices(run_sweep(tied, dataset=blobs()), tied)
    swept = swept[
        (swept["split"] == 0) & (swept["lambda"] == 0.1) & (swept["scope"] == "per_lambda")
    ]
    mine = found.chosen[found.chosen["split"] == 0]
    assert list(mine["parameter"]) == list(swept["parameter"])
    assert set(found.table["quantity"]) == {"kfold(loss=error)", "loo(loss=error)"}


def test_a_shuffle_is_a_sweep_of_the_shuffled_labels():
    found = shuffled_labels(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=2)
    ready = prepared_split(Setup(config(), blobs()), 0)
    y = shuffled(ready, config().seed, 0, 1)
    assert sorted(y) == sorted(ready.problem.y)
    assert (y != ready.problem.y).any()
    D = ((ready.X_train[:, None] - ready.X_train) ** 2).sum(axis=2)
    expected = {}
    for choice in config().criteria:
        for width in WIDTHS:
            problem = ready.problem.with_matrix(
                np.exp(-D / (2 * width)), y, kernel=ready.problem.kernel
            )
            score = choice.criterion.score(problem, **dict(choice.options))
            expected[choice.quantity, width] = score[list(config().lambdas).index(0.1)]
    mine = values(found, 2)
    assert_allclose(mine, [expected[key] for key in mine.index], **ROUNDOFF)


def test_a_shuffle_depends_on_its_number_alone():
    few = shuffled_labels(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=1)
    more = shuffled_labels(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=3)
    assert_array_equal(values(few, 1), values(more, 1))
    assert (values(more, 1) != values(more, 2)).any()
    other = shuffled_labels(
        replace(config(), seed=4), blobs(), kernel="gaussian", lam=0.1, shuffles=1
    )
    assert (values(other, 1) != values(few, 1)).any()


def test_who_does_not_look_at_the_labels_chooses_the_same_kernel():
    found = shuffled_labels(config(), blobs(n=60), kernel="gaussian", lam=0.1, shuffles=12)
    told = label_summary(found).set_index("quantity")
    assert told.loc["pep", "same"] == 1.0  # never sees them
    assert told.loc["pep", "as_good"] == 1.0
    assert (told.loc["fsm", "same"], told.loc["fsm", "parameter"]) == (1.0, 1e-6)  # degenerate
    assert told.loc["loo", "same"] < 1.0
    assert told.loc["loo", "as_good"] == 0.0
    assert told.loc["loo", "value"] < told.loc["loo", "typical"]
    assert told.loc["kta", "value"] > told.loc["kta", "typical"]
    assert told["same"].is_monotonic_decreasing


def test_the_distance_is_counted_in_octaves():
    found = shuffled_labels(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=3)
    told = label_summary(found).set_index("quantity")
    chosen = found.chosen[found.chosen["quantity"] == "loo"]["parameter"].to_numpy()
    away = np.abs(np.log2(chosen[1:] / chosen[0])).mean()
    assert_allclose(told.loc["loo", "away"], away, **ROUNDOFF)


def test_a_regression_shuffles_its_targets():
    found = shuffled_labels(
        config(dataset="waves"), waves(), kernel="gaussian", lam=0.1, shuffles=2
    )
    told = label_summary(found).set_index("quantity")
    assert "labels −1 and +1" in told.loc["fsm", "reason"]
    assert np.isnan(told.loc["fsm", "same"])
    assert told.loc["loo", "as_good"] == 0.0


def test_a_pair_of_classes_and_machines_have_shuffles_too():
    pair = config(dataset="clouds", pair=("green", "red"))
    found = shuffled_labels(pair, clouds(), kernel="gaussian", lam=0.1, shuffles=1)
    assert found.table["value"].notna().any()
    machines = small(
        learner="svm", C=(0.5, 5.0), criteria=("svm_loo", "kta"), lambdas=(0.1, 1.0),
        candidates=(Candidates(values=WIDTHS),),
    )  # fmt: skip
    found = shuffled_labels(machines, blobs(), kernel="gaussian", lam=0.1, shuffles=1)
    assert list(found.table["quantity"].unique()) == ["kta"]
    assert found.config.learner == "lssvm"


def test_kernels_that_cannot_be_made_say_why():
    degrees = (Candidates("polynomial", (1.0, 2.0, 50.0), "degree"),)
    steep = small(candidates=degrees, criteria=("kta",), preprocessing="none")
    data = replace(blobs(), X=blobs().X * 1e6)
    found = shuffled_labels(steep, data, kernel="polynomial", lam=0.1, shuffles=1)
    lost = found.table[found.table["parameter"] == 50.0]
    assert lost["value"].isna().all()
    assert lost["reason"].str.contains("lower degree").all()


def test_bad_wishes_are_refused_and_stop_stops():
    with pytest.raises(InvalidParameterError, match="shuffles must be a whole number from 1"):
        shuffled_labels(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=0)
    alone = small(candidates=(Candidates("linear"),))
    with pytest.raises(InvalidParameterError, match="two or more kernels"):
        shuffled_labels(alone, blobs(), kernel="linear", lam=0.1)
    stop = Event()
    with pytest.raises(StoppedError, match="Stopped: 2 of 4"):
        shuffled_labels(
            config(), blobs(), kernel="gaussian", lam=0.1, cancel=stop,
            on_progress=lambda done, _: stop.set() if done == 2 else None,
        )  # fmt: skip


def test_more_shuffles_take_longer():
    few, more = (
        shuffle_seconds(config(), blobs(), kernel="gaussian", lam=0.1, shuffles=count)
        for count in (1, 300)
    )
    assert 0 < few < more
