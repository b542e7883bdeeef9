"""Jobs: one per configuration, stoppable, resumable, kept, and never silently lost."""

from dataclasses import replace

import pandas as pd
import psutil
import pytest

from kselect_core.criteria.problems import sampled
from kselect_core.data import load_dataset
from kselect_core.errors import InvalidParameterError
from kselect_core.results import runs
from kselect_core.selection import SweepConfig, run_sweep
from kselect_ui.server import jobs as module
from kselect_ui.server.book import Status
from kselect_ui.server.jobs import JobRegistry
from tests.ui.stepper import CONFIG, DATA, Rounds, Stepper, until


@pytest.fixture
def stepper():
    return Stepper()


@pytest.fixture
def jobs(stepper, tmp_path):
    jobs = JobRegistry(stepper, workers=2, folder=lambda: tmp_path / "runs")
    yield jobs
    for status in jobs.statuses():
        jobs.stop(status.key)
    until(lambda: not any(status.active for status in jobs.statuses()))


def phase(jobs, digest):
    return jobs.status(digest).phase


def stopped(jobs, stepper, digest, *, rows):
    """Let a job that is submitted compute so many rows more, and stop it; its digest."""
    there = jobs.status(digest).done
    stepper.go(rows)
    until(lambda: len(jobs.table(digest)) == there + rows)
    jobs.stop(digest)
    until(lambda: phase(jobs, digest) == "cancelled")
    return digest


def test_a_finished_job_is_in_the_folder_of_runs(jobs, stepper, tmp_path):
    stepper.go()
    digest = jobs.submit(CONFIG, DATA, title="moons")
    until(lambda: phase(jobs, digest) == "finished")
    kept = runs.read(digest, folder=tmp_path / "runs")
    assert (kept.state, kept.done, kept.total, kept.title) == ("finished", 4, 4, "moons")
    assert SweepConfig.from_toml(kept.config) == CONFIG
    assert list(runs.load(digest, folder=tmp_path / "runs")["parameter"]) == [0, 1, 2, 3]


def test_the_same_configuration_twice_is_one_job(jobs, stepper):
    first, second = jobs.submit(CONFIG, DATA), jobs.submit(CONFIG, DATA)
    assert first == second == CONFIG.digest()
    stepper.go()
    until(lambda: phase(jobs, first) == "finished")
    jobs.submit(CONFIG, DATA)
    assert len(stepper.calls) == 1


def test_progress_rows_and_time_left_are_seen_while_it_runs(jobs, stepper):
    digest = jobs.submit(CONFIG, DATA)
    stepper.go(1)
    until(lambda: jobs.status(digest).done == 1)
    assert jobs.status(digest).seconds_left is None  # one report gives no rate
    stepper.go(1)
    until(lambda: jobs.status(digest).done == 2)
    status = jobs.status(digest)
    assert status.total == 4
    assert status.seconds_left is not None
    assert status.seconds_left > 0
    assert list(jobs.table(digest)["parameter"]) == [0, 1]


def test_a_round_of_further_rows_is_told_and_has_no_time_left(tmp_path):
    stepper = Rounds()
    jobs = JobRegistry(stepper, folder=lambda: tmp_path / "runs")
    digest = jobs.submit(CONFIG, DATA)
    stepper.go(5)
    until(lambda: (stage := jobs.status(digest).stage) and stage.done == 1)
    status = jobs.status(digest)
    assert (status.done, status.share, status.seconds_left) == (4, 1 / 3, None)
    jobs.stop(digest)
    until(lambda: phase(jobs, digest) == "cancelled")
    assert jobs.status(digest).stage is None
    stepper.go(3)
    jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "finished")
    assert runs.read(digest, folder=tmp_path / "runs").done == 4


def test_every_row_is_kept_before_kernels_are_compared_by_further_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SAVE_EVERY", float("inf"))
    stepper, folder = Rounds(), tmp_path / "runs"
    jobs = JobRegistry(stepper, folder=lambda: folder)
    digest = jobs.submit(CONFIG, DATA)
    stepper.go(4)
    until(lambda: (stage := jobs.status(digest).stage) and stage.done == 0)
    until(lambda: runs.listing(folder=folder).runs)
    until(lambda: len(runs.load(digest, folder=folder)) == 4)
    assert jobs.status(digest).active
    jobs.stop(digest)
    until(lambda: phase(jobs, digest) == "cancelled")


def test_rows_of_a_slow_sweep_are_kept_as_they_come_even_where_two_come_together():
    slow = Status("digest", "moons", done=2, seconds=2 * module.SAVE_EVERY)
    quick = replace(slow, seconds=module.SAVE_EVERY)
    assert module.due(slow, 0.0)
    assert not module.due(quick, 0.0)
    assert module.due(quick, 1.1 * module.SAVE_EVERY)


