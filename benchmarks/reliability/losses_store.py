"""What is lost when experiments are killed, or their store is full, damaged or shared."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from figure import Figure, at_most, none_of

from kselect_core.errors import KselectError
from kselect_core.experiments.engines.processes import KILLED
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store
from kselect_core.selection.sweep.hiring import ONE_THREAD
from tests.experiments.odd_units import SWEEP
from tests.experiments.test_kill import MARK, ROOT, WORKERS, Nest
from tests.results.store_examples import EXAMPLES, FAILURE, OTHER_UNIT, PLAN, UNIT, record

KILLS, FLIPS, ROWS = 25, 100, 100_000
SPLITS = 10
STORES = ROOT / "tests" / "results" / "stores"


def figures() -> Iterator[Figure]:
    """Yield what is measured on experiments and their store."""
    with tempfile.TemporaryDirectory() as folder, warm(Path(folder)) as nest:
        whole = nest("whole", SPLITS)
        whole.finish()
        yield from killed(nest("killed", SPLITS), digest_of(whole, SPLITS))
        few = nest("few", 4)
        few.finish()
        expected = digest_of(few, 4)
        yield from ended(nest, expected)
        yield from crashing(nest("crashing", 2))
        yield from shared(nest("shared", 4), expected)
        yield from full(nest("full", 4), expected)
        yield resumed(nest("large", 4))
    yield flipped()
    yield from old_and_locked()


@contextmanager
def warm(folder):
    """Give what makes experiments, each in a folder of its own, run by children of one process."""
    name, value = MARK.decode().split("=")
    with (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.experiments.kill_child"],
            cwd=ROOT,
            env={**os.environ, **ONE_THREAD, name: value},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )

        def nest(called, splits):
            (folder / called).mkdir()
            return Nest(process, folder / called, splits)

        with process:
            yield nest
            process.stdin.close()


def digest_of(nest, splits):
    """SHA-256 of all results of an experiment, from numbers written in hexadecimal."""
    with Store(nest.folder / "store") as store:
        return results_digest(make_plan(parse(SWEEP), splits=splits).plan, store)


def remaining(left):
    """Processes of a killed experiment that are still there three seconds later."""
    while any(p.is_running() for p in left.processes) and time.monotonic() < left.until:
        time.sleep(0.02)
    return sum(p.is_running() for p in left.processes)


def killed(nest, expected):
    """Yield what random kills of the leader cost."""
    rng, lost, alive, remains = np.random.default_rng(0), 0, 0, []
    for number in range(KILLS):
        pid = nest.start()
        if number % 2:
            nest.wait_for(int(rng.integers(1, 6)))
        else:
            time.sleep(rng.uniform(0, 0.1))
        remains.append(nest.end(pid)[1])
        lost += len(set(nest.numbers("acknowledged")) - nest.kept())
    alive = sum(map(remaining, remains))
    told = nest.finish()
    again = len(nest.numbers("computed")) - nest.count
    what = f"{KILLS} random kills -9 of an experiment of {nest.count} tasks, {WORKERS} workers"
    yield none_of(f"{what}: acknowledged results lost", lost, nest.count, "lost")
    yield same(f"{what}: its results against an uninterrupted run", told["digest"], expected)
    yield at_most(f"{what}: tasks computed again per kill", again / KILLS, WORKERS, "tasks")
    yield none_of(f"{what}: processes left 3 s later", alive, KILLS * WORKERS, "left")


def ended(nest, expected):
    """Yield what is left when the leader is ended by other signals."""
    for kind in (signal.SIGTERM, signal.SIGINT):
        one = nest(kind.name, 4)
        pid = one.start()
        one.wait_for(3)
        _, left = one.end(pid, kind)
        lost, alive = len(set(one.numbers("acknowledged")) - one.kept()), remaining(left)
        (one.folder / "told").unlink(missing_ok=True)
        told = one.finish()
        yield Figure(
            f"{kind.name} in the middle of an experiment",
            "0 results lost, 0 processes left after 3 s, the same results in the end",
            f"{lost} lost, {alive} left, {'the same' if told['digest'] == expected else 'others'}",
            lost == alive == 0 and told["digest"] == expected,
        )


def crashing(nest):
    """Yield what a task does that kills its worker each time."""
    strange = {"tasks": 12, "kills": [4], "begun": str(nest.folder / "begun"), "wait": 0.02}
    told = nest.finish(odd=strange, worker_dies_at=9)
    failed, done = told["failures"].get("4", [0, ""]), told["finish"]["done"]
    yield Figure(
        "a worker killed once, and a task that kills its worker twice, of 74 tasks",
        "that task fails with the reason, the other 73 are computed",
        f"{done} computed; after {failed[0]} deaths: {failed[1]}",
        done == 73 and failed == [2, KILLED],
    )


def shared(nest, expected):
    """Yield what two processes do with one store."""
    first = nest.start("first")
    nest.wait_for(3)
    words = nest.finish("refused", workers=0).get("words", "")
    second = nest.start("second", join=True, workers=0)
    ends = [nest.ask(reap=pid)["status"] for pid in (first, second)]
    computed = len(nest.numbers("computed"))
    good = digest_of(nest, 4) == expected
    yield Figure(
        "a second process on one store",
        "the message says which process works on it",
        words.partition(".")[0][:90],
        f"process {first}" in words,
    )
    yield Figure(
        "two processes that join on one store",
        f"each of {nest.count} tasks computed once, the same results",
        f"{computed} computed, {'the same' if good else 'other'} results",
        computed == nest.count and good and ends == [0, 0],
    )


def full(nest, expected):
    """Yield what a full disk does to an experiment."""
    told = nest.finish(room=200_000)
    last, end = ((nest.folder / name).stat().st_mtime for name in ("acknowledged", "told"))
    lost = len(set(nest.numbers("acknowledged")) - nest.kept())
    (nest.folder / "told").unlink()
    again = nest.finish()
    yield at_most("a full disk in an experiment: until it is said", end - last, 5, "s")
    yield Figure(
        "a full disk in an experiment: acknowledged results lost, and when there is room",
        "0 lost, it continues to the same results",
        f"{lost} lost, {'the same' if again['digest'] == expected else 'other'} results",
        lost == 0 and again["digest"] == expected and told["error"] == "StorageError",
    )


def resumed(nest):
    """Return how long an experiment needs to its next result in a store of many rows."""
    pid = nest.start()
    nest.wait_for(3)
    nest.end(pid)
    with Store(nest.folder / "store") as store:
        for start in range(0, ROWS, 5000):
            store.add([record(task) for task in range(start, start + 5000)])
    begin = time.monotonic()
    pid = nest.start(fresh=True)
    nest.wait_for(1)
    took = time.monotonic() - begin
    nest.end(pid)
    return at_most(f"from resume to the next result, store of {ROWS:,} rows", took, 3, "s")


def flipped():
    """Return how often a store with one flipped bit gave a wrong result, or a traceback."""
    raw = (STORES / "version-1.sqlite").read_bytes()
    good = {(r.unit, r.task): repr(r) for r in EXAMPLES}
    rng, wrong = np.random.default_rng(2), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "experiments.sqlite"
        for _ in range(FLIPS):
            spoilt = bytearray(raw)
            spoilt[int(rng.integers(len(raw)))] ^= 1 << int(rng.integers(8))
            path.write_bytes(bytes(spoilt))
            try:
                with Store(path, read_only=True) as store:
                    found = [r for unit in (UNIT, OTHER_UNIT) for r in store.records(unit)]
                    wrong += any(good.get((r.unit, r.task)) != repr(r) for r in found)
                    wrong += store.failures((UNIT, OTHER_UNIT)) not in {(), (FAILURE,)}
                    wrong += store.plans() not in {(), (PLAN,)}
            except KselectError:
                continue
            except Exception as error:  # noqa: BLE001 - a traceback is what is counted
                print(json.dumps(repr(error)))
                wrong += 1
    return none_of("random bits of a store flipped", wrong, FLIPS, "tracebacks or wrong numbers")


def old_and_locked():
    """Yield whether stores of earlier versions, and where nothing may be written, open."""
    stores = sorted(STORES.glob("version-*.sqlite"))
    with tempfile.TemporaryDirectory() as folder:
        opened = 0
        for stored in stores:
            copy = shutil.copyfile(stored, Path(folder) / stored.name)
            with Store(copy) as store:
                opened += len([*store.records(UNIT), *store.records(OTHER_UNIT)]) == len(EXAMPLES)
        yield Figure(
            "stores of every version so far",
            "all open, with all their results",
            f"{opened} of {len(stores)}",
            opened == len(stores) > 0,
        )
        with closed(Path(folder) / "closed") as place:
            with Store(place / "experiments.sqlite") as store:
                seen = len([*store.records(UNIT), *store.records(OTHER_UNIT)])
                viewed = store.read_only
            yield Figure(
                "a store where nothing may be written",
                "opens for viewing with all its results",
                f"{seen} of {len(EXAMPLES)} results, {'for viewing' if viewed else 'for writing'}",
                viewed and seen == len(EXAMPLES),
            )


@contextmanager
def closed(place):
    """Give a folder with a store in which this process may not write, whoever runs it."""
    place.parent.chmod(0o755)
    place.mkdir()
    shutil.copyfile(STORES / "version-1.sqlite", place / "experiments.sqlite")
    (place / "experiments.sqlite").chmod(0o444)
    place.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield place
    if root:
        os.seteuid(0)
    place.chmod(0o755)


def same(what, got, expected):
    """Return a figure that holds if two digests agree."""
    return Figure(what, f"SHA-256 {expected[:12]}…", f"SHA-256 {got[:12]}…", got == expected)
