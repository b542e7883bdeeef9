"""A split that came with the data as a test file is used everywhere in place of a drawn one."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import Dataset
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices, run_sweep
from kselect_core.selection.machines.risks import problem_of
from kselect_core.selection.machines.small_svm import with_machines
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.overview import overview
from kselect_core.selection.sweep.estimate import estimate
from kselect_core.selection.sweep.prepared import class_split, prepared_split
from kselect_core.selection.sweep.setup import Setup, given_split
from kselect_core.selection.terms.label_shuffles import shuffled_labels

RNG = np.random.default_rng(3)
ROWS, TESTED = 30, 12
LABELS = np.where(np.arange(ROWS) % 2 == 0, 1.0, -1.0)
PLAIN = Dataset.from_arrays(RNG.normal(size=(ROWS, 2)) + LABELS[:, None], LABELS, name="pair")
DATA = replace(PLAIN, test_rows=TESTED)
RANDOM = SweepConfig(
    dataset="pair",
    repeats=1,
    candidates=(Candidates(values=(0.5, 1.0, 2.0)),),
    lambdas=(0.1, 1.0),
    criteria=(CriterionChoice("kfold"),),
)
GIVEN = replace(RANDOM, split="given")


def test_the_training_file_is_trained_on_and_the_test_file_tested_on():
    parts = Setup(GIVEN, DATA).rows(0)
    assert_array_equal(parts.train, np.arange(ROWS - TESTED))
    assert_array_equal(parts.test, np.arange(ROWS - TESTED, ROWS))
    ready = prepared_split(Setup(GIVEN, DATA), 0)
    assert_array_equal(ready.X_train.mean(axis=0).round(12), [0, 0])
    assert_array_equal(ready.test, parts.test)
    assert Setup(GIVEN, DATA).n == ROWS - TESTED
    assert Setup.of(GIVEN, DATA).ratio == TESTED / (ROWS - TESTED)
    assert Setup(GIVEN, DATA).tested == TESTED / ROWS
    assert overview(DATA, split="given").training == ROWS - TESTED


def test_without_a_given_split_a_test_file_changes_nothing():
    assert_array_equal(Setup(RANDOM, DATA).rows(0).train, Setup(RANDOM, PLAIN).rows(0).train)
    assert Setup(RANDOM, DATA).tested == RANDOM.test_share


def test_a_sweep_over_a_given_split_has_the_errors_of_the_test_file():
    table = run_sweep(GIVEN, dataset=DATA)
    drawn = run_sweep(RANDOM, dataset=DATA)
    errors = table[table["quantity"] == "test_error"]["value"] * TESTED
    assert_array_equal(errors, errors.round())
    assert not table["value"].equals(drawn["value"])
    assert table.attrs["origin"] != drawn.attrs["origin"]
    assert len(choices(table, GIVEN)) > 0


def test_what_is_made_of_a_sweep_keeps_its_split():
    assert estimate(GIVEN, DATA).items == 3
    found = shuffled_labels(GIVEN, DATA, kernel="gaussian", lam=0.1, shuffles=2)
    assert found.shuffles == 2
    by_hand = run_sweep(replace(GIVEN, lambdas=(0.1,)), dataset=DATA)
    first = found.table[found.table["split"] == 0]
    scored = by_hand[by_hand["kind"] == "criterion"]
    assert_array_equal(first[first["kind"] == "criterion"]["value"], scored["value"])


def test_data_without_a_test_file_have_no_given_split():
    with pytest.raises(DataError, match="test="):
        run_sweep(GIVEN, dataset=PLAIN)


def test_a_training_file_needs_two_classes():
    alone = replace(DATA, y=np.where(np.arange(ROWS) < ROWS - TESTED, 1.0, -1.0))
    with pytest.raises(DataError, match="only one class"):
        given_split(alone)


def test_a_given_split_is_one_split():
    with pytest.raises(InvalidParameterError, match="repeats"):
        replace(GIVEN, repeats=2)
    with pytest.raises(InvalidParameterError, match="number of a given split"):
        Setup(GIVEN, DATA).rows(1)
    with pytest.raises(UnknownNameError, match="given"):
        replace(GIVEN, split="givn")


@pytest.mark.parametrize("config", [RANDOM, GIVEN, replace(GIVEN, reading=(("test", "t.csv"),))])
def test_a_configuration_says_where_its_split_comes_from_only_if_it_is_given(config):
    assert SweepConfig.from_json(config.to_json()) == config
    assert SweepConfig.from_toml(config.to_toml()) == config
    assert ('"split"' in config.to_json()) == (config.split == "given")


def test_test_rows_are_part_of_the_content_and_stay_with_the_data():
    assert DATA.digest != PLAIN.digest
    assert replace(DATA, test_rows=0).digest == PLAIN.digest
    assert DATA.against_rest("-1").test_rows == TESTED


@pytest.mark.parametrize("rows", [-1, ROWS, ROWS - 1])
def test_test_rows_leave_something_to_train_on(rows):
    with pytest.raises(DataError, match="cannot be the test"):
        replace(PLAIN, test_rows=rows)


UNSTRATIFIED = replace(RANDOM, repeats=12, stratified=False)


def test_without_strata_everything_of_a_sweep_draws_whatever_the_classes():
    kept = run_sweep(replace(RANDOM, repeats=12), dataset=PLAIN)
    table = run_sweep(UNSTRATIFIED, dataset=PLAIN)
    assert table.attrs["origin"] != kept.attrs["origin"]
    assert not table["value"].equals(kept["value"])
    parts = [prepared_split(Setup(UNSTRATIFIED, PLAIN), r).y_test for r in range(12)]
    assert len({int((y > 0).sum()) for y in parts}) > 1
    assert not with_machines(UNSTRATIFIED).stratified
    bench = Workbench(UNSTRATIFIED, PLAIN)
    cursor = Cursor(0, "gaussian", 1.0, 0.1)
    for learner in ("", "lssvm", "svm"):
        assert not problem_of(bench, cursor, learner=learner).stratified


def test_without_strata_the_folds_of_several_classes_are_random_too():
    codes = np.repeat([0, 1, 2], ROWS // 3)
    data = Dataset.from_arrays(PLAIN.X, codes, name="pair")
    ready = class_split(Setup(UNSTRATIFIED, data), 0)
    assert not any(problem.stratified for problem in ready.problems)
    assert all(problem.stratified for problem in class_split(Setup(RANDOM, data), 0).problems)
