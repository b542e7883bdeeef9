"""Sweeps on Dask's workers: the bits of one machine, workers may die, what does not fit is told."""

import os
import signal
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import distributed
import numpy as np
import pandas as pd
import pytest

from kselect_core.criteria.problems import sampled
from kselect_core.criteria.problems.landmarks import LandmarkProblem
from kselect_core.data import Dataset, load_dataset
from kselect_core.errors import (
    ClusterError,
    InvalidParameterError,
    StoppedError,
    SweepCancelledError,
    SweepFailedError,
    TooLargeError,
)
from kselect_core.linalg.streamed import stretches
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_core.selection.sweep.dask import (
    sweep as dask_sweep,
    team as dask_team,
    workers as dask_workers,
)
from kselect_core.selection.sweep.dask.job import KILLED, threads_at
from kselect_core.selection.sweep.landmarks.rounds import Round
from kselect_core.selection.sweep.memory import SHARE, bytes_needed
from kselect_core.selection.sweep.setup import Setup
from tests.clusters import QUIET, two_processes
from tests.selection.examples import clouds

DENSE = SweepConfig(
    dataset="moons",
    candidates=(Candidates("gaussian", (0.1, 0.3, 1.0, 3.0)),),
    criteria=("kfold", "loo", "kta"),
    lambdas=(0.01, 0.1),
    repeats=3,
)
TILED = replace(DENSE, criteria=("kfold", "kta"), repeats=1, engine="tiled")
ON_LANDMARKS = replace(
    TILED,
    candidates=(Candidates("gaussian", (0.3,)),),
    criteria=("kfold", "gcv", "kta"),
    engine="landmarks",
    landmarks=20,
)


@pytest.fixture(scope="module")
def cluster():
    """Scheduler with one worker of two threads in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, **QUIET
    ) as made:
        yield made


@pytest.fixture
def address(cluster):
    """Its address; it is clean again afterwards."""
    yield cluster.scheduler_address
    assert cluster.scheduler.tasks == {}
    assert cluster.scheduler.worker_plugins.keys() == {"shuffle"}
    assert not [name for name in cluster.scheduler.plugins if name.startswith("kselect")]


def large(name="mine"):
    """Data of more than a megabyte, which workers are asked about."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1200, 120))
    return Dataset.from_arrays(X, np.sign(X[:, 0]), name=name)


@pytest.mark.nightly
@pytest.mark.timeout(900)  # five starts of processes
def test_two_processes_give_the_bits_of_one_and_one_may_die(tmp_path):
    told, victim = [], []
    many = Dataset.from_arrays(*_two_classes(np.random.default_rng(0), 200_000), name="many")
    on_many = replace(ON_LANDMARKS, dataset="many", candidates=(Candidates("gaussian", (8.0,)),))
    with two_processes() as (cluster, client):
        first = next(iter(client.run(os.getpid).values()))

        def kill(done, total):
            told.append((done, total))
            if done == 2 and not victim:
                victim.append(first)
                os.kill(first, signal.SIGKILL)

        found = run_sweep(DENSE, scheduler=cluster.scheduler_address, on_progress=kill)
        tiled = run_sweep(TILED, scheduler=cluster.scheduler_address)
        client.wait_for_workers(2)
        client.run(_killed_in_its_first_part, str(tmp_path / "killed"))
        divided = run_sweep(on_many, dataset=many, scheduler=cluster.scheduler_address)
    assert (tmp_path / "killed").exists()
    alone = run_sweep(on_many, dataset=many)
    assert alone["value"].notna().any()
    pd.testing.assert_frame_equal(divided, alone, check_exact=True)
    assert told == [(k, 12) for k in range(1, 13)]
    pd.testing.assert_frame_equal(found, run_sweep(DENSE), check_exact=True)
    pd.testing.assert_frame_equal(tiled, run_sweep(TILED), check_exact=True)


def _killed_in_its_first_part(marker):
    """Have a worker process kill itself when it begins a part, if no other has done so."""
    part = dask_sweep.Bench.part

    def killed(bench, item, run):
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return part(bench, item, run)
        return os.kill(os.getpid(), signal.SIGKILL)

    dask_sweep.Bench.part = killed


