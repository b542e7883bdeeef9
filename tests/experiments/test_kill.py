"""Experiments that are killed at random points and gone on with: nothing is lost, nothing is left.

By day it is killed twice, at night 25 times. Set KSELECT_KILLS to kill more often at night,
KSELECT_KILL_SEED to repeat what was random.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

import numpy as np
import psutil
import pytest

from kselect_core.experiments.engines.computing import NO_MEMORY
from kselect_core.experiments.engines.processes import AHEAD, KILLED
from kselect_core.experiments.engines.writing import FEW as UNWRITTEN
from kselect_core.results.store import Store
from tests.lost.left import until
from tests.lost.server import alive

ROOT = Path(__file__).parents[2]
KILLS = int(os.environ.get("KSELECT_KILLS", "25"))
FEW = 2
NIGHTLY = pytest.mark.nightly
WORKERS = 2
SOME = 12  # tasks, of which some are written at once
MARK = f"KSELECT_TEST_MARK={uuid4().hex}".encode()
"""What stands in the environment of all processes that are started here."""


class Nest:
    """One experiment in a folder, run by children of a warm process, and what they have left."""

    def __init__(self, process, folder, splits):
        self.process, self.folder, self.splits = process, folder, splits
        found = self.ask(plan=splits)
        self.count, self.unit = found["count"], found["unit"]

    def ask(self, **order):
        """Send an order and hear the answer."""
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def start(self, name="told", **options):
        """Start the experiment; how it ended will stand in the file of that name."""
        files = {n: str(self.folder / n) for n in ("store", "acknowledged", "computed", "orphaned")}
        told = str(self.folder / name)
        return self.ask(**files, told=told, splits=self.splits, **options)["pid"]

    def end(self, pid, kind=signal.SIGKILL):
        """Send a signal; give the signal it died from, and what was left at that moment."""
        os.kill(pid, kind)
        left = self.processes()
        return self.ask(reap=pid)["status"], left

    def finish(self, name="told", **options):
        """Run an experiment and tell how it ended."""
        assert self.ask(reap=self.start(name, **{"pause": 0.02, **options}))["status"] == 0
        return self.told(name)

    def told(self, name="told"):
        """How an experiment ended."""
        return json.loads((self.folder / name).read_text())

    def processes(self):
        """All processes that came of this one."""
        found = set()
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) != self.process.pid:
                with suppress(OSError, psutil.Error):  # it has ended
                    if MARK in (entry / "environ").read_bytes():
                        found.add(psutil.Process(int(entry.name)))
        return found

    def numbers(self, name):
        """Tasks that stand in a file."""
        path = self.folder / name
        return [int(n) for n in path.read_text().split()] if path.exists() else []

    def kept(self):
        """Tasks that the store holds."""
        with Store(self.folder / "store") as store:
            return store.finished(self.unit)

    def wait_for(self, some):
        """Wait until so many more tasks are acknowledged."""
        known = len(self.numbers("acknowledged"))
        until(lambda: len(self.numbers("acknowledged")) >= known + some)


def gone(processes):
    """Wait until none of the processes that a killed experiment has left is there."""
    until(lambda: not alive(processes))


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The warm process, which has imported everything."""
    name, value = MARK.decode().split("=")
    with (tmp_path_factory.mktemp("warm") / "errors").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.experiments.kill_child"],
            cwd=ROOT,
            env={**os.environ, name: value},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        with process:
            yield process
            process.stdin.close()


@pytest.fixture
def nest(warm, tmp_path):
    """What makes an experiment; nothing of it is left afterwards."""
    made = []

    def make(splits):
        made.append(Nest(warm, tmp_path, splits))
        return made[-1]

    yield make
    for process in made[0].processes():
        process.kill()


