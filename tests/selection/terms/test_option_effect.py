"""The effect of options: the same as a full sweep for each of them, at the cost of one."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import choices, run_sweep
from kselect_core.criteria import Problem
from kselect_core.errors import StoppedError
from kselect_core.selection import Candidates
from kselect_core.selection.terms.option_effect import (
    Dial,
    dials,
    option_config,
    option_effect,
    option_means,
    option_seconds,
)
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import ROUNDOFF

WIDTHS = (0.1, 0.5, 2.0, 8.0)


def config(**changes):
    return small(**{"candidates": (Candidates(values=WIDTHS),), "repeats": 5} | changes)


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_every_setting_is_a_full_sweep_with_that_option(learner):
    data, asked = blobs(), config(learner=learner)
    table = option_effect(asked, data, lam=0.1)
    tried = [
        ("ks", "eta", 32.0, {}),
        ("ks(k=10)", "eta", 0.25, {"k": 10}),
        ("sm", "r", 7, {}),
        ("sm(normalisation=printed)", "r", 1, {"normalisation": "printed"}),
        ("er", "t", 2, {}),
        ("pep", "t", 4, {}),
        ("kfold", "k", 3, {}),
    ]
    for dial, option, value, fixed in tried:
        key = dial.partition("(")[0]
        alone = config(learner=learner, criteria=((key, {**fixed, option: value}),))
        swept = choices(run_sweep(alone, dataset=data), alone)
        swept = swept[(swept["scope"] == "per_lambda") & (swept["lambda"] == 0.1)]
        mine = table[(table["dial"] == dial) & (table["setting"] == value)]
        assert list(mine["parameter"]) == list(swept["parameter"]), dial
        for column in ("test_error", "best_test_error", "regret"):
            assert_allclose(mine[column], swept[column], **ROUNDOFF, err_msg=dial)


def test_the_folds_of_a_kernel_are_fitted_once_for_all_weights(monkeypatch):
    counted, name = [], "_held_out_predictions"
    real = getattr(Problem, name)
    monkeypatch.setattr(Problem, name, lambda self, k: (counted.append(k), real(self, k))[1])
    asked = config(candidates=(Candidates(values=WIDTHS[:2]),))
    option_effect(asked, blobs(), lam=0.1)
    kernels = len(asked.kernels) * asked.repeats
    assert {k: counted.count(k) / kernels for k in set(counted)} == dict.fromkeys(
        (2, 3, 5, 7, 10), 1.0  # 14 members of each class: no 15 folds
    )  # fmt: skip


def test_means_and_ranges_are_those_of_the_splits():
    table = option_effect(config(), blobs(), lam=0.1)
    means = option_means(table).set_index(["dial", "setting"])
    part = table[(table["dial"] == "ks") & (table["setting"] == 1.0)]
    row = means.loc[("ks", 1.0)]
    assert row["splits"] == 5
    assert_allclose(row["mean"], part["test_error"].mean(), **ROUNDOFF)
    assert_allclose(row[["low", "high"]].astype(float),
                    [part["test_error"].min(), part["test_error"].max()], **ROUNDOFF)  # fmt: skip
    assert_allclose(row["best"], part["best_test_error"].mean(), **ROUNDOFF)
    assert row["kernels"] == part["parameter"].nunique()
    assert np.isnan(means.loc[("kfold", 20.0), "mean"])
    gap = table[(table["dial"] == "kfold") & (table["setting"] == 20.0)]
    assert gap["reason"].str.contains("at least 20 members").all()


def test_a_single_split_is_not_enough_for_a_mean():
    asked = option_config(config(repeats=1), blobs(), lam=0.1)
    assert asked.repeats == 5
    assert asked.lambdas == (0.1,)
    assert option_config(config(repeats=8), blobs(), lam=0.1).repeats == 8


def test_regressions_are_judged_by_the_squared_error_and_have_no_spectral_measure():
    asked = config(dataset="waves")
    table = option_effect(asked, waves(), lam=0.1)
    assert set(table["key"]) == {"ks", "er", "pep", "kfold"}
    alone = config(dataset="waves", criteria=(("kfold", {"k": 3}),))
    swept = run_sweep(alone, dataset=waves())
    squared = swept[(swept["quantity"] == "test_squared_error") & (swept["lambda"] == 0.1)]
    best = squared.groupby("split")["value"].min()
    mine = table[(table["dial"] == "kfold") & (table["setting"] == 3.0)]
    assert_allclose(mine["best_test_error"], best, **ROUNDOFF)


def test_several_classes_are_judged_by_their_common_decision():
    asked = config(dataset="clouds", repeats=5)
    table = option_effect(asked, clouds(n=60), lam=0.1)
    alone = replace(asked, criteria=option_config(asked, clouds(n=60), lam=0.1).criteria[:1])
    swept = choices(run_sweep(alone, dataset=clouds(n=60)), alone)
    swept = swept[(swept["scope"] == "per_lambda") & (swept["lambda"] == 0.1)]
    mine = table[(table["dial"] == "ks") & (table["setting"] == 0.25)]
    assert_allclose(mine["test_error"], swept["test_error"], **ROUNDOFF)


def test_machines_are_seen_through_least_squares():
    machines = small(
        learner="svm", C=(0.5, 5.0), criteria=("svm_loo",), candidates=(Candidates(values=WIDTHS),)
    )
    assert option_config(machines, blobs(), lam=0.1).learner == "lssvm"


def test_the_settings_fit_the_sample():
    found = {dial.name: dial for dial in dials(100, classes=True)}
    assert found["er"].settings == (1, 2, 4, 8, 10, 16, 32)
    assert dials(210, classes=True)[4].settings == (1, 2, 4, 8, 15, 32, 64)
    assert found["ks"].settings[0] == 0.25
    assert found["ks"].settings[-1] == 32
    assert found["sm"].settings == tuple(range(1, 31))
    assert "sm" not in {dial.name for dial in dials(100, classes=False)}
    assert Dial("ks", "eta", (2.0,)).choice(2.0).quantity == "ks(eta=2.0)"


def test_stop_stops_and_there_is_an_estimate():
    stop = Event()
    with pytest.raises(StoppedError, match="Stopped: 3 of 20"):
        option_effect(
            config(), blobs(), lam=0.1, cancel=stop,
            on_progress=lambda done, _: stop.set() if done == 3 else None,
        )  # fmt: skip
    assert option_seconds(config(), blobs(), lam=0.1) > 0
