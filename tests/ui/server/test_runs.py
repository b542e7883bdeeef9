"""Runs as the pages see them: from the folder, or from memory where nothing can be kept."""

import os
from dataclasses import replace

import pytest

from kselect_core.errors import StorageError
from kselect_core.results import runs as kept
from kselect_core.results.table import empty
from kselect_ui.server import jobs, runs
from tests.ui.stepper import CONFIG, DATA, PATIENCE, Stepper, until


@pytest.fixture
def registry(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    registry = jobs.JobRegistry(Stepper(), folder=lambda: tmp_path / "runs")
    monkeypatch.setattr(runs, "registry", lambda: registry)
    yield registry
    for status in registry.statuses():
        registry.stop(status.key, patience=PATIENCE)
        registry.forget(status.key)


def save(state, config=CONFIG, pid=0):
    facts = {"title": "moons", "done": 1, "total": 4, "saved": 5.0, "pid": pid}
    digest = config.digest()
    kept.save(kept.Run(digest, state, config.to_toml(), **facts), empty())
    return digest


@pytest.mark.usefixtures("registry")
def test_only_finished_runs_can_be_looked_at():
    save("cancelled", replace(CONFIG, seed=1))
    digest = save("finished")
    assert [run.digest for run in runs.finished_runs()] == [digest]
    config, table = runs.load_run(digest)
    assert config == CONFIG
    assert table.empty


@pytest.mark.usefixtures("registry")
def test_a_run_that_claims_to_run_here_but_does_not_was_cut_short():
    save("running", pid=os.getpid())
    (run,), unreadable = runs.every_run()
    assert run.state == "cancelled"
    assert "ended while this was running" in run.reason
    assert unreadable == ()


def test_a_job_at_work_is_no_card_yet(registry):
    digest = registry.submit(CONFIG, DATA)
    save("running", pid=os.getpid())
    assert runs.every_run()[0] == ()
    runs.delete(digest)
    assert registry.status(digest).phase == "running"


def test_where_nothing_can_be_kept_memory_shows_the_run(registry, tmp_path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    digest = registry.submit(CONFIG, DATA, title="mine")
    registry._sweep.go()  # noqa: SLF001 - the stand-in
    until(lambda: registry.status(digest).phase == "finished")
    (run,), _ = runs.every_run()
    assert (run.state, run.title) == ("finished", "mine")
    assert "KSELECT_HOME" in run.reason
    config, table = runs.load_run(digest)
    assert (config, len(table)) == (CONFIG, 4)


def test_a_run_that_another_program_takes_away_is_not_shown_as_if_memory_had_it(registry):
    digest = registry.submit(CONFIG, DATA)
    registry._sweep.go()  # noqa: SLF001 - the stand-in
    until(lambda: not registry.holds(digest))
    until(lambda: registry.status(digest).phase == "finished")
    assert [run.state for run in runs.every_run()[0]] == ["finished"]
    save("cancelled")  # it is computed again there
    assert [run.state for run in runs.every_run()[0]] == ["cancelled"]
    kept.delete(digest)
    assert runs.every_run()[0] == ()
    with pytest.raises(StorageError, match="cannot be read"):
        runs.load_run(digest)


@pytest.mark.usefixtures("registry")
def test_a_run_nobody_has_is_an_error_with_words():
    with pytest.raises(StorageError, match="cannot be read"):
        runs.load_run("00" * 32)


@pytest.mark.usefixtures("registry")
def test_settings_of_another_version_are_none():
    digest = save("finished")
    run = kept.read(digest)
    assert runs.config_of(run) == CONFIG
    assert runs.config_of(replace(run, config="schema = 99\n")) is None