@pytest.mark.parametrize("config", [DENSE, TILED], ids=["dense", "tiled"])
def test_results_are_those_of_this_process(address, config):
    assert threads_at(address) == 2
    found = run_sweep(config, scheduler=address)
    pd.testing.assert_frame_equal(found, run_sweep(config), check_exact=True)


@pytest.fixture
def parts(monkeypatch):
    """Parts of items that workers have computed; points come in stretches of 32."""
    monkeypatch.setattr(stretches, "STRETCH", 32)
    computed, part = [], dask_sweep.Bench.part

    def seen(bench, item, run):
        computed.append((item, run))
        return part(bench, item, run)

    monkeypatch.setattr(dask_sweep.Bench, "part", seen)
    return computed


def test_kernels_that_are_compared_by_more_rows_are_those_of_this_process(address, monkeypatch):
    monkeypatch.setattr(sampled, "SIZES", (60, 100))
    close = Candidates("gaussian", (12.0, 16.0, 20.0))
    asked = replace(ON_LANDMARKS, candidates=(close,), criteria=("kfold", "ckta"))
    told: list[Round] = []
    made = run_sweep(asked, scheduler=address, on_round=told.append)
    assert made["rows"].max() > 60
    assert made.equals(run_sweep(asked))
    assert told[0].rows == told[0].most == 100
    assert told[-1].finished == told[-1].kernels >= 2


def test_of_few_items_the_points_are_divided_and_no_bit_changes(address, parts):
    found = run_sweep(ON_LANDMARKS, scheduler=address)
    runs = stretches.divided(stretches.stretches(Setup.of(DENSE, load_dataset("moons")).n), 1)
    assert sorted(parts, key=str) == [(0, run) for run in runs]
    pd.testing.assert_frame_equal(found, run_sweep(ON_LANDMARKS), check_exact=True)


def test_the_second_pass_is_divided_as_well_and_no_bit_changes(address, parts, monkeypatch):
    passed = {"by_row_of": [], "wrong_of": []}

    def seen(name):
        of_run = getattr(LandmarkProblem, name)
        monkeypatch.setattr(
            LandmarkProblem, name, lambda one, run: passed[name].append(run) or of_run(one, run)
        )

    numbers = Dataset.from_arrays(*_numbers(np.random.default_rng(0), 300), name="numbers")
    by_row = {"criteria": ("kfold", "loo", "ks", "sps")}
    small_ridge = {"lambdas": (1e-15, 0.1), "criteria": ("loo", "gcv")}
    wide = by_row | {"candidates": (Candidates("gaussian", (8.0,)),)}
    cases = [(by_row, None), (small_ridge, None), (wide, numbers)]
    asked = [replace(ON_LANDMARKS, dataset="numbers" if d else "moons", **m) for m, d in cases]
    alone = [run_sweep(one, dataset=data) for one, (_, data) in zip(asked, cases, strict=True)]
    for name in passed:
        seen(name)
    for one, table, (_, data) in zip(asked, alone, cases, strict=True):
        found = run_sweep(one, dataset=data, scheduler=address)
        pd.testing.assert_frame_equal(found, table, check_exact=True)
        runs = sorted((run for _, run in parts), key=str)
        assert len(runs) == 2
        assert sorted(passed["by_row_of"], key=str) == runs  # nobody passes all points again
        assert sorted(passed["wrong_of"], key=str) == ([] if data else runs)
        for several in (parts, *passed.values()):
            several.clear()


def test_a_width_that_is_declined_says_so_wherever_its_points_were(address, parts):
    config = replace(ON_LANDMARKS, candidates=(Candidates("gaussian", (1e-4,)),))
    found = run_sweep(config, scheduler=address)
    assert found["reason"].str.contains("20 landmarks leave").any()
    assert len(parts) == 2
    pd.testing.assert_frame_equal(found, run_sweep(config), check_exact=True)


