"""A full disk: the sweep goes on in memory, says so, can be looked at, and is kept later."""

from dataclasses import replace

import pandas as pd
import pytest

from kselect_core.errors import StorageError
from kselect_core.results import runs as kept
from kselect_ui.server import jobs, runs
from tests.ui.stepper import CONFIG, DATA, PATIENCE, Stepper, until


class Disk:
    """A disk that is full from some moment on."""

    def __init__(self, real):
        self.real, self.full = real, False

    def __call__(self, path, write):
        """Write a file, while there is room."""
        if self.full:
            raise StorageError(f"Nothing can be kept in {path.parent} (No space left on device).")
        self.real(path, write)


@pytest.fixture
def disk(monkeypatch):
    disk = Disk(kept.write_atomically)
    monkeypatch.setattr(kept, "write_atomically", disk)
    monkeypatch.setattr(jobs, "TRY_AGAIN", 0.05)
    monkeypatch.setattr(jobs, "SAVE_EVERY", 0.0)
    return disk


@pytest.fixture
def registry(disk, tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    registry = jobs.JobRegistry(Stepper(), folder=lambda: tmp_path / "runs")
    monkeypatch.setattr(runs, "registry", lambda: registry)
    yield registry
    for status in registry.statuses():
        registry.stop(status.key, patience=PATIENCE)
    disk.full = False  # nobody tries to keep anything after this test
    until(lambda: all(status.reason == "" for status in registry.statuses()))


def go(registry, steps=4):
    registry._sweep.go(steps)  # noqa: SLF001 - the stand-in


def test_a_sweep_that_fills_the_disk_says_so_ends_in_memory_and_is_kept_when_there_is_room(
    disk, registry
):
    digest = registry.submit(CONFIG, DATA)
    go(registry, 1)
    until(lambda: len(registry.table(digest)) == 1)
    until(lambda: kept.listing().runs != ())
    disk.full = True
    go(registry, 1)
    until(lambda: "No space left" in registry.status(digest).reason)
    assert registry.status(digest).active
    go(registry, 2)
    until(lambda: registry.status(digest).phase == "finished")
    (run,) = runs.finished_runs()
    assert (run.digest, run.saved) == (digest, 0.0)
    assert "No space left" in run.reason
    config, table = runs.load_run(digest)
    assert config == CONFIG
    assert len(table) == 4
    disk.full = False
    until(lambda: registry.status(digest).reason == "")
    assert kept.read(digest).state == "finished"
    pd.testing.assert_frame_equal(kept.load(digest), table)


def test_what_was_kept_before_is_not_harmed_by_a_full_disk(disk, registry):
    registry.submit(CONFIG, DATA)
    go(registry)
    until(lambda: [run.state for run in kept.listing().runs] == ["finished"])
    before = kept.load(CONFIG.digest())
    disk.full = True
    other = registry.submit(replace(CONFIG, seed=1), DATA)
    go(registry)
    until(lambda: registry.status(other).phase == "finished")
    pd.testing.assert_frame_equal(kept.load(CONFIG.digest()), before)
    assert kept.listing().unreadable == ()
    assert {run.digest for run in runs.finished_runs()} == {CONFIG.digest(), other}


def test_a_run_that_was_forgotten_is_not_kept_after_all(disk, registry):
    disk.full = True
    digest = registry.submit(CONFIG, DATA)
    go(registry)
    until(lambda: registry.status(digest).phase == "finished")
    runs.delete(digest)
    disk.full = False
    assert registry.status(digest) is None
    assert kept.listing().runs == ()
