"""Worker processes: the same bits, killable at any moment, never outliving their parent."""

import os
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import psutil
import pytest
from pandas.testing import assert_frame_equal

from kselect_core.data import Dataset
from kselect_core.errors import DataError, SweepCancelledError, SweepFailedError
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.sweep import workers
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.lost.left import until
from tests.selection.examples import blobs, small

ROOT = Path(__file__).parents[3]
DATA = blobs(500, 5)  # large enough for BLAS threads to change bits
CONFIG = small(candidates=Candidates(values=(0.1, 0.5, 2.0, 8.0, 30.0)))
LONG_DATA = blobs(1500, 5)
LONG = small(candidates=Candidates(), criteria=["gcv"], repeats=10)


def worker_processes(parent=None):
    """Worker processes of a process; loky's resource tracker is none of them."""
    children = psutil.Process(parent).children(recursive=True)
    return [child for child in children if "popen_loky" in " ".join(command(child))]


def command(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def gone(process):
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def digest(table):
    return sha256(table["value"].to_numpy().tobytes()).hexdigest()


@pytest.fixture(autouse=True)
def no_workers_left():
    yield
    assert [child for child in worker_processes() if not gone(child)] == []


SEVERAL = small(candidates=Candidates(), criteria=["kta"])


@pytest.mark.parametrize(
    ("config", "data"),
    [pytest.param(CONFIG, DATA, marks=pytest.mark.nightly), (SEVERAL, blobs())],
)
def test_two_workers_give_the_bits_of_this_process(config, data):
    steps, parts = [], []
    table = run_sweep(
        config,
        dataset=data,
        workers=2,
        on_progress=lambda *step: steps.append(step),
        on_rows=parts.append,
    )
    assert_frame_equal(table, run_sweep(config, dataset=data), check_exact=True)
    assert steps == [(step, len(config.items)) for step in range(1, len(config.items) + 1)]
    pieces = pd.concat(parts, ignore_index=True)
    order = ["split", "parameter", "quantity", "lambda"]
    assert_frame_equal(
        pieces.sort_values(order, ignore_index=True), table.sort_values(order, ignore_index=True)
    )


SCRIPT = """
from hashlib import sha256
from kselect_core import run_sweep
from tests.selection.sweep.test_workers import CONFIG, DATA, digest
print(digest(run_sweep(CONFIG, dataset=DATA, workers=1)))
"""


def test_a_plain_script_gives_the_same_bits_whatever_the_threads_outside(tmp_path):
    script = tmp_path / "plain script.py"  # without a guard for the main module
    script.write_text(SCRIPT)
    threads = {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **threads},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [digest(run_sweep(CONFIG, dataset=DATA))]


def test_cancelling_kills_the_workers_at_once_and_keeps_the_rows():
    cancel, told = threading.Event(), []

    def stop(*step):
        told.append(step)
        cancel.set()

    with pytest.raises(SweepCancelledError, match=r"Stopped: \d+ of 310 kernels") as caught:
        run_sweep(LONG, dataset=LONG_DATA, workers=1, cancel=cancel, on_progress=stop)
    partial = caught.value.table
    items = partial.drop_duplicates(["split", "parameter"])
    assert 1 <= len(items) == len(told) < 31  # hundreds are left
    value = float(items["parameter"].iloc[0])
    alone = small(candidates=Candidates(values=(value,)), criteria=["gcv"], repeats=1)
    expected = run_sweep(alone, dataset=LONG_DATA)
    found = partial[(partial["parameter"] == value) & (partial["split"] == 0)]
    assert_frame_equal(found.reset_index(drop=True), expected, check_exact=True)


def test_a_cancelled_sweep_resumes_with_workers_to_the_same_bits():
    whole = run_sweep(CONFIG, dataset=DATA)
    partial = whole[whole["parameter"] != 2.0].sample(frac=1.0, random_state=0)
    steps = []
    table = run_sweep(
        CONFIG, dataset=DATA, workers=1, done=partial, on_progress=lambda *s: steps.append(s)
    )
    assert steps == [(9, 10), (10, 10)]
    assert_frame_equal(table, whole, check_exact=True)


def test_a_killed_worker_is_reported_and_the_finished_rows_are_kept():
    def kill(finished, _):
        if finished == 2:
            worker_processes()[0].kill()

    with pytest.raises(
        SweepFailedError, match=r"A worker process was killed.* \d+ of 310"
    ) as caught:
        run_sweep(LONG, dataset=LONG_DATA, workers=1, on_progress=kill)
    table = caught.value.table
    assert len(table) >= 2 * 3 * 6
    assert table["value"].notna().all()


def test_an_error_in_a_worker_is_the_error_of_the_sweep():
    X = np.zeros((20, 2))
    X[0, 0] = 1.0
    data = Dataset.from_arrays(X, np.where(np.arange(20) % 2, 1.0, -1.0), name="flat")
    with pytest.raises(DataError, match="flat: every feature is constant in the training part of"):
        run_sweep(small(dataset="flat", repeats=10, test_share=0.5), dataset=data, workers=1)


ORPHANS = """
import sys
from kselect_core import run_sweep
from tests.selection.sweep.test_workers import LONG, LONG_DATA, worker_processes
def tell(finished, _):
    if finished == 12:  # both are at work
        print(*[child.pid for child in worker_processes()], flush=True)
run_sweep(LONG, dataset=LONG_DATA, workers=2, on_progress=tell)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="killed by SIGKILL")
def test_a_killed_parent_leaves_no_workers():
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        orphans = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
        assert len(orphans) == 2
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()
    until(lambda: all(map(gone, orphans)))


# the same functions that run in a worker, here


def test_a_worker_computes_the_items_it_is_given(monkeypatch):
    watched = []
    monkeypatch.setattr(workers, "follow", watched.append)
    monkeypatch.setattr(workers, "_work", [])
    workers.start_work(Setup(CONFIG, DATA), 123)
    first, other = workers.work_on([0, 7])
    assert (first.item, first.split, first.parameter) == (0, 0, 0.1)
    assert (other.item, other.split, other.parameter) == (7, 1, 2.0)
    assert watched == [123]


def test_a_worker_ends_when_its_parent_has_ended(monkeypatch):
    parents, ended = [5, 5, 1], []
    monkeypatch.setattr(workers, "PARENT_CHECK", 0.0)
    monkeypatch.setattr(workers.os, "getppid", lambda: parents.pop(0))
    monkeypatch.setattr(workers.os, "_exit", ended.append)
    workers.follow(5)
    assert (parents, ended) == ([], [1])


def test_a_bench_prepares_a_split_once(monkeypatch):
    calls = []

    def counted(setup, split):
        calls.append(split)
        return prepared_split(setup, split)

    monkeypatch.setattr(workers, "ready_split", counted)
    bench = workers.Bench(Setup(CONFIG, DATA))
    for item in (0, 1, 4, 5, 6, 0):
        bench.block(item)
    assert calls == [0, 1, 0]


@pytest.mark.parametrize(("asked", "lowered"), [("7", [7]), ("", []), ("many", []), ("-3", [])])
def test_workers_stand_back_as_far_as_they_are_asked_to(monkeypatch, asked, lowered):
    told = []
    monkeypatch.setattr(workers.os, "nice", told.append, raising=False)
    monkeypatch.setenv("KSELECT_NICE", asked)
    workers.be_gentle()
    assert told == lowered