@pytest.mark.parametrize(
    ("death", "divided_again"),
    [
        (StoppedError("its worker leaves"), True),
        (distributed.KilledWorker("work", SimpleNamespace(address="tcp://a"), 0), False),
    ],
    ids=["leaves", "dies"],
)
def test_an_item_whose_part_is_lost_is_computed_again(
    address, parts, monkeypatch, death, divided_again
):
    part, lost = dask_sweep.Bench.part, []

    def dies(bench, item, run):
        if run.start and not lost:
            lost.append(run)
            raise death
        return part(bench, item, run)

    monkeypatch.setattr(dask_sweep.Bench, "part", dies)
    found = run_sweep(ON_LANDMARKS, scheduler=address)
    assert len(lost) == 1
    twice = len(parts) > len(set(parts))
    assert twice == divided_again  # a suspect is computed alone and as a whole
    pd.testing.assert_frame_equal(found, run_sweep(ON_LANDMARKS), check_exact=True)


@pytest.mark.parametrize(
    ("items", "threads", "count"),
    [(31, 2, 0), (31, 31, 0), (31, 40, 0), (31, 64, 2), (1, 2, 2), (1, 100, 7), (0, 2, 0)],
)
@pytest.mark.usefixtures("parts")
def test_points_are_divided_where_threads_would_have_no_item(items, threads, count):
    setup = Setup.of(ON_LANDMARKS, load_dataset("moons"))
    assert len(stretches.stretches(setup.n)) == 7
    assert len(dask_sweep.runs_apart(setup, range(items), threads)) == count


@pytest.mark.usefixtures("parts")
def test_points_are_not_divided_where_there_are_no_sums_over_all_of_them():
    several = replace(ON_LANDMARKS, dataset="clouds")
    for setup in (Setup.of(TILED, load_dataset("moons")), Setup.of(several, clouds(150))):
        assert dask_sweep.runs_apart(setup, [0], 8) == []


def test_it_goes_on_from_finished_rows(address):
    whole = run_sweep(DENSE)
    half = whole[whole["split"] != 1]
    told = []
    found = run_sweep(DENSE, scheduler=address, done=half, on_progress=lambda *of: told.append(of))
    assert told[0] == (9, 12)
    pd.testing.assert_frame_equal(found, whole, check_exact=True)


def test_a_stop_ends_what_is_computed_long_before_it_would_be_finished(address):
    cancel, told = threading.Event(), []
    config = replace(TILED, dataset="mine", repeats=20)
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(*_two_classes(rng, 4000), name="mine")

    def stop(*_):
        told.append(time.monotonic())
        cancel.set()

    began = time.monotonic()
    with pytest.raises(SweepCancelledError, match="are finished and kept") as stopped:
        run_sweep(config, dataset=data, scheduler=address, on_progress=stop, cancel=cancel)
    assert time.monotonic() - told[0] < (told[0] - began) / 2  # the first two took that
    assert 0 < stopped.value.table["parameter"].nunique() < 80


def _two_classes(rng, n):
    X = rng.normal(size=(n, 5))
    return X, np.sign(X[:, 0] + 0.3 * rng.normal(size=n))


def _numbers(rng, n):
    X = rng.normal(size=(n, 3))
    return X, X[:, 0] + 0.3 * rng.normal(size=n)


def test_work_that_nobody_waits_for_any_more_stops_at_its_next_pause():
    supplies = dask_workers.Supplies("run", lambda pause: lambda _: [pause()], "")
    assert supplies.compute(0) == [None]
    supplies.over = True
    with pytest.raises(StoppedError):
        supplies.compute(0)


def test_work_of_a_run_that_a_worker_does_not_take_part_in_is_not_done():
    assert dask_workers.work("none", [0]) is None


def test_data_that_the_workers_have_by_name_are_not_sent(address, monkeypatch):
    sent = []
    made = dask_sweep.AtBench.__init__

    def seen(self, config, digest, dataset):
        sent.append(dataset)
        made(self, config, digest, dataset)

    monkeypatch.setattr(dask_sweep.AtBench, "__init__", seen)
    data = large("numbers")
    config = replace(TILED, dataset="numbers", candidates=(Candidates("gaussian", (3.0,)),))
    alone = run_sweep(config, dataset=data)
    found = run_sweep(config, dataset=data, scheduler=address)  # nobody has such a file
    pd.testing.assert_frame_equal(found, alone, check_exact=True)
    monkeypatch.setattr(dask_sweep, "named_dataset", lambda _: data)
    found = run_sweep(config, dataset=data, scheduler=address)
    pd.testing.assert_frame_equal(found, alone, check_exact=True)
    assert [one is None for one in sent] == [False, True]


