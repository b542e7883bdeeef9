"""Learning curves: nested parts of the training part, and sweeps on them."""

from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, SweepConfig, choices, load_dataset, run_sweep
from kselect_core.data.set.splits import part_of
from kselect_core.errors import DataError, InvalidParameterError, StoppedError
from kselect_core.plotting.curves.learning_curves import learning_curves
from kselect_core.selection.config.measures import measured_by
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.judgement import at_fixed
from kselect_core.selection.terms.learning import (
    curve_means,
    curve_seconds,
    learning_curve,
    usual_sizes,
)
from kselect_core.words.learned import learned_text

FAMILY = (Candidates("gaussian", (0.1, 1.0, 10.0), "2tau"),)


def config_of(dataset="two_moons", **changes):
    given = {"lambdas": (0.001, 0.1), "repeats": 2, "criteria": ("loo", "ckta"), **changes}
    return SweepConfig(dataset=dataset, candidates=FAMILY, **given)


@pytest.mark.parametrize("task", ["binary", "multiclass", "regression"])
def test_parts_are_nested_and_hold_the_classes_in_their_shares(task):
    rng = np.random.default_rng(0)
    y = {"binary": np.where(rng.random(200) < 0.2, 1, -1), "multiclass": rng.integers(3, size=200)}
    labels = y.get(task, rng.standard_normal(200))
    train = np.sort(rng.choice(200, 140, replace=False))
    parts = [part_of(train, labels, n, task=task, number=1, seed=7) for n in (25, 40, 90, 140)]
    assert [len(part) for part in parts] == [25, 40, 90, 140]
    for small, large in pairwise(parts):
        assert set(small) < set(large)
    assert (parts[-1] == train).all()
    if task != "regression":
        for part in parts:
            for label in np.unique(labels):
                expected = (labels[train] == label).mean() * len(part)
                assert abs((labels[part] == label).sum() - expected) <= len(np.unique(labels)) / 2
    other = part_of(train, labels, 25, task=task, number=2, seed=7)
    assert set(other) != set(parts[0])


@pytest.mark.parametrize("dataset", ["two_moons", "iris", "additive"])
def test_with_all_points_it_is_the_sweep_and_with_fewer_the_sweep_on_them(dataset):
    config, data = config_of(dataset, criteria=("loo",)), load_dataset(dataset)
    n = len(Setup.of(config, data).first.train)
    table = learning_curve(config, data, (30, n))
    whole = choices(run_sweep(config), config).query("scope == 'joint'").reset_index(drop=True)
    last = table[table["n"] == n].drop(columns=["n", "landmarks"]).reset_index(drop=True)
    pd.testing.assert_frame_equal(last, whole)
    rows = replace(Setup.of(config, data), points=30).rows(1)
    few = np.concatenate([rows.train, rows.test])
    given = replace(data, X=data.X[few], y=data.y[few], test_rows=len(rows.test), name="part")
    alone = replace(config, dataset="part", split="given", repeats=1)
    found = choices(run_sweep(alone, dataset=given), alone)
    found = found.query("scope == 'joint'").iloc[0]
    mine = table[(table["n"] == 30) & (table["split"] == 1)].iloc[0]
    assert (mine["parameter"], mine["lambda"]) == (found["parameter"], found["lambda"])
    assert_allclose(mine["value"], found["value"], rtol=1e-9)
    assert_allclose(mine["test_error"], found["test_error"], rtol=1e-9)


def test_a_fixed_ridge_and_a_measure_are_those_of_the_sweep():
    config, data = config_of(), load_dataset("two_moons")
    table = learning_curve(config, data, (210,), lam=0.001, measure="auc")
    full = choices(measured_by(run_sweep(config), "auc"), config)
    full = at_fixed(full, config, 0.001).query("scope == 'joint'").reset_index(drop=True)
    pd.testing.assert_frame_equal(table.drop(columns=["n", "landmarks"]), full)


def test_means_and_words():
    config, data = config_of(), load_dataset("two_moons")
    table = learning_curve(config, data, (20, 210), lam=0.001)
    means = curve_means(table)
    for row in means.itertuples():
        part = table[(table["quantity"] == row.quantity) & (table["n"] == row.n)]
        assert_allclose(row.regret, part["regret"].mean())
        assert_allclose(row.test_error_sd, part["test_error"].std())
        assert row.kernels == part["parameter"].nunique()
    text = learned_text(means, "binary", str)
    assert text.startswith("With **n = 20** **")
    assert "with **n = 210** **LOO** has the smallest mean regret" in text
    nothing = learned_text(means.assign(regret=np.nan), "binary", str)
    assert nothing.startswith("No criterion")


def test_where_the_learner_becomes_another_one_it_is_said_and_lines_are_interrupted(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.engines.TILED_FROM", 50)
    monkeypatch.setattr("kselect_core.selection.sweep.engines.TILED_TO", 100)
    config, data = config_of(landmarks=30), load_dataset("two_moons")
    means = curve_means(learning_curve(config, data, (40, 80, 120, 210)))
    assert means.groupby("n")["landmarks"].max().to_dict() == {40: 0, 80: 0, 120: 30, 210: 30}
    said = "From n = 120 on the learner is another one, on 30 landmarks"
    assert said in learned_text(means, "binary", str)
    assert said not in learned_text(means[means["n"] < 100], "binary", str)
    figure = learning_curves(means, rate=True)
    (line,) = (t for t in figure.data if t.legendgroup == "ckta" and t.showlegend)
    gaps = np.isnan(np.asarray(line.y, dtype=float))
    assert np.asarray(line.x)[gaps].tolist() == [120]
    assert np.asarray(line.x)[~gaps].tolist() == [40, 80, 120, 210]


def test_numbers_that_cannot_be_are_refused_in_words():
    config, data = config_of(), load_dataset("two_moons")
    assert usual_sizes(210) == (20, 32, 51, 82, 131, 210)
    assert usual_sizes(12) == (12,)
    assert curve_seconds(config, data) > 0
    with pytest.raises(InvalidParameterError, match="at most 210, the training points"):
        learning_curve(config, data, (30, 211))
    with pytest.raises(DataError, match="too few: a class would have"):
        learning_curve(config, data, (3,))


def test_it_can_be_stopped_and_says_how_far_it_is():
    config, data, seen, stop = config_of(), load_dataset("two_moons"), [], Event()

    def told(done, total):
        seen.append((done, total))
        if done == 8:
            stop.set()

    with pytest.raises(StoppedError):
        learning_curve(config, data, (20, 40), on_progress=told, cancel=stop)
    assert seen == [(k, 12) for k in range(1, 9)]