def test_more_splits_go_on_from_those_that_are_there(jobs, stepper, tmp_path):
    first, more = (replace(CONFIG, repeats=count) for count in (1, 3))
    stepper.go()
    digest = jobs.submit(first, DATA)
    until(lambda: phase(jobs, digest) == "finished")
    digest = jobs.submit(more, DATA)
    assert (jobs.status(digest).done, jobs.status(digest).total) == (4, 12)
    stopped(jobs, stepper, digest, rows=3)
    assert len(jobs.table(digest)) == 7
    jobs.submit(more, DATA)
    until(lambda: len(stepper.calls) == 3)
    assert [rows for _, _, rows in stepper.calls] == [0, 4, 7]
    assert list(module.fewer_splits(replace(CONFIG, split="given"))) == []
    assert runs.read(first.digest(), folder=tmp_path / "runs").state == "finished"


def test_a_sweep_goes_on_from_whichever_has_more_rows_its_own_or_those_of_fewer_splits(
    jobs, stepper
):
    first, more = (replace(CONFIG, repeats=count) for count in (1, 3))
    stopped(jobs, stepper, jobs.submit(more, DATA), rows=2)
    jobs.submit(first, DATA)
    until(lambda: len(stepper.calls) == 2)
    jobs.submit(more, DATA)  # it waits for the first split, which nobody has yet
    stepper.go(4)
    until(lambda: len(stepper.calls) == 3)
    assert [rows for _, _, rows in stepper.calls] == [0, 0, 4]


@pytest.mark.parametrize("engine", ["dense", "tiled", "landmarks"])
def test_one_split_and_then_the_others_give_what_all_at_once_give(tmp_path, engine, monkeypatch):
    monkeypatch.setattr(sampled, "SIZES", (60, 120))  # so that orders are open

    def here(config, *, workers, **rest):  # noqa: ARG001 - no processes
        return run_sweep(config, **rest)

    jobs = JobRegistry(here, folder=lambda: tmp_path / "runs")
    few = {"landmarks": 20} if engine == "landmarks" else {}
    whole = replace(CONFIG, engine=engine, repeats=3, criteria=("kfold", "kta"), **few)
    for count in (1, 3):
        digest = jobs.submit(replace(whole, repeats=count), DATA)
        until(lambda digest=digest: not jobs.status(digest).active)
    assert jobs.table(digest).equals(run_sweep(whole, dataset=DATA))


def test_a_stopped_job_keeps_its_rows_and_resumes_from_them(jobs, stepper, tmp_path):
    digest = stopped(jobs, stepper, jobs.submit(CONFIG, DATA), rows=2)
    assert runs.read(digest, folder=tmp_path / "runs").state == "cancelled"
    assert len(runs.load(digest, folder=tmp_path / "runs")) == 2
    jobs.submit(CONFIG, DATA)
    assert jobs.status(digest).done == 2  # from the start, not from the next kernel on
    stepper.go(2)
    until(lambda: phase(jobs, digest) == "finished")
    assert stepper.calls == [(0, 2, 0), (0, 2, 2)]
    assert list(jobs.table(digest)["parameter"]) == [0, 1, 2, 3]


def test_another_server_resumes_from_the_folder(jobs, stepper, tmp_path):
    digest = stopped(jobs, stepper, jobs.submit(CONFIG, DATA), rows=3)
    later = Stepper()
    later.go()
    other = JobRegistry(later, folder=lambda: tmp_path / "runs")
    other.submit(CONFIG, DATA)
    until(lambda: phase(other, digest) == "finished")
    assert later.calls[0][2] == 3


def test_who_was_served_least_comes_next(jobs, stepper):
    for seed, owner in ((0, "greedy"), (1, "greedy"), (2, "greedy"), (3, "patient")):
        last = jobs.submit(replace(CONFIG, seed=seed), DATA, owner=owner)
    stepper.go(16)
    until(lambda: all(not status.active for status in jobs.statuses()))
    assert [call[0] for call in stepper.calls] == [0, 3, 1, 2]
    assert phase(jobs, last) == "finished"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (InvalidParameterError("Sweep", "λ", "positive", -1), "λ must be positive, got -1"),
        (ZeroDivisionError("a bug"), "Something unexpected happened (error "),
    ],
)
def test_a_failed_job_says_why_and_the_next_one_runs(jobs, stepper, tmp_path, error, words):
    stepper.error = error
    stepper.go(1)
    digest = jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "failed")
    assert words in jobs.status(digest).reason
    assert words in runs.read(digest, folder=tmp_path / "runs").reason
    stepper.error = None
    stepper.go(4)
    jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "finished")


def test_where_nothing_can_be_kept_the_job_still_finishes_in_memory(stepper, tmp_path):
    (tmp_path / "runs").write_text("a file where the folder should be")
    jobs = JobRegistry(stepper, folder=lambda: tmp_path / "runs")
    stepper.go()
    digest = jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "finished")
    assert "KSELECT_HOME" in jobs.status(digest).reason
    assert len(jobs.table(digest)) == 4
    jobs.forget(digest)


def test_a_forgotten_job_is_gone_and_a_running_one_cannot_be_forgotten(jobs, stepper):
    digest = jobs.submit(CONFIG, DATA)
    jobs.forget(digest)
    assert phase(jobs, digest) == "running"
    stepper.go()
    until(lambda: phase(jobs, digest) == "finished")
    jobs.forget(digest)
    assert jobs.status(digest) is None
    assert jobs.table(digest).empty
    assert jobs.config(digest) is None


