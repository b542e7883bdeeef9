"""The true error of a fit, and the fit on a board, by their definitions."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from kselect_core import SweepConfig, choices, load_dataset, run_sweep
from kselect_core.data.made import shapes
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh, sample
from kselect_core.data.set.preprocessing import prepared
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates
from kselect_core.selection.made.truths import truths_of
from kselect_core.selection.places.board import box_around, fit_in_box, learnt_in_box
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.truth import true_errors

HERE = Cursor(0, "gaussian", 2.0, 0.01)


def config_of(recipe, **changes):
    usual = {"repeats": 1, "candidates": (Candidates(values=(0.5, 2.0, 8.0)),), "lambdas": (0.01,)}
    return SweepConfig(dataset=recipe.name, **usual | changes)


def definition(config, data, X):
    """Values of kernel ridge regression at points, from the normal equations."""
    rows = Workbench(config, data).split.train
    train, points = prepared(data.X[rows], X, method=config.preprocessing)
    y = data.y[rows]
    offset = y.mean() if data.task == "regression" else 0.0
    gram = KERNELS["gaussian"]
    K = gram(train, train, gamma=0.25)  # exp(−d²/2τ) with τ = 2
    alpha = np.linalg.solve(K + len(y) * 0.01 * np.eye(len(y)), y - offset)
    return gram(points, train, gamma=0.25) @ alpha + offset


@pytest.mark.parametrize("recipe", [Recipe(n=60, useless=1), Recipe("additive", n=60)])
@pytest.mark.parametrize("preprocessing", ["standardise", "none"])
def test_the_true_error_is_that_of_the_fit_on_fresh_points(recipe, preprocessing):
    config, data = config_of(recipe, preprocessing=preprocessing), sample(recipe)
    new = fresh(recipe, 500)
    (truth,) = true_errors(Workbench(config, data), [HERE], new)
    f = definition(config, data, new.X)
    losses = (f - new.y) ** 2 if recipe.kind.target else (np.sign(f) != new.y).astype(float)
    assert_allclose(truth.error, losses.mean(), rtol=1e-9)
    assert_allclose(truth.spread, losses.std() / np.sqrt(500), rtol=2e-3)


def test_no_fit_is_better_than_the_best_rule():
    recipe = Recipe("two_gaussians", n=200, noise=0.6)
    config = config_of(recipe)
    points = [HERE._replace(parameter=value) for value in (0.5, 2.0, 8.0)]
    found = true_errors(Workbench(config, sample(recipe)), points, fresh(recipe, 4000))
    best = norm.cdf(-1 / np.hypot(shapes.SPREAD, recipe.noise))
    assert all(truth.error > best - 3 * truth.spread for truth in found)
    assert min(truth.error for truth in found) < best + 0.05


def test_every_choice_has_the_truth_of_its_kernel():
    recipe = Recipe(n=60)
    config, data = config_of(recipe), sample(recipe)
    bench, new = Workbench(config, data), fresh(recipe, 300)
    chosen = choices(run_sweep(config), config)
    chosen = chosen[chosen["scope"] == "per_lambda"]
    truths = truths_of(chosen, bench, HERE, new)
    assert set(truths.chosen) == set(chosen.dropna(subset=["value"])["quantity"])
    for row in chosen.dropna(subset=["value"]).itertuples():
        (alone,) = true_errors(bench, [HERE._replace(parameter=row.parameter)], new)
        assert truths.chosen[row.quantity] == alone
    assert truths.here == true_errors(bench, [HERE], new)[0]


@pytest.mark.parametrize("recipe", [Recipe(n=60, useless=2), Recipe("additive", n=60)])
def test_the_board_shows_the_fit_along_two_features(recipe):
    config, data = config_of(recipe), load_dataset(recipe.name)
    bench, box = Workbench(config, data), box_around(data.X)
    f = fit_in_box(bench, HERE, box, resolution=4)
    mean = data.X[bench.split.train].mean(axis=0)
    for row, y in enumerate(np.linspace(*box[1], 4)):
        for column, x in enumerate(np.linspace(*box[0], 4)):
            expected = definition(config, data, np.r_[x, y, mean[2:]][None])
            assert_allclose(f[row, column], expected[0], rtol=1e-8, atol=1e-10)


def test_what_was_learnt_is_enough_to_make_the_fit_at_every_width():
    for recipe in (Recipe(n=60, useless=2), Recipe("additive", n=60)):
        config, data = config_of(recipe), load_dataset(recipe.name)
        bench, box = Workbench(config, data), box_around(data.X)
        learnt = learnt_in_box(bench, HERE, box)
        grid = np.tile([0.0, 0.0, *learnt.rest], (16, 1))
        across, up = (np.linspace(*ends, 4) for ends in learnt.ends)
        grid[:, 0], grid[:, 1] = np.tile(across, 4), np.repeat(up, 4)
        for gamma, width in zip(learnt.gammas, config.candidates[0].values, strict=True):
            K, rows = (
                np.exp(-gamma * ((X[:, None] - learnt.X) ** 2).sum(-1)) for X in (learnt.X, grid)
            )
            alpha = np.linalg.solve(K + learnt.ridge * np.eye(len(K)), learnt.y)
            expected = fit_in_box(bench, HERE._replace(parameter=width), box, resolution=4)
            found = (rows @ alpha + learnt.offset).reshape(4, 4)
            assert_allclose(found, expected, rtol=1e-6, atol=1e-8)


def test_of_another_machine_nothing_is_handed_over():
    for changes in ({"learner": "lssvm"}, {"candidates": (Candidates("laplacian", (1.0, 2.0)),)}):
        config = config_of(Recipe(n=40), **changes)
        data = load_dataset(config.dataset)
        here = HERE._replace(kernel=config.candidates[0].kernel)
        assert learnt_in_box(Workbench(config, data), here, box_around(data.X)) is None


def test_the_box_holds_all_points_with_a_border():
    data = sample(replace(Recipe(n=60), noise=0.5))
    for j, (low, high) in enumerate(box_around(data.X)):
        column = data.X[:, j]
        assert_allclose(column.min() - low, 0.08 * np.ptp(column))
        assert_allclose(high - column.max(), 0.08 * np.ptp(column))