def test_a_worker_that_came_later_without_the_data_says_so():
    late = dask_sweep.AtBench(replace(DENSE, dataset="nowhere"), "0" * 64, None)
    with pytest.raises(ClusterError, match="came later does not have the data 'nowhere'"):
        _ = late.setup
    assert not dask_sweep.has_named(DENSE, "0" * 64)
    assert dask_sweep.has_named(DENSE, load_dataset("moons").digest)


def test_a_worker_with_too_little_memory_is_told_before():
    setup = Setup.of(DENSE, load_dataset("moons"))
    dask_sweep.refuse_small_workers(setup, {"tcp://a": (None, 1), "tcp://b": (2**30, 4)})
    with pytest.raises(TooLargeError, match=r"tcp://c with 2 thread.*0\.0 GiB.*--nthreads 1"):
        dask_sweep.refuse_small_workers(setup, {"tcp://c": (2**20, 2)})
    data = large("numbers")  # 1.1 MB, five times while they are read
    setup = Setup.of(replace(TILED, dataset="numbers"), data)
    room = bytes_needed(setup.config, setup.n, tested=setup.tested) / SHARE
    with pytest.raises(TooLargeError):
        dask_sweep.refuse_small_workers(setup, {"tcp://a": (int(room + 2 * data.X.nbytes), 1)})
    dask_sweep.refuse_small_workers(setup, {"tcp://a": (int(room + 10 * data.X.nbytes), 1)})


def test_a_kernel_that_kills_its_workers_ends_the_sweep_and_the_rest_is_kept(monkeypatch):
    blocks = list(map(dask_sweep.Bench(Setup.of(DENSE, load_dataset("moons"))).block, (0, 1)))

    def broken(*_, **__):
        yield from blocks
        dask_sweep._killed([2])  # noqa: SLF001

    monkeypatch.setattr("kselect_core.selection.sweep.run.blocks_from_scheduler", broken)
    with pytest.raises(SweepFailedError, match=f"{KILLED}. 2 of 12 kernels") as failed:
        run_sweep(DENSE, scheduler="tcp://127.0.0.1:1")
    assert failed.value.table["parameter"].nunique() == 2


def test_a_worker_without_kselect_is_told_before_anything_is_asked_of_it(address, monkeypatch):
    def absent(*_, **__):
        raise ModuleNotFoundError("No module named 'kselect_core'")

    monkeypatch.setattr(distributed.Client, "run", absent)
    with pytest.raises(ClusterError, match="cannot load kselect"):
        run_sweep(DENSE, scheduler=address)


def test_a_worker_that_dies_while_it_is_asked_is_left_out():
    told = {"tcp://a": distributed.comm.CommClosedError("gone"), "tcp://b": True}
    client = SimpleNamespace(run=lambda *_, **__: told)
    assert dask_team.answers(client, bool) == {"tcp://b": True}
    told["tcp://b"] = ImportError("none")
    with pytest.raises(ImportError, match="none"):
        dask_team.answers(client, bool)


def test_what_cannot_begin_is_a_sentence(address, monkeypatch):
    monkeypatch.setattr(dask_team, "PATIENCE", 0.5)
    with pytest.raises(ClusterError, match="No Dask scheduler answers at 'tcp://127"):
        run_sweep(DENSE, scheduler="tcp://127.0.0.1:1")
    with pytest.raises(InvalidParameterError, match="workers left out"):
        run_sweep(DENSE, scheduler=address, workers=2)
    with pytest.raises(InvalidParameterError, match="scheduler must be an address"):
        run_sweep(DENSE, scheduler=8786)
    monkeypatch.setattr(dask_team, "PATIENCE", 5.0)
    monkeypatch.setattr(dask_team, "facts", lambda: dask_workers.facts().replace("3.1", "2.7"))
    with pytest.raises(ClusterError, match=r"has python 3\.1.* instead of 2\.7"):
        run_sweep(DENSE, scheduler=address)
