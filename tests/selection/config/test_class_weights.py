"""Errors weighted by the classes: scikit-learn's with sample weights, and told only where given."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import zero_one_loss

from kselect_core import Candidates, Dataset, SweepConfig, choices, load_dataset, run_sweep
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.estimators import take_along
from kselect_core.selection.config.measures import check_measure, measured_by, measures_of
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import SweepAt
from tests.selection.config.test_measures import few

WEIGHTS = (1.0, 5.0)
GRID = (Candidates("gaussian", (0.5, 4.0, 32.0)),)
CONFIG = SweepConfig(
    learner="krr",
    criteria=("loo", "ckta"),
    candidates=GRID,
    lambdas=(0.01, 0.1),
    repeats=2,
    dataset="few",
    class_weights=WEIGHTS,
)


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG, dataset=few())


def value(table, split=0, parameter=4.0, lam=0.01):
    here = table[(table["split"] == split) & (table["parameter"] == parameter)]
    here = here[(here["lambda"] == lam) & (here["quantity"] == "test_weighted_error")]
    return here["value"].item()


def test_values_are_those_of_scikit_learn_at_the_fits(table):
    dataset = few()
    for split in (0, 1):
        test = Setup.of(CONFIG, dataset).rows(split).test
        at = Cursor(split, "gaussian", 4.0, 0.01)
        f = take_along(CONFIG, dataset, at).fitted.predict(dataset.X[test])
        y = dataset.y[test] > 0
        weights = np.array(WEIGHTS)[y.astype(int)]
        assert_allclose(value(table, split), zero_one_loss(y, f > 0, sample_weight=weights))


def test_only_a_sweep_with_weights_has_the_error_and_nothing_else_changes(table):
    plain = replace(CONFIG, class_weights=())
    without = run_sweep(plain, dataset=few())
    assert measures_of(without) == ("error", "balanced", "auc")
    assert measures_of(table) == ("error", "balanced", "weighted", "auc")
    others = table[table["quantity"] != "test_weighted_error"].reset_index(drop=True)
    assert others.equals(without.reset_index(drop=True))
    with pytest.raises(DataError, match="weighted error with class_weights"):
        measured_by(without, "weighted")


def test_weights_are_in_files_and_in_the_digest_only_where_they_are_given():
    plain = replace(CONFIG, class_weights=())
    assert "class_weights" not in plain.to_json()
    assert plain.digest() != CONFIG.digest()
    assert SweepConfig.from_toml(CONFIG.to_toml()) == CONFIG
    assert SweepConfig.from_json(CONFIG.to_json()) == CONFIG
    assert replace(CONFIG, class_weights=[1, 5]) == CONFIG
    dataset = few()
    assert Setup.of(plain, dataset).origin != Setup.of(CONFIG, dataset).origin


def test_regrets_are_by_it_and_choices_stay(table):
    plain, other = choices(table, CONFIG), choices(measured_by(table, "weighted"), CONFIG)
    kept = ["quantity", "scope", "parameter", "lambda", "value"]
    assert plain[kept].equals(other[kept])
    assert (other["regret"] >= 0).all()
    assert (plain["test_error"] - other["test_error"]).abs().max() > 0.01
    at = SweepAt.of(table, CONFIG, few(), measure="weighted")
    assert at.where_text.endswith("measured by the weighted error, class weights 1 : 5")


def wine(engine, **more):
    """Sweep of three classes, weighted by one over their numbers of test points."""
    dataset = load_dataset("wine")
    config = SweepConfig(
        dataset="wine",
        engine=engine,
        criteria=("ckta",),
        candidates=(Candidates("gaussian", (4000.0,)),),
        lambdas=(10.0,),
        repeats=1,
        **more,
    )
    test = Setup.of(config, dataset).first.test
    sizes = np.bincount(dataset.y[test].astype(int))
    assert len(set(sizes)) == 3
    return replace(config, class_weights=tuple(1 / sizes))


@pytest.mark.parametrize(
    "config",
    [
        wine("dense"),
        wine("dense", pair=load_dataset("wine").class_names[1:]),
        wine("landmarks", landmarks=60),
        wine("landmarks", landmarks=60, pair=load_dataset("wine").class_names[1:]),
    ],
    ids=["dense", "pair", "landmarks", "pair on landmarks"],
)
def test_several_classes_and_pairs_of_them(config):
    table = run_sweep(config).set_index("quantity")["value"]
    assert table["test_error"] > 0
    assert_allclose(table["test_weighted_error"], table["test_balanced_error"])
    equal = run_sweep(replace(config, class_weights=(2.0, 2.0, 2.0)))
    equal = equal.set_index("quantity")["value"]
    assert_allclose(equal["test_weighted_error"], equal["test_error"])


def test_without_the_matrix_there_is_none():
    table = run_sweep(wine("tiled")).set_index("quantity")
    assert "kernel matrix only" in table.loc["test_weighted_error", "reason"]


@pytest.mark.parametrize("given", [(1.0, 0.0), (1.0, -2.0), (1.0, np.inf), ("a", 1.0), "12", None])
def test_weights_that_are_none_are_refused(given):
    with pytest.raises(InvalidParameterError, match="class_weights"):
        replace(CONFIG, class_weights=given)


def test_as_many_weights_as_classes():
    with pytest.raises(InvalidParameterError, match="2 numbers, for the classes"):
        run_sweep(replace(CONFIG, class_weights=(1.0, 2.0, 3.0)), dataset=few())
    numbers = Dataset.from_arrays(few().X, few().X[:, 0], name="few", task="regression")
    with pytest.raises(InvalidParameterError, match="have no classes"):
        run_sweep(CONFIG, dataset=numbers)


def test_the_weighted_error_needs_weights():
    with pytest.raises(DataError, match="needs a weight for each class"):
        check_measure("weighted", few())
    check_measure("weighted", few(), (), WEIGHTS)
