"""Choices stay, their test errors and regrets are by the balanced error or 1 − AUC."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from kselect_core import Candidates, Dataset, SweepConfig, choices, load_dataset, run_sweep
from kselect_core.errors import DataError, UnknownNameError
from kselect_core.estimators import take_along
from kselect_core.selection.config.measures import (
    MEASURES,
    check_measure,
    errors_named,
    measured_by,
    measures_of,
)
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.items import ONE_CLASS
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import SweepAt
from kselect_core.views.programs import command, script
from kselect_core.words.tables import sweep_latex, sweep_markdown

GRID = (Candidates("gaussian", (0.5, 4.0, 32.0)),)
COMMON = {"candidates": GRID, "lambdas": (0.01, 0.1), "repeats": 2, "dataset": "few"}


def few(rare=9):
    rng = np.random.default_rng(2)
    y = np.where(np.arange(70) < rare, 1, 0)
    return Dataset.from_arrays(rng.standard_normal((70, 3)) + y[:, None], y, name="few")


@pytest.fixture(scope="module")
def swept():
    config = SweepConfig(learner="krr", criteria=("loo", "ckta"), **COMMON)
    return config, run_sweep(config, dataset=few())


def test_values_are_those_of_scikit_learn_at_the_fits(swept):
    config, table = swept
    dataset = few()
    for split in (0, 1):
        at = Cursor(split, "gaussian", 4.0, 0.01)
        test = Setup.of(config, dataset).rows(split).test
        f = take_along(config, dataset, at).fitted.predict(dataset.X[test])
        here = table[(table["split"] == split) & (table["parameter"] == 4.0)]
        here = here[here["lambda"] == 0.01].set_index("quantity")["value"]
        y = dataset.y[test]
        assert_allclose(here["test_auc"], roc_auc_score(y, f), rtol=1e-12)
        balanced = 1 - balanced_accuracy_score(y > 0, f > 0)
        assert_allclose(here["test_balanced_error"], balanced, rtol=1e-12)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("error", "Test errors, the lowest test error, error rate, expected error"),
        ("balanced", "Test balanced errors, the lowest test balanced error, error, "
                     "expected balanced error"),
        ("auc", "Test 1 − AUC, the lowest test 1 − AUC, error, expected 1 − AUC"),
    ],
)  # fmt: skip
def test_words_name_what_is_measured(measure, expected):
    text = "Test errors, the lowest test error, error rate, expected error"
    assert errors_named(text, measure) == expected


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_a_program_and_a_table_for_a_paper_are_measured_so(swept, measure):
    config, table = swept
    program = script(config, "None", measure).partition("if __name__")[0]
    space = {"given": table}
    exec(program.replace("run_sweep(config, dataset=dataset)", "given"), space)  # noqa: S102 (ours)
    made = choices(measured_by(table, measure), config)
    assert space["chosen"].equals(made)
    assert command("a.toml", measure=measure) == f"kselect sweep a.toml --measured-by {measure}"
    for written in (sweep_markdown, sweep_latex):
        text = written(made, config, "binary", lam=0.1, measure=measure)
        assert "test error" not in text
        assert "test balanced error" in text or "AUC" in text


@pytest.mark.parametrize("measure", ["balanced", "auc"])
def test_the_same_choices_are_measured_otherwise(swept, measure):
    config, table = swept
    plain, other = choices(table, config), choices(measured_by(table, measure), config)
    kept = ["quantity", "scope", "parameter", "lambda", "value"]
    assert plain[kept].equals(other[kept])
    values = table[table["quantity"] == MEASURES[measure].column]
    lower = 1 - values["value"] if measure == "auc" else values["value"]
    joint = other[other["scope"] == "joint"]
    for split, best in lower.groupby(values["split"]).min().items():
        assert_allclose(joint.loc[joint["split"] == split, "best_test_error"], best)
    assert (joint["regret"] >= 0).all()
    assert (plain["test_error"] - other["test_error"]).abs().max() > 0.01


def test_the_usual_measure_is_the_table_itself(swept):
    assert measured_by(swept[1], "error") is swept[1]
    assert measures_of(swept[1]) == ("error", "balanced", "auc")


@pytest.mark.parametrize(
    ("measure", "name"), [("auc", "iris"), ("auc", "additive"), ("balanced", "additive")]
)
def test_what_no_sweep_of_these_classes_can_have_is_refused_before_it_runs(measure, name):
    dataset = load_dataset(name)
    with pytest.raises(DataError, match="for classes only"):
        check_measure(measure, dataset)
    check_measure(measure, load_dataset("two_moons"))
    check_measure("auc", load_dataset("iris"), "setosa")
    check_measure("error", dataset)


def test_an_old_table_still_opens_and_says_what_it_lacks(swept):
    config, table = swept
    old = table[~table["quantity"].isin(["test_auc", "test_balanced_error"])]
    assert measures_of(old) == ("error",)
    assert len(choices(old, config)) == len(choices(table, config))
    with pytest.raises(DataError, match="Run the sweep again"):
        measured_by(old, "auc")
    with pytest.raises(UnknownNameError, match="balanced"):
        measured_by(table, "balance")


def test_several_classes_have_a_balanced_error_and_no_area():
    config = SweepConfig(learner="krr", criteria=("loo",), **{**COMMON, "dataset": "iris"})
    iris = load_dataset("iris")
    table = run_sweep(config)
    assert measures_of(table) == ("error", "balanced")
    same = measured_by(table, "balanced")  # as many of each class in every split
    assert_allclose(choices(same, config)["regret"], choices(table, config)["regret"], atol=1e-12)
    pair = replace(config, pair=iris.class_names[1:])
    assert measures_of(run_sweep(pair)) == ("error", "balanced", "auc")


def test_a_regression_has_neither():
    config = SweepConfig(learner="krr", criteria=("loo",), **COMMON)
    dataset = replace(few(), y=few().X[:, 0], task="regression", class_names=())
    table = run_sweep(config, dataset=dataset)
    assert measures_of(table) == ("error",)
    assert not {"test_auc", "test_balanced_error"} & set(table["quantity"])


def test_test_points_of_one_class_have_no_area():
    config = SweepConfig(
        learner="krr", criteria=("loo",), **COMMON, test_share=0.05, stratified=False
    )
    table = run_sweep(config, dataset=few(4))
    area = table[(table["quantity"] == "test_auc") & table["value"].isna()]
    assert set(area["reason"]) == {ONE_CLASS}


def test_a_view_says_what_it_measures_by(swept):
    config, table = swept
    at = SweepAt.of(table, config, few(), measure="auc")
    assert at.where_text.endswith("measured by 1 − AUC")
    assert at.made() == "views.SweepAt(config, dataset, measure='auc')"
    again = SweepAt(config, few(), measure="auc")
    assert again.choices.equals(at.choices)
