"""The iterated kernel in a sweep: a kernel like any other, its pool the training part."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.errors import KselectError
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.sweep.prepared import class_split, prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.tolerances import ROUNDOFF, SOLVER

STEPS = (1.0, 2.0, 3.0)


def config_of(name="additive", **changes):
    usual = {
        "candidates": (Candidates("iterated", STEPS),),
        "criteria": ("loo",),
        "lambdas": (1e-3, 0.1),
        "repeats": 2,
    }
    return SweepConfig(dataset=name, **usual | changes)


def weak(X, Z):
    return np.exp(-0.1 * np.sqrt(np.maximum(((X[:, None] - Z) ** 2).sum(axis=2), 0.0)))


def test_test_errors_of_a_sweep_are_those_of_the_recursion():
    config = config_of()
    table = run_sweep(config)
    ready = prepared_split(Setup(config, load_dataset("additive")), 1)
    X, T, y, n = ready.X_train, ready.X_test, ready.problem.y, ready.n
    G, A = weak(X, X), weak(T, X)
    for steps in STEPS:
        A, G = A @ G / n, G @ G / n
        for lam in config.lambdas:
            f = A @ np.linalg.solve(G + n * lam * np.eye(n), y)
            row = table[
                (table.split == 1)
                & (table.parameter == steps)
                & (table["lambda"] == lam)
                & (table.quantity == "test_squared_error")
            ]
            expected = np.mean((f - ready.y_test) ** 2)
            assert_allclose(row["value"].item(), expected, rtol=1e-6)


@pytest.mark.parametrize("base", [(), ("gaussian", "sigma2", 4.0), ("polynomial", "degree", 2.0)])
def test_the_base_survives_writing_and_reading(base):
    family = Candidates("iterated", STEPS, base=base, normalised=True)
    config = config_of(candidates=(family, Candidates("gaussian", (1.0,))))
    assert SweepConfig.from_toml(config.to_toml()) == config
    assert SweepConfig.from_json(config.to_json()) == config
    assert family.base == (base or ("laplacian", "c", 0.1))
    assert family.parameters(2.0)["at"] == {"gaussian": 0.25, "polynomial": 2.0}.get(
        family.base[0], 0.1
    )


def test_other_kernels_say_nothing_of_a_base():
    assert "base" not in config_of(candidates=(Candidates(),)).to_json()


def test_finished_rows_of_another_base_are_refused():
    data = load_dataset("additive")
    other = (Candidates("iterated", STEPS, base=("laplacian", "c", 0.2)),)
    assert Setup(config_of(), data).origin != Setup(config_of(candidates=other), data).origin
    longer = config_of(candidates=(Candidates("iterated", (*STEPS, 4.0)),))
    assert Setup(config_of(), data).origin == Setup(longer, data).origin


@pytest.mark.parametrize(
    ("family", "words"),
    [
        ({"kernel": "iterated", "values": (1.5,)}, "whole number"),
        ({"kernel": "iterated", "values": (21.0,)}, "from 1 to 20"),
        ({"kernel": "iterated", "base": ("linear", "", 1.0)}, "base of the iterated kernel"),
        ({"kernel": "iterated", "base": ("gaussian", "c", 1.0)}, "convention of the Gaussian"),
        ({"kernel": "iterated", "base": ("gaussian", "tau", -1.0)}, "greater than 0"),
        ({"kernel": "iterated", "base": ("laplacian", "c", "x")}, "greater than 0"),
        ({"kernel": "iterated", "base": "weak"}, "three entries"),
        ({"kernel": "gaussian", "base": ("laplacian", "c", 0.1)}, "left out"),
    ],
)
def test_what_it_cannot_start_from_is_refused_in_words(family, words):
    with pytest.raises(KselectError, match=words):
        Candidates(**family)


def test_the_grid_of_steps_grows_by_one():
    longer = config_of().extended("iterated", "high", steps=2)
    assert longer.candidates[0].values == (*STEPS, 4.0, 5.0)
    assert config_of().extended("iterated", "low", steps=2).candidates[0].values == STEPS


def test_one_pair_of_several_classes_has_the_kernel_of_all_of_them():
    config = config_of("iris")
    data = load_dataset("iris")
    whole = class_split(Setup(config, data), 0)
    grams = whole.grams("iterated", {"steps": 2})
    lens = replace(config, pair=("setosa", "virginica"))
    ready = prepared_split(Setup(lens, data), 0)
    pair = whole.pairs[1]
    rows, tested = whole.rows[1], pair.rows(whole.codes_test)
    made = ready.training_kernel("iterated", {"steps": 2}, np.empty((ready.n, ready.n)))
    assert_allclose(made.K, grams.inside.K[np.ix_(rows, rows)], **ROUNDOFF)
    across = ready.test_kernel("iterated", {"steps": 2})
    assert_allclose(across, grams.across.K[tested][:, rows], **ROUNDOFF)


def test_the_decision_picture_is_the_fit_with_the_kernel_of_the_training_points():
    config = config_of("two_moons", preprocessing="none")
    bench = Workbench(config, load_dataset("two_moons"))
    point = Cursor(0, "iterated", 2.0, 0.001)
    view = bench.decision(point, resolution=3)
    X, n = bench.split.X_train, bench.split.n
    places = np.array([[x, y] for y in view.y for x in view.x])
    G = weak(X, X)
    K, K_places = n * np.linalg.matrix_power(G / n, 4), weak(places, X)
    K_places = K_places @ np.linalg.matrix_power(G / n, 3)
    f = K_places @ np.linalg.solve(K + n * 0.001 * np.eye(n), bench.split.problem.y)
    assert_allclose(view.f.ravel(), f, **SOLVER)
