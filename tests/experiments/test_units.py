"""Units: what is stored and read back is what the slow calls give, number by number."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from kselect_core.data import Dataset, load_dataset
from kselect_core.data.set.splits import nth_split
from kselect_core.errors import KselectError
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import plan_tables, results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.experiments.ways.design_units import ROW_STREAM
from kselect_core.experiments.ways.simulated import additive_model, true_function
from kselect_core.experiments.ways.small_samples import one_sample, sample_config, scaled
from kselect_core.experiments.ways.sweep_units import config_of
from kselect_core.experiments.ways.unit import OUTCOMES
from kselect_core.experiments.ways.ways import WAYS
from kselect_core.results.record import Record
from kselect_core.results.store import Store
from kselect_core.selection import SweepConfig, choices, run_sweep
from kselect_core.selection.config.measures import measured_by
from kselect_core.selection.design.few_labels import Design
from kselect_core.selection.design.iterations import choices_of, designed
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "store") as opened:
        yield opened


def exactly(found, expected):
    assert_frame_equal(found.reset_index(drop=True), expected.reset_index(drop=True), rtol=0)


@pytest.mark.parametrize(
    ("measure", "variant", "scope"),
    [
        ("test_error", "", "per_lambda"),
        ("test_accuracy", "joint", "joint"),
        ("test_balanced_error", "", "per_lambda"),
        ("test_weighted_error", "", "per_lambda"),
        ("test_auc", "", "per_lambda"),
    ],
)
def test_a_sweep_gives_the_choices_of_run_sweep(store, measure, variant, scope):
    text = SWEEP.replace('measure = "test_error"', f'measure = "{measure}"')
    if measure == "test_weighted_error":
        text = text.replace("[sweep]", "[sweep]\nclass_weights = [1.0, 5.0]")
    prepared = make_plan(parse(text), datasets=["two_moons"], variants=[variant])
    execute(prepared, store)
    found = plan_tables(prepared.plan, store).outcomes
    assert found.dtypes.astype(str).to_dict() == OUTCOMES

    (unit,) = prepared.plan.units
    config = config_of(unit)
    name = measure.removeprefix("test_").removesuffix("_error")
    by = name if name in ("balanced", "weighted", "auc") else "error"
    table = choices(measured_by(run_sweep(config), by), config)
    table = table[table["scope"] == scope].reset_index(drop=True)
    assert len(table) == (8 if scope == "per_lambda" else 4)
    rate = 100 * table[["test_error", "best_test_error"]]
    rate = 100 - rate if measure in ("test_accuracy", "test_auc") else rate
    assert_frame_equal(
        found[["value", "best"]],
        rate.set_axis(["value", "best"], axis="columns"),
        check_exact=True,
    )
    exactly(found[["kernel", "parameter", "lambda"]], table[["kernel", "parameter", "lambda"]])
    assert list(found["split"]) == list(table["split"])
    labels = {"sm": "SM", "kfold": "CV"}
    assert list(found["criterion"]) == [labels[name] for name in table["quantity"]]
    settings = [f"λ = {lam:g}" for lam in table["lambda"]] if scope == "per_lambda" else [""] * 4
    assert list(found["setting"]) == settings
    assert set(found["variant"]) == {variant}


def test_a_split_counts_when_all_its_kernels_are_there(store):
    prepared = make_plan(parse(SWEEP), datasets=["two_moons"])
    (unit,) = prepared.plan.units
    assert plan_tables(prepared.plan, store).outcomes.empty
    task = WAYS["sweep"].start(unit, prepared.data[unit.digest])
    store.add([Record(unit.key, number, task(number), 0.1) for number in range(9)])
    assert set(plan_tables(prepared.plan, store).outcomes["split"]) == {0}


def test_only_a_timed_protocol_has_seconds_and_they_are_no_part_of_the_digest(store, tmp_path):
    timed = make_plan(parse("timed = true" + SWEEP), datasets=["two_moons"])
    execute(timed, store)
    found = plan_tables(timed.plan, store).timings
    assert list(found.columns) == ["variant", "dataset", "criterion", "split", "seconds"]
    assert set(found["criterion"]) == {"kernel matrices", "SM", "CV"}
    assert len(found) == 6
    assert (found["seconds"] > 0).all()
    wide = found.pivot_table(index="split", columns="criterion", values="seconds")
    assert (wide["kernel matrices"] < wide[["SM", "CV"]].min(axis=1)).all()

    plain = make_plan(parse(SWEEP), datasets=["two_moons"])
    assert plain.plan.units[0].key != timed.plan.units[0].key
    with Store(tmp_path / "other") as other:
        execute(plain, other)
        assert plan_tables(plain.plan, other).timings.empty
        execute(timed, other)
        assert results_digest(timed.plan, other) == results_digest(timed.plan, store)
        exactly(plan_tables(timed.plan, other).outcomes, plan_tables(plain.plan, other).outcomes)


@pytest.mark.parametrize("name", ["additive_simulated", "two_moons"])
def test_a_design_gives_what_the_methods_choose_on_the_rows_that_are_drawn(store, name):
    prepared = make_plan(parse(DESIGN), datasets=[name])
    execute(prepared, store)
    found = plan_tables(prepared.plan, store).outcomes
    assert set(found["setting"]) == {"m = 20, n = 15", "m = 12, n = 9"}

    rows = []
    for labelled, size in ((20, 45), (12, 31)):
        config = SweepConfig(dataset=name, test_share=10 / size, repeats=3)
        for repeat in range(3):
            seed = np.random.SeedSequence(0, spawn_key=(ROW_STREAM, repeat))
            rng = np.random.default_rng(seed)
            if name == "two_moons":
                whole = load_dataset(name)
                chosen = np.sort(rng.permutation(300)[:size])
                drawn = Dataset.from_arrays(whole.X[chosen], whole.y[chosen], name=name)
            else:
                drawn = additive_model(size, rng)
            table = choices_of(designed(config, drawn, Design(labelled=labelled, steps=3), repeat))
            rows.append(table.assign(split=repeat))
    expected = pd.concat(rows, ignore_index=True)
    assert list(found["criterion"]) == list(expected["method"])
    assert list(found["split"]) == list(expected["split"])
    assert list(found["value"]) == list(expected["test_squared_error"])
    assert list(found["lambda"]) == list(expected["lambda"])
    parameter = np.where(expected["steps"] > 0, expected["steps"], expected["width"])
    assert list(found["parameter"]) == list(parameter)


def test_the_error_of_a_design_may_be_relative_to_the_spread_of_the_targets(store):
    plain = make_plan(parse(DESIGN), datasets=["additive_simulated"])
    scaled = make_plan(
        parse(DESIGN.replace("steps = 3", 'steps = 3\nscale = "relative"')),
        datasets=["additive_simulated"],
    )
    rooted = make_plan(
        parse(DESIGN.replace("steps = 3", 'steps = 3\nscale = "root"')),
        datasets=["additive_simulated"],
    )
    assert [u.key for u in plain.plan.units] == [u.key for u in scaled.plan.units]
    execute(plain, store)
    squared, relative, root = (
        plan_tables(each.plan, store).outcomes["value"].to_numpy()
        for each in (plain, scaled, rooted)
    )
    np.testing.assert_allclose(root, np.sqrt(squared))
    unit = plain.plan.units[0]
    size = unit.size + 10
    seed = np.random.SeedSequence(0, spawn_key=(ROW_STREAM, 0))
    drawn = additive_model(size, np.random.default_rng(seed))
    test = nth_split(drawn.y, 0, task=drawn.task, test_share=10 / size, seed=0).test
    np.testing.assert_allclose(squared[0] / relative[0], np.var(drawn.y[test]))


def test_small_samples_give_the_choices_made_on_each_sample(store):
    prepared = make_plan(parse(SAMPLES))
    execute(prepared, store)
    found = plan_tables(prepared.plan, store).outcomes
    config = sample_config("two_moons", repeats=3, C=(0.1, 10.0), gammas=(0.1, 1.0, 10.0))
    pool = scaled(config, load_dataset("two_moons"))
    samples = [one_sample(config, pool, n, repeat) for n in (12, 20) for repeat in range(3)]
    expected = pd.concat(samples, ignore_index=True)
    assert len(found) == len(expected) == 24
    assert list(found["setting"]) == [f"n = {n}" for n in expected["n"]]
    labels = [{"svm_kfold": "KCV"}.get(name, name) for name in expected["criterion"]]
    assert list(found["criterion"]) == labels
    assert list(found["split"]) == list(expected["repeat"])
    np.testing.assert_array_equal(found["value"], 100 * expected["error"])
    np.testing.assert_array_equal(found["best"], 100 * expected["best_error"])
    np.testing.assert_array_equal(found["parameter"], expected["gamma"])
    np.testing.assert_array_equal(found["lambda"], 0.5 / expected["C"])


@pytest.mark.parametrize("text", [SWEEP, DESIGN, SAMPLES])
def test_the_time_of_a_task_is_guessed_beforehand(text):
    prepared = make_plan(parse(text), datasets=["two_moons"])
    for unit in prepared.plan.units:
        guess = WAYS[unit.kind].seconds(unit, prepared.data[unit.digest])
        assert 1e-5 < guess < 5


def test_the_key_of_a_unit_knows_everything_that_results_depend_on():
    (unit,) = make_plan(parse(SWEEP), datasets=["xor"]).plan.units
    plain = unit.plain()
    assert type(unit)(**{**plain, "classes": tuple(plain["classes"])}) == unit
    settings = json.loads(unit.settings)
    settings["config"]["seed"] = 1
    for changed in ({"kind": "design"}, {"digest": "0"}, {"settings": json.dumps(settings)}):
        assert replace(unit, **changed).key != unit.key
    for shown in ({"variant": "x"}, {"dataset": "y"}, {"repeats": 7}, {"first": 3}):
        assert replace(unit, **shown).key == unit.key


def test_strata_are_part_of_the_key_only_where_there_are_none():
    text = SWEEP + '\n[variants.random]\nabout = "r"\nset = { "sweep.stratified" = false }\n'
    whole, drawn = make_plan(
        parse(text), datasets=["two_moons"], variants=["", "random"]
    ).plan.units
    assert "stratified" not in whole.settings
    assert not config_of(drawn).stratified
    assert whole.key != drawn.key


def test_noise_may_have_the_standard_deviation_in_place_of_the_variance(store):
    plain, other = (
        make_plan(parse(DESIGN + line), datasets=["additive_simulated"])
        for line in ("", 'noise = "deviation"\n')
    )
    assert all("noise" not in unit.settings for unit in plain.plan.units)
    assert {u.key for u in plain.plan.units}.isdisjoint(u.key for u in other.plan.units)
    execute(plain, store)
    execute(other, store)
    assert (
        plan_tables(other.plan, store).outcomes["value"]
        != plan_tables(plain.plan, store).outcomes["value"]
    ).all()
    for name, deviation in (("variance", np.sqrt(0.1)), ("deviation", 0.1)):
        drawn = additive_model(4000, np.random.default_rng(1), name)
        assert abs(np.std(drawn.y - true_function(drawn.X)) / deviation - 1) < 0.05


@pytest.mark.parametrize(
    ("line", "dataset", "words"),
    [
        ('noise = "sd"', "additive_simulated", "meaning of the noise's 0.1 is called 'sd'"),
        ('noise = "deviation"', "two_moons", "noise of .design. must be left out: two_moons is"),
    ],
)
def test_noise_is_that_of_simulated_data(line, dataset, words):
    with pytest.raises(KselectError, match=words):
        make_plan(parse(f"{DESIGN}{line}\n"), datasets=[dataset])