def test_the_data_are_let_go_when_the_job_ends(jobs, stepper):
    stepper.go()
    digest = jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "finished")
    assert jobs._jobs[digest].dataset is None  # noqa: SLF001 - memory has no public face


@pytest.mark.slow
def test_a_real_sweep_stops_in_the_middle_and_resumes_to_the_same_table(tmp_path):
    config = replace(CONFIG, dataset="wdbc", criteria=("kta", "loo", "kfold"), repeats=4)
    data = load_dataset("wdbc")
    jobs = JobRegistry(workers=1, folder=lambda: tmp_path / "runs")
    digest = jobs.submit(config, data)
    until(lambda: jobs.status(digest).done > 0)
    jobs.stop(digest)
    until(lambda: not jobs.status(digest).active)
    assert phase(jobs, digest) == "cancelled"
    assert 0 < jobs.status(digest).done < jobs.status(digest).total
    jobs.submit(config, data)
    until(lambda: not jobs.status(digest).active)
    assert phase(jobs, digest) == "finished"
    keys = ["split", "parameter", "quantity"]
    straight = JobRegistry(workers=1, folder=lambda: tmp_path / "straight")
    straight.submit(config, data)
    until(lambda: phase(straight, digest) == "finished")
    pd.testing.assert_frame_equal(
        jobs.table(digest).sort_values(keys, ignore_index=True),
        straight.table(digest).sort_values(keys, ignore_index=True),
    )


@pytest.mark.slow
def test_a_killed_worker_fails_the_job_with_words_and_it_can_go_on(tmp_path):
    config = replace(CONFIG, dataset="wdbc", criteria=("kta", "loo"), repeats=8)
    jobs = JobRegistry(workers=1, folder=lambda: tmp_path / "runs")
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    digest = jobs.submit(config, load_dataset("wdbc"))
    until(lambda: len(jobs.table(digest)) > 0)
    for child in psutil.Process().children(recursive=True):
        if child.pid not in before and "popen_loky" in " ".join(child.cmdline()):
            child.kill()
    until(lambda: not jobs.status(digest).active)
    if phase(jobs, digest) == "finished":
        pytest.skip("the sweep was faster than the kill")
    assert phase(jobs, digest) == "failed"
    assert "A worker process was killed" in jobs.status(digest).reason
    kept = len(jobs.table(digest))
    assert kept > 0
    jobs.submit(config, load_dataset("wdbc"))
    until(lambda: not jobs.status(digest).active)
    assert phase(jobs, digest) == "finished"
    assert len(jobs.table(digest)) > kept


def test_rows_that_the_folder_has_are_not_held_in_memory(jobs, stepper, tmp_path):
    stepper.go()
    digest = jobs.submit(CONFIG, DATA)
    until(lambda: phase(jobs, digest) == "finished")
    assert jobs._jobs[digest].frames == []  # noqa: SLF001 (what is held)
    assert len(jobs.table(digest)) == 4
    jobs.submit(CONFIG, DATA)
    assert phase(jobs, digest) == "finished"
    runs.delete(digest, folder=tmp_path / "runs")
    assert jobs.table(digest).empty
    stepper.go()
    jobs.submit(CONFIG, DATA)  # what is nowhere any more is computed again
    until(lambda: phase(jobs, digest) == "finished")
    assert [call[2] for call in stepper.calls] == [0, 0]
    assert len(jobs.table(digest)) == 4


@pytest.mark.parametrize("address", ["", "tcp://10.0.0.5:8786"])
def test_where_a_scheduler_is_named_its_workers_compute(address, monkeypatch):
    monkeypatch.setattr(module, "run_sweep", lambda config, **options: (config, options))
    monkeypatch.setenv(module.SCHEDULER, address)
    asked, options = module.sweeper()(CONFIG, workers=2, dataset=DATA)
    where = {"scheduler": address} if address else {"workers": 2}
    assert (asked, options) == (CONFIG, {**where, "dataset": DATA})


@pytest.mark.slow
def test_eigenvalues_are_kept_when_a_sweep_ends_also_of_what_it_went_on_from(tmp_path, logged):
    folder = tmp_path / "runs"
    jobs = JobRegistry(workers=1, folder=lambda: folder)
    for repeats in (1, 2):
        config = replace(CONFIG, criteria=("loo",), repeats=repeats)
        digest = jobs.submit(config, DATA)
        until(lambda digest=digest: phase(jobs, digest) == "finished")
        assert jobs._jobs[digest].eigenvalues == []  # noqa: SLF001 (what is held)
    kept = module.kept_eigenvalues(digest, folder=folder)
    values = [value for _, value in config.kernels]
    assert sorted(one[:3] for one in kept) == [(s, "gaussian", v) for s in (0, 1) for v in values]
    (folder / digest / runs.EIGENVALUES).write_bytes(b"damaged")
    assert module.kept_eigenvalues(digest, folder=folder) == ()
    assert "eigenvalues" in logged[-1].getMessage()
