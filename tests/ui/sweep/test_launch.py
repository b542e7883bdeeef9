"""Words around a run: how long, how large, when, and what it is called."""

import threading
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import pytest
import streamlit as st

from kselect_core.data import load_dataset
from kselect_core.errors import DataError, TooLargeError
from kselect_core.selection import Candidates, SweepConfig, with_digest
from kselect_core.selection.sweep.estimate import Estimate, Timing
from kselect_core.words.amounts import duration
from kselect_ui.server import runs, upload
from kselect_ui.server.jobs import SCHEDULER, WORKERS
from kselect_ui.server.turns import Turns
from kselect_ui.server.upload import Accepted
from kselect_ui.server.visitors import VISITOR
from kselect_ui.sweep import datasets, launch
from tests.ui.stepper import begun

TABLE = "a,b,class\n" + "".join(f"{i % 7},{i % 5},{'uvw'[i % 3]}\n" for i in range(60))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.0 s"), (9.96, "10.0 s"), (12.3, "12 s"), (185, "3 min 5 s"), (7800, "2 h 10 min")],
)
def test_durations_are_said_as_people_do(seconds, words):
    assert duration(seconds) == words


@pytest.mark.parametrize(
    ("count", "words"), [(0, "1 MiB"), (3 * 2**20, "3 MiB"), (5 * 2**29, "2.5 GiB")]
)
def test_sizes_are_said_as_people_do(count, words):
    assert launch.size(count) == words


def test_a_run_that_was_not_kept_has_no_date():
    assert launch.when(0.0) == "only in memory"
    assert ":" in launch.when(1.7e9)


def test_the_title_tells_runs_apart():
    config = SweepConfig(
        dataset="iris",
        candidates=(Candidates(values=(1.0, 2.0)), Candidates(kernel="linear")),
        lambdas=(0.1,),
        criteria=("kta", "loo"),
        repeats=3,
    )
    assert launch.title(config) == "Iris: Gaussian × 2, linear, 1 λ, 2 criteria, 3 splits"


def test_on_a_shared_server_who_is_offered_the_run_of_somebody_else_can_open_it(monkeypatch):
    monkeypatch.setenv("KSELECT_SHARED", "1")
    monkeypatch.setattr(st, "session_state", {VISITOR: "bob"})
    run = runs.Run("0" * 16, "finished", "", owners="alice")
    assert not runs.is_seen(run)
    launch.open_run(run.digest)
    assert runs.is_seen(run)


def test_one_of_a_kind_is_no_plural():
    config = SweepConfig(dataset="iris", lambdas=(0.1,), criteria=("kta",), repeats=1)
    assert launch.title(config).endswith("1 λ, 1 criterion, 1 split")


def test_a_pilot_that_is_refused_gives_the_reason(monkeypatch):
    def refuses(*_):
        raise TooLargeError("too large; n = 100 fits")

    monkeypatch.setattr(launch, "costs", refuses)
    data = load_dataset("two_moons")
    assert launch.refusal(SweepConfig(dataset="two_moons"), data) == (
        None,
        "too large; n = 100 fits",
    )


def test_what_is_too_much_for_this_computer_is_not_for_the_workers_of_a_scheduler(monkeypatch):
    large = Estimate(1, 1.0, 2**50, "too large for this computer")
    monkeypatch.setattr(launch, "costs", lambda *_: large)
    asked = SweepConfig(dataset="two_moons"), load_dataset("two_moons")
    assert launch.refusal(*asked) == (large, "too large for this computer")
    monkeypatch.setenv(SCHEDULER, "tcp://10.0.0.5:8786")
    assert launch.refusal(*asked) == (large, "")


def test_the_pilot_is_real():
    data = load_dataset("two_moons")
    config = SweepConfig(dataset="two_moons", lambdas=(0.1,), criteria=("kta", "loo"), repeats=2)
    found, refused = launch.refusal(config, data)
    assert refused == ""
    assert found.items == 62
    assert 0 < found.seconds < 600


def test_another_seed_is_estimated_without_a_pilot_until_the_last_one_is_old(monkeypatch):
    data, timed, now = load_dataset("two_moons"), [], [5000.0]

    def told(config, _, *, workers, keep):
        seconds = keep("timing of two moons", lambda: timed.append(1) or Timing(1.0, 1.0, 1.0))
        return Estimate(config.seed + workers, seconds[0], 1, "")

    monkeypatch.setattr(launch, "estimate", told)
    monkeypatch.setattr(launch.time, "monotonic", lambda: now[0])
    for seed in (31, 32, 33):
        config = SweepConfig(dataset="two_moons", lambdas=(0.1,), criteria=("kta",), seed=seed)
        assert launch.costs(config, data).items == seed + WORKERS
    assert len(timed) == 1
    now[0] += launch.RECENT
    launch.costs(replace(config, seed=34), data)
    assert len(timed) == 2