def enough(kills):
    """Splits for which an experiment lasts until it was killed so often."""
    return max(5, kills * 10 // 25)


@pytest.fixture(scope="module")
def digests(warm, tmp_path_factory):
    """What gives the digest of the experiment, of so many splits, which nobody has disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    return cache(lambda splits: Nest(warm, folder, splits).finish(f"of {splits}")["digest"])


@pytest.mark.timeout(180 + 4 * KILLS)
@pytest.mark.parametrize("kills", [FEW, pytest.param(KILLS, marks=NIGHTLY)])
def test_killed_at_random_points_it_goes_on_and_loses_nothing(nest, digests, kills):
    seed = int(os.environ.get("KSELECT_KILL_SEED", random.SystemRandom().randrange(10**6)))
    rng, nest = np.random.default_rng(seed), nest(enough(kills))
    print("seed", seed)  # noqa: T201
    left = set()
    for number in range(kills):
        pid = nest.start()
        if number % 2:  # somewhere in the work, else while it begins
            nest.wait_for(int(rng.integers(1, 9)))
            time.sleep(rng.uniform(0, 0.02))
        else:
            time.sleep(rng.uniform(0, 0.1))
        status, remains = nest.end(pid)
        assert status == signal.SIGKILL
        assert set(nest.numbers("acknowledged")) <= nest.kept()
        left |= remains
    assert len(nest.kept()) < nest.count, "it was over before it was killed often enough"
    told = nest.finish()
    assert told["finish"]["done"] == nest.count > 12 * kills
    assert told["digest"] == digests(enough(kills))
    lost, orphans = len(nest.numbers("computed")) - nest.count, nest.numbers("orphaned")
    print("finished and lost", lost, "in hand", len(orphans))  # noqa: T201
    assert lost <= (AHEAD * WORKERS + UNWRITTEN + 1) * kills  # in hand, or come but not written
    assert len(set(orphans)) == len(orphans) <= WORKERS * kills  # no orphan begins another task
    gone(left)
    assert not nest.processes()


@pytest.mark.parametrize(
    "kind",
    [signal.SIGINT, pytest.param(signal.SIGTERM, marks=NIGHTLY), signal.SIGKILL],
)
def test_however_it_is_ended_workers_end_and_it_goes_on(nest, digests, kind):
    nest = nest(5)  # long enough that a busy machine does not finish it meanwhile
    pid = nest.start(fresh=kind == signal.SIGKILL)  # workers that import the program
    nest.wait_for(3)
    status, remains = nest.end(pid, kind)
    gone(remains)
    assert status == (0 if kind == signal.SIGINT else kind)
    if kind == signal.SIGINT:
        assert nest.told() == {"error": "KeyboardInterrupt"}
        (nest.folder / "told").unlink()
    assert set(nest.numbers("acknowledged")) <= nest.kept()
    assert 3 <= len(nest.kept()) < nest.count
    told = nest.finish(workers=0)
    assert (told["finish"]["done"], told["digest"]) == (155, digests(5))


def test_killed_workers_are_replaced_killers_fail_and_the_rest_goes_on(nest, digests):
    nest = nest(2)
    begun = nest.folder / "begun"
    strange = {"tasks": 12, "kills": [4], "no_memory": [6], "refuses": [8], "begun": str(begun)}
    told = nest.finish(odd={**strange, "wait": 0.02}, worker_dies_at=9)
    assert list(told["finish"].values())[:4] == [71, 74, 3, 71]
    assert told["failures"] == {"4": [2, KILLED], "6": [1, NO_MEMORY], "8": [1, "It will not."]}
    assert not nest.processes()
    begun.unlink()
    (nest.folder / "told").unlink()
    again = nest.finish(odd={**strange, "wait": 0.02}, workers=0)  # what failed is not tried
    assert list(again["finish"].values())[:4] == [71, 74, 3, 0]
    assert not begun.exists()
    (nest.folder / "told").unlink()
    assert nest.finish(workers=0)["digest"] == digests(2)


def test_long_tasks_end_with_their_parent(nest):
    nest = nest(1)
    pid = nest.start(
        odd={"tasks": 4, "begun": str(nest.folder / "computed"), "wait": 10**4}, alone=True
    )
    until(lambda: len(nest.numbers("computed")) >= WORKERS)  # each has begun
    _, remains = nest.end(pid)
    assert len(remains) >= WORKERS
    gone(remains)


def test_a_second_process_is_refused_or_joins_and_each_task_is_computed_once(nest, digests):
    nest = nest(4)
    held = nest.folder / "held"
    held.touch()
    first = nest.start("first", held=str(held), at=SOME)  # then it waits for the second
    until(lambda: len(nest.numbers("acknowledged")) >= 3)
    refused = nest.finish("refused", workers=0)
    assert refused["error"] == "BusyError"
    assert f"process {first} on" in refused["words"]
    second = nest.start("second", join=True, workers=0)
    until(lambda: len(nest.numbers("computed")) > SOME + WORKERS)  # the second is there
    held.unlink()
    assert [nest.ask(reap=pid)["status"] for pid in (first, second)] == [0, 0]
    computed = [nest.told(name)["finish"]["computed"] for name in ("first", "second")]
    assert min(computed) > 0
    assert sum(computed) == nest.count == len(nest.numbers("computed"))
    assert nest.finish("again")["digest"] == digests(4)


def test_one_who_joins_takes_over_from_the_dead(nest, digests):
    nest = nest(4)
    first = nest.start("first", workers=0, pause=0.2)
    nest.wait_for(4)
    second = nest.start("second", join=True)
    nest.wait_for(8)
    assert nest.end(first)[0] == signal.SIGKILL
    assert len(nest.kept()) < nest.count
    assert nest.ask(reap=second)["status"] == 0
    told = nest.told("second")
    assert (told["finish"]["done"], told["digest"]) == (nest.count, digests(4))


def test_a_full_disk_stops_it_with_words_and_it_goes_on_when_there_is_room(nest, digests):
    nest = nest(2)
    told = nest.finish(room=200_000)
    assert told["error"] == "StorageError"
    assert "no space" in told["words"]
    assert not nest.processes()
    assert 0 < len(nest.kept()) < nest.count
    assert set(nest.numbers("acknowledged")) <= nest.kept()
    (nest.folder / "told").unlink()
    assert nest.finish(workers=0)["digest"] == digests(2)
