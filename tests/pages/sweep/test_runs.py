"""Runs on the Sweep page: named, noted, found, and two of them side by side."""

import os
from dataclasses import replace

import pytest

from kselect_core import SweepConfig
from kselect_core.errors import StorageError
from kselect_core.results import runs
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished as finished_sweeps
from tests.pages.visits import config_of, finished, opened, tables, text

pytestmark = pytest.mark.page


@pytest.fixture(scope="module")
def seeds():
    return [config_of(seed=seed, criteria=("kta", "loo"), repeats=1) for seed in range(4)]


@pytest.fixture
def digests(seeds, tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    return [finished(config, tmp_path) for config in seeds]


def test_runs_that_differ_by_their_seed_say_so_in_the_list(digests):
    options = opened("explore").selectbox(key="run").options
    assert [f"Two moons: seed {seed}" in options for seed in range(4)] == [True] * len(digests)


def test_a_run_is_renamed_noted_and_found(digests):
    at = opened("sweep")
    at.text_input(key=f"name_{digests[2]}").set_value("for the paper")
    at.text_area(key=f"note_{digests[2]}").set_value("narrow widths *win*")
    next(b for b in at.button if b.label == "Keep" and digests[2] in b.form_id).click().run()
    assert not at.exception
    assert "narrow widths *win*" in text(at)
    at.text_input(key="find_run").set_value("PAPER").run()
    shown = [b.key for b in at.button if b.key and b.key.startswith("open_")]
    assert shown == [f"open_{digests[2]}"]
    assert "for the paper" in opened("explore").selectbox(key="run").options


def test_a_card_counts_kernels_as_the_settings_do_and_says_how_many_splits(digests, tmp_path):
    folder, digest = tmp_path / "runs", finished(config_of(repeats=2), tmp_path)
    assert digest not in digests
    run = runs.read(digest, folder=folder)
    count = len(SweepConfig.from_toml(run.config).items)
    whole = replace(run, done=count, total=count)
    runs.save(whole, runs.load(digest, folder=folder), folder=folder)
    assert f"{count // 2} kernels × 2 splits" in text(opened("sweep"))


def test_a_run_that_is_deleted_in_another_window_is_not_silently_another(digests, tmp_path):
    at = opened("explore", run=digests[1][:12], t="100", crit="kta")
    assert at.selectbox(key="run").value == digests[1]
    runs.delete(digests[1], folder=tmp_path / "runs")
    at.run()
    assert at.selectbox(key="run").value == finished_sweeps.demo_digest()
    assert "is no longer kept" in text(at)
    assert "run" not in at.query_params
    at.run()
    assert "is no longer kept" in text(at)  # until another one is chosen
    at.selectbox(key="run").set_value(digests[0]).run()
    assert "is no longer kept" not in text(at)
    assert not at.exception


def test_a_part_of_a_sweep_that_is_computed_again_is_not_kept_as_all_of_it(digests, tmp_path):
    digest, folder = digests[3], tmp_path / "runs"
    whole, table = runs.read(digest, folder=folder), runs.load(digest, folder=folder)
    runs.save(replace(whole, state="running", pid=os.getpid()), table[:8], folder=folder)
    shelf().clear()
    with pytest.raises(StorageError, match="is not finished"):
        finished_sweeps.load(digest)
    runs.save(whole, table, folder=folder)
    assert len(finished_sweeps.load(digest).table) == len(table)


def test_two_sweeps_stand_side_by_side(digests):
    at = opened("sweep")
    at.checkbox(key="compare").check().run()
    assert not at.exception
    at.selectbox(key="side_0").set_value(digests[0])
    at.selectbox(key="side_1").set_value(digests[1]).run()
    (table,) = (one.set_index("") for one in tables(at))  # no cell is cut off
    assert "seed 0" in table.loc["splits"].iloc[0]
    assert table.loc["learner"].iloc[0] == "ridge regression, engine dense"
    assert "seed 1" in table.loc["splits"].iloc[1]
    assert "expected error" in table.loc["recommended"].iloc[0]
    assert "τ = " in table.loc["LOO"].iloc[1]
    assert "%" in table.loc["LOO"].iloc[1]
    at.session_state["te"] = False
    (table,) = (one.set_index("") for one in tables(at.run()))
    assert "recommended" not in table.index
    assert "%" not in table.loc["LOO"].iloc[1]


def test_the_sweeps_that_stand_side_by_side_are_in_the_link(digests):
    first = opened("sweep")
    first.checkbox(key="compare").check().run()
    first.selectbox(key="side_1").set_value(digests[2]).run()
    said = {key: "".join(first.query_params[key]) for key in ("compare", "side_0", "side_1")}
    assert (said["compare"], said["side_1"]) == ("true", digests[2][:12])
    at = opened("sweep", **said)
    assert not at.warning
    assert [at.selectbox(key=f"side_{k}").value for k in (0, 1)] == [
        first.selectbox(key=f"side_{k}").value for k in (0, 1)
    ]


def test_a_link_to_a_side_that_is_gone_says_so(digests):
    at = opened("sweep", compare="true", side_0="0123456789ab", side_1=digests[1][:12])
    assert not at.exception
    assert "The sweep 0123456789ab is not on this computer" in text(at)
    assert at.selectbox(key="side_1").value == digests[1]