class Pilots:
    """Estimates of three kernels each: ``timed`` is called for those that nobody has timed."""

    def __init__(self, monkeypatch, timed):
        self.data, self.timed = load_dataset("two_moons"), timed
        monkeypatch.setattr(launch, "estimate", self.estimate)

    def estimate(self, config, _, *, workers, keep):
        """Time the kernels of a configuration; they depend on its ridge only."""
        names = [f"kernel {k} at {config.lambdas}" for k in range(3)]
        seconds = sum(keep(name, self.timed).seconds for name in names)
        return Estimate(workers, seconds, 1, "")

    def asked(self, ridge, seed=0, beside=None):
        """Return the seconds of a sweep."""
        config = SweepConfig(
            dataset="two_moons", lambdas=(ridge,), criteria=("kta",), seed=seed, repeats=1
        )
        return launch.costs(config, self.data, beside).seconds


def test_while_kernels_are_timed_other_pages_have_the_turn(monkeypatch):
    turns, others = Turns(at_once=1, patience=60.0), []
    monkeypatch.setattr(launch, "away", turns.away)

    def another_page():
        with turns.turn():
            others.append("made")

    def timed():
        begun(another_page).join(60)
        return Timing(1.0, 1.0, 1.0)

    pilots = Pilots(monkeypatch, timed)
    with turns.turn():
        assert pilots.asked(0.3) == 3.0
        assert others == ["made"] * 3
        page = begun(another_page)
        assert pilots.asked(0.3, seed=1) == 3.0  # nothing is timed, nothing left
        assert others == ["made"] * 3
    page.join(60)


def test_for_what_is_measured_together_the_turn_is_taken_again_once(monkeypatch):
    turns = Turns(at_once=1, patience=60.0)
    monkeypatch.setattr(launch, "away", turns.away)
    pilots = Pilots(monkeypatch, lambda: Timing(1.0, 1.0, 1.0))
    inside, leave = threading.Event(), threading.Event()

    def another_page():
        with turns.turn():
            inside.set()
            leave.wait(60)

    with turns.turn():
        with ExitStack() as beside:
            pilots.asked(0.6, beside=beside)
            page = begun(another_page)
            assert inside.wait(60)
            assert pilots.asked(0.7, beside=beside) == 3.0  # and does not wait for the other page
            leave.set()
        page.join(60)
        assert not page.is_alive()


def test_kernels_are_timed_one_after_the_other_whoever_asks(monkeypatch):
    ready, at_it, seconds = threading.Barrier(2), [], []

    def timed():
        at_it.append("begun")
        begun(lambda: None).join(60)  # the other thread may begin meanwhile
        alone = at_it[-1] == "begun" and at_it.count("begun") == at_it.count("done") + 1
        at_it.append("done")
        return Timing(1.0 if alone else 100.0, 1.0, 1.0)

    pilots = Pilots(monkeypatch, timed)

    def asked(ridge):
        ready.wait(60)
        seconds.append(pilots.asked(ridge))

    for thread in [begun(partial(asked, ridge)) for ridge in (0.4, 0.5)]:
        thread.join(60)
    assert seconds == [3.0, 3.0]


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    file = upload.store().keep(TABLE.encode(), "mine.csv")
    table = upload.read(file, "{}").dataset
    upload.store().accept(Accepted(table.digest, file, "mine"))
    return table


def test_the_table_of_a_sweep_of_one_class_against_the_rest_is_found_again(own):
    config = with_digest(SweepConfig(dataset="mine", positive="v"), own)
    assert config.dataset_digest != own.digest
    assert datasets.name_of(config) == f"own-{own.digest[:12]}"
    assert datasets.load(datasets.name_of(config)).digest == own.digest


@pytest.mark.usefixtures("own")
def test_another_table_of_the_same_name_is_not_taken():
    config = SweepConfig(dataset="mine", dataset_digest="0" * 64, positive="v")
    with pytest.raises(DataError, match="not on this computer any more"):
        datasets.name_of(config)


def test_the_program_of_an_own_table_names_the_file(own):
    chosen = datasets.Chosen(own, "v")
    assert datasets.program(chosen) == "load_dataset('mine.csv').against_rest('v')"


def test_the_record_of_a_table_names_its_test_file_so_that_the_sweep_can_be_repeated(own):
    kept = upload.store().accepted(own.digest)
    beside = upload.store().keep(TABLE.encode(), "later.csv")
    both = upload.read(kept.file, "{}", beside).dataset
    upload.store().accept(Accepted(both.digest, kept.file, "mine", (("label", "class"),), beside))
    found = datasets.reading(datasets.Chosen(both))
    assert dict(found) == {"label": "class", "test": "later.csv"}
    config = SweepConfig(dataset="mine", reading=found, split="given", repeats=1)
    assert SweepConfig.from_toml(config.to_toml()).reading == config.reading


def test_widths_that_tell_no_points_apart_are_named_once_and_forbid_nothing():
    data = load_dataset("two_moons")
    grid = Candidates(values=(1e-9, 1.0, 1e18))
    config = SweepConfig(dataset="two_moons", candidates=(grid,))
    narrow, wide = launch.limits(config, data)
    assert "1e-09: K is numerically the identity" in narrow
    assert "1e+18: K is numerically constant" in wide
