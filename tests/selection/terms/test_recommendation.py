"""What a sweep recommends: the trusted criterion, and the best point of its mean values."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import SweepConfig, choices, load_dataset, run_sweep
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.comparison import indistinct
from kselect_core.selection.terms.recommendation import recommendation
from kselect_core.words.recommended import because, recommended_text
from tests.tolerances import EXACT, ROUNDOFF

CONFIGS = {
    "least squares": SweepConfig(dataset="two_moons", repeats=4),
    "a bias": SweepConfig(dataset="sonar", repeats=3, learner="lssvm", lambdas=(0.01, 0.1, 1.0)),
    "a regression": SweepConfig(dataset="additive", repeats=3),
    "machines": SweepConfig(
        dataset="two_moons",
        repeats=3,
        learner="svm",
        C=(0.1, 1.0, 10.0),
        criteria=("svm_loo", "ckta"),
    ),
}


@pytest.fixture(scope="module")
def sweep() -> Callable[[SweepConfig], pd.DataFrame]:
    """What gives the table of a sweep, which runs once for all tests that look at it."""
    known = cache(run_sweep)
    return lambda config: known(config).copy()


@pytest.fixture(scope="module", params=CONFIGS)
def swept(request, sweep):
    config = CONFIGS[request.param]
    return config, sweep(config), Setup.of(config, load_dataset(config.dataset)).ratio


def slow(table, config, quantity):
    """Point of the grid with the best mean over the splits, by loops."""
    (choice,) = (c for c in config.criteria if c.quantity == quantity)
    sign = 1 if choice.criterion.better == "lower" else -1
    means = {}
    rows = table[table["quantity"] == quantity]
    for key, cell in rows.groupby(["kernel", "parameter", "lambda"], dropna=False):
        values = [float(value) for value in cell["value"]]
        if len(values) == config.repeats and not any(np.isnan(values)):
            means[key] = sign * sum(values) / len(values)
    best = min(means.values())
    return [key for key, value in means.items() if value <= best + 1e-9 * abs(best)]


def test_the_point_is_the_best_of_the_mean_values(swept):
    config, table, ratio = swept
    chosen = recommendation(table, config, ratio=ratio)
    points = slow(table, config, chosen.quantity)
    assert (chosen.kernel, chosen.parameter, chosen.lam) in points
    assert chosen.ties == len(points) - 1


def test_the_error_is_that_of_the_choices_made_on_each_training_part(swept):
    config, table, ratio = swept
    chosen = recommendation(table, config, ratio=ratio)
    picks = choices(table, config)
    mine = picks[(picks["quantity"] == chosen.quantity) & (picks["scope"] == "joint")]
    assert_allclose(chosen.error, mine["test_error"].mean(), **EXACT)
    assert_allclose(chosen.error_sd, mine["test_error"].std(), **EXACT)
    assert chosen.splits == config.repeats
    assert repr(recommendation(table, config, ratio=ratio, made=picks)) == repr(chosen)


def test_it_is_said_in_words_with_its_reason(swept):
    config, table, ratio = swept
    chosen = recommendation(table, config, ratio=ratio)
    task = load_dataset(config.dataset).task
    text, why = recommended_text(config, chosen, task), because(config, chosen)
    assert text.startswith("Gaussian kernel, ")
    assert (", C = " if config.C else ", λ = ") in text
    assert "expected squared error " in text if task == "regression" else " %" in text
    assert why.startswith("Chosen by ")
    assert ("end of the grid" in why) == bool(chosen.boundary)


def chosen_with(errors, **parts):
    """Choices with these test errors, as a table of choices."""
    rows = [
        {"split": split, "quantity": quantity, "scope": "joint", "lambda": 0.1,
         "test_error": error, "regret": 0.0}
        for quantity, values in errors.items()
        for split, error in enumerate(values)
    ]  # fmt: skip
    return pd.DataFrame(rows).assign(**parts)


GOOD, ALIKE, BAD = [0.10, 0.12, 0.11, 0.10], [0.11, 0.11, 0.12, 0.10], [0.40, 0.42, 0.41, 0.40]


@pytest.mark.parametrize(
    ("errors", "trusted", "equals"),
    [
        ({"gcv": GOOD, "loo": ALIKE, "kfold": BAD}, "loo", ("gcv",)),
        ({"gcv": GOOD, "loo": BAD, "kfold": BAD}, "gcv", ()),
        ({"gcv": BAD, "loo": ALIKE, "kfold": GOOD}, "kfold", ("loo",)),
        ({"gcv": GOOD, "loo": GOOD, "kfold": GOOD}, "kfold", ("gcv", "loo")),
        ({"gcv": GOOD, "loo": [0.1, np.nan, 0.1, 0.1], "kfold": BAD}, "gcv", ()),
        ({"kta": GOOD, "gcv": BAD, "loo": BAD, "kfold": BAD}, "kfold", ("gcv", "loo")),
    ],
)
def test_trusted_is_an_estimate_of_the_error_that_is_not_significantly_worse(
    errors, trusted, equals, sweep
):
    config = SweepConfig(
        dataset="two_moons", repeats=4, criteria=("kfold", "loo", "gcv", "kta"), lambdas=(0.1, 1.0)
    )
    table = sweep(config)
    chosen = recommendation(table, config, ratio=3 / 7, made=chosen_with(errors))
    assert chosen.quantity == trusted
    assert set(chosen.equals) == set(equals)
    assert chosen.estimates == (trusted != "gcv")


def test_a_kernel_that_has_no_value_on_one_split_is_not_taken(sweep):
    config = CONFIGS["least squares"]
    table = sweep(config)
    chosen = recommendation(table, config, ratio=3 / 7)
    here = (table["parameter"] == chosen.parameter) & (table["quantity"] == chosen.quantity)
    table.loc[here & (table["split"] == 2), "value"] = np.nan
    table.loc[here & (table["split"] == 2), "reason"] = "made up"
    other = recommendation(table, config, ratio=3 / 7)
    assert other.parameter != chosen.parameter


def test_criteria_without_a_ridge_recommend_nothing(sweep):
    config = replace(CONFIGS["least squares"], criteria=("kta", "fsm"))
    assert recommendation(sweep(config), config, ratio=3 / 7) is None


def test_one_split_is_called_little(sweep):
    config = replace(CONFIGS["least squares"], repeats=1)
    chosen = recommendation(sweep(config), config, ratio=3 / 7)
    assert np.isnan(chosen.error_sd)
    assert "One split says little" in because(config, chosen)
    assert "±" not in recommended_text(config, chosen, "binary")


def test_the_error_of_one_split_has_the_standard_error_of_a_share(sweep):
    config = replace(CONFIGS["least squares"], repeats=1)
    table, data = sweep(config), load_dataset(config.dataset)
    points = Setup.of(config, data).counted
    assert points == len(Setup.of(config, data).first.test)
    chosen = recommendation(table, config, ratio=3 / 7, counted=points)
    wrong = np.arange(points) < round(chosen.error * points)  # the slow way: of 0s and 1s
    assert_allclose(chosen.error_se, wrong.std() / np.sqrt(points), **ROUNDOFF)
    text = recommended_text(config, chosen, "binary")
    assert f"{100 * chosen.error:.1f} ± {100 * chosen.error_se:.1f} %" in text
    assert "± is the standard error" in because(config, chosen)


def test_over_several_splits_the_spread_is_that_of_the_splits(swept):
    config, table, ratio = swept
    assert np.isnan(recommendation(table, config, ratio=ratio, counted=90).error_se)


def test_an_error_rate_counts_the_test_points_of_what_is_looked_at():
    iris = load_dataset("iris")
    whole = SweepConfig(dataset="iris", repeats=1)
    assert Setup.of(whole, iris).counted == 45
    assert Setup.of(replace(whole, pair=("setosa", "virginica")), iris).counted == 30
    assert Setup.of(SweepConfig(dataset="additive"), load_dataset("additive")).counted == 0


def test_what_may_be_as_good_within_the_errors_is_said():
    config = SweepConfig(dataset="two_moons", criteria=("kfold",), repeats=2)
    table = run_sweep(config, dataset=load_dataset("two_moons"))
    assert recommendation(table, config, ratio=0.5).undecided == ""
    mine = table["quantity"] == "kfold"
    coarse = table.assign(error=np.where(mine, 0.01, 0.0), converged=True)
    chosen = recommendation(coarse, config, ratio=0.5)
    assert chosen.undecided.startswith("undecided ")
    assert chosen.undecided in recommended_text(config, chosen, "binary")
    assert f"known only up to an error: {chosen.undecided}." in because(config, chosen)


def test_on_one_split_only_what_its_points_do_not_tell_apart_is_as_good(sweep):
    config = replace(CONFIGS["least squares"], repeats=1)
    table = sweep(config)
    points = Setup.of(config, load_dataset(config.dataset)).counted
    picks = choices(table, config).query("scope == 'joint'").set_index("quantity")
    cell = (table["parameter"] == picks["parameter"]["remp"]) & (
        table["lambda"] == picks["lambda"]["remp"]
    )
    table.loc[cell & (table["quantity"] == "test_error"), "value"] = 0.9
    chosen = recommendation(table, config, ratio=0.5, counted=points)
    made = choices(table, config).query("scope == 'joint'").set_index("quantity")["test_error"]
    able = [c.quantity for c in config.criteria if c.criterion.chooses_strength]
    lowest = made[able].min()
    told = indistinct(lowest, points)
    equals = {quantity for quantity in able if made[quantity] - lowest <= told}
    assert set(chosen.equals) | {chosen.quantity} == equals
    assert equals == set(able) - {"remp"}
    unknown = recommendation(table, config, ratio=0.5)
    assert set(unknown.equals) | {unknown.quantity} == set(able)
