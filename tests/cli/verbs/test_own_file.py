"""``kselect sweep --data``: a configuration from the app, and the file of the table it is for."""

import json

import numpy as np
import pandas as pd
import pytest

from kselect_core.cli.verbs import sweeping
from kselect_core.data import load_dataset
from kselect_core.selection import Candidates, SweepConfig, run_sweep, with_digest
from tests.bad import corpus
from tests.tolerances import ROUNDOFF

BARE = corpus.table(header=None)
ANSWERS = {"header": "no", "label": "x3"}
LATER = "a,b,label\n1.5,2,p\n3.5,4,n\n2.5,7,p\n"


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch):
    def here(asked, **options):
        return run_sweep(asked, **{**options, "workers": None})

    monkeypatch.setattr(sweeping, "run_sweep", here)


@pytest.fixture
def put(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def plan(put):
    """Keep the configuration of a small sweep; made for a data set if one is given."""

    def keep(data=None, **changes):
        grid = (Candidates("gaussian", (1.0, 4.0), "2tau"),)
        config = SweepConfig(
            **{"dataset": "exam", "repeats": 2, "lambdas": (0.1,), "criteria": ("loo",)}
            | {"candidates": grid}
            | changes
        )
        config = with_digest(config, data) if data else config
        return put("plan.toml", config.to_toml())

    return keep


@pytest.fixture
def refused(kselect):
    """Call that must end with status 1; what it said."""

    def call(*words):
        return " ".join(kselect("sweep", *words, status=1).stderr.split())

    return call


def test_a_file_and_its_configuration_give_the_table_of_python(kselect, put, plan, tmp_path):
    file, later = put("exam.csv", BARE), put("later.csv", LATER.partition("\n")[2])
    data = load_dataset(file, test=later, **ANSWERS)
    config = plan(data, reading={**ANSWERS, "test": "later.csv"}, split="given", repeats=1)
    said = kselect("sweep", config, "--data", file, "--out", tmp_path / "all.parquet").stderr
    assert "15 rows, 3 of them of the test file, 2 features" in said
    expected = run_sweep(SweepConfig.from_toml(config.read_text("utf-8")), dataset=data)
    pd.testing.assert_frame_equal(
        pd.read_parquet(tmp_path / "all.parquet"), expected, check_exact=True
    )


def test_the_name_and_the_place_of_the_file_do_not_matter(kselect_json, put, plan):
    data = load_dataset(put("exam.csv", BARE), **ANSWERS)
    found = kselect_json(
        "sweep", plan(data, reading=ANSWERS), "--data", put("elsewhere/copy.txt", BARE)
    )
    assert found["dataset"] == "exam"
    assert found["data"] == data.digest
    assert found["choices"][0]["quantity"] == "loo"


def test_answers_of_the_line_go_before_those_of_the_configuration(kselect, refused, put, plan):
    file = put("exam.csv", BARE)
    right = plan(load_dataset(file, **ANSWERS), reading=ANSWERS)
    sets = ["--set", "label=x2", "--set", "task=regression"]
    said = refused(right, "--data", file, *sets)
    assert "is not the one this sweep was made for: its digest is" in said
    assert f"It was read from {file} (12 rows, 2 features; answers: header='no'" in said
    assert "label='x2' (there: 'x3'), task='regression' (there: none)" in said
    assert "With those of the configuration it is the right table: leave out --set." in said
    bare = plan(load_dataset(file, **ANSWERS))
    assert "--set OPTION=VALUE" in refused(bare, "--data", file)
    kselect("sweep", bare, "--data", file, "--set", "header=no", "--set", "label=x3")


def test_another_table_is_refused_with_what_to_do(refused, kselect, put, plan, tmp_path):
    data = load_dataset(put("exam.csv", corpus.table()))
    other = put("other.csv", corpus.with_cell("a", 3, "99.5"))
    said = refused(plan(data), "--data", other)
    found = load_dataset(other).digest
    assert f"its digest is {found[:12]}…, expected {data.digest[:12]}…" in said
    assert "has no record of how the table was read" in said
    assert "Give the file that the sweep was made with." in said
    assert "take the line “dataset_digest” out of the configuration" in said
    said = kselect("sweep", plan(), "--data", other).stderr
    assert "is of 'exam' and has no dataset_digest: whether this is the table" in said
    assert "dataset_digest" not in kselect("sweep", plan(), "--data", tmp_path / "exam.csv").stderr


def test_a_table_that_lacks_what_the_configuration_names_is_refused(refused, put, plan):
    data = load_dataset(put("exam.csv", corpus.wide("c", ["1", "2"])), drop=["c"])
    config = plan(data, reading={"drop": ["c"]})
    assert "other.csv: No column is called 'c'" in refused(
        config, "--data", put("other.csv", corpus.table())
    )
    config = plan(data.against_rest("n"), positive="n", reading={"drop": ["c"]})
    words = corpus.wide("c", ["1", "2"]).replace(",n\n", ",m\n")
    said = refused(config, "--data", put("other.csv", words))
    assert "is called 'n'" in said
    assert "Give the file that the sweep was made with." in said


def test_open_questions_and_bad_cells_name_the_file(refused, put, plan):
    said = refused(plan(), "--data", put("exam.csv", BARE))
    assert "exam.csv: " in said
    assert "Answer with header=…" in said
    assert "--set OPTION=VALUE" in said
    assert "exam.csv: " in refused(plan(), "--data", put("exam.csv", "<html>"))


def test_a_file_that_is_missing_is_named(refused, put, plan, tmp_path):
    assert "'none.csv' cannot be read" in refused(plan(), "--data", "none.csv")
    file = put("exam.csv", corpus.table())
    assert "cannot be read" in refused(plan(), "--data", file, "--test", tmp_path / "none.csv")
    data = load_dataset(file, test=put("later.csv", LATER))
    config = plan(data, reading={"test": "later.csv"}, split="given", repeats=1)
    lone = put("elsewhere/exam.csv", corpus.table())
    said = refused(config, "--data", lone)
    assert "the test file 'later.csv', which is not in the folder of 'exam.csv'" in said
    assert "--test FILE" in said
    assert "Give that file with --test FILE" in refused(
        plan(split="given", repeats=1), "--data", file
    )


def test_a_test_file_from_elsewhere_is_the_one_of_the_record(kselect, refused, put, plan):
    later = put("elsewhere/renamed.csv", LATER)
    file = put("exam.csv", corpus.table())
    reading = {"test": "../secret/later.csv"}
    config = plan(load_dataset(file, test=later), reading=reading, split="given", repeats=1)
    kselect("sweep", config, "--data", file, "--test", later)
    wrong = put("wrong.csv", LATER.replace("1.5", "1.6"))
    assert "expected" in refused(config, "--data", file, "--test", wrong)
    assert "exam.csv: Test file: Line 2" in refused(
        config, "--data", file, "--test", put("wrong.csv", "a,b,label\n1,2,z\n")
    )
    put("later.csv", LATER)  # beside the table: that is where a record's file is looked for
    kselect("sweep", config, "--data", file)


def test_a_test_file_that_is_not_tested_on_is_said(kselect, refused, put, plan, tmp_path):
    file, later = put("exam.csv", corpus.table()), put("later.csv", LATER)
    said = kselect("sweep", plan(), "--data", file, "--test", later).stderr
    assert "drawn from like all others (split = “random”)" in said
    assert "split = “given” with repeats = 1" in said
    given = plan(split="given", repeats=1)
    out = tmp_path / "all.parquet"
    said = kselect("sweep", given, "--data", file, "--test", later, "--out", out).stderr
    assert "drawn" not in said
    rows = pd.read_parquet(out)
    errors = rows.loc[rows["quantity"] == "test_error", "value"] * 3
    np.testing.assert_allclose(errors, errors.round(), **ROUNDOFF)
    assert set(rows["split"]) == {0}
    alone = plan(load_dataset(file))
    assert "leave out --test" in refused(alone, "--data", file, "--test", later)


def test_options_about_a_file_need_the_file(kselect, plan, put):
    for words in (["--test", put("later.csv", LATER)], ["--set", "label=a"]):
        assert "belong to --data FILE" in kselect("sweep", plan(), *words, status=2).stderr


def test_a_table_called_like_a_bundled_set_is_told_by_its_content(kselect, refused, put, plan):
    data = load_dataset(put("wdbc.csv", corpus.table()))
    kselect("sweep", plan(data, dataset="wdbc"), "--data", put("copy.csv", corpus.table()))
    said = refused(plan(dataset="wdbc"), "--data", put("copy.csv", corpus.table()))
    assert "names the bundled set 'wdbc'" in said


def test_json_is_all_that_is_printed(kselect, put, plan):
    file = put("exam.csv", corpus.table())
    found = kselect("sweep", plan(load_dataset(file)), "--data", file, "--json")
    assert found.stderr == ""
    assert set(json.loads(found.stdout)) == {
        "digest",
        "measured_by",
        "dataset",
        "data",
        "choices",
        "recommended",
        "verdicts",
        "out",
    }


def test_the_table_of_choices_writes_widths_as_their_grid_does(kselect, put):
    decades = Candidates("gaussian", (0.1, 1.0, 10.0), "2tau")
    config = SweepConfig(dataset="two_moons", candidates=(decades,), repeats=1, lambdas=(0.001,))
    told = kselect("sweep", put("decades.toml", config.to_toml())).stdout
    assert "τ = 1, λ = 0.001" in told
    assert "2⁰" not in told
