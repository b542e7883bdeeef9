"""What other processes do with a store in the tests; here, so that they load no more than that."""

import os
import resource
import time
from pathlib import Path

from kselect_core.errors import BusyError, StorageError
from kselect_core.results.record import Line, Record
from kselect_core.results.store import Store
from tests.results.store_examples import PLAN, UNIT, record


def stays(path, pipe):
    """Enter, claim and stay until killed."""
    store = Store(path)
    runner = store.enter(PLAN.hash, join=True)
    pipe.send((os.getpid(), runner, store.claim(runner, UNIT, range(5))))
    time.sleep(60)


def comes_second(path, pipe):
    """Try to enter where somebody is at work; says what it was told."""
    with Store(path) as store:
        try:
            store.enter(PLAN.hash)
        except BusyError as error:
            pipe.send(str(error))


def adds(path, pipe):
    """Open a store that may not be there yet and add the same records as others do."""
    pipe.recv()
    try:
        with Store(path) as store:
            for task in range(25):
                store.add([record(task)])
        pipe.send("done")
    except StorageError as error:
        pipe.send(str(error))


def shares(path, pipe):
    """Work on what can be claimed until nothing is left; says what it computed."""
    with Store(path) as store:
        runner = store.enter(PLAN.hash, join=True)
        mine = store.claim(runner, UNIT, range(4))
        pipe.send(mine)
        computed = list(mine)
        pipe.recv()  # the other has had its turn
        while left := sorted(set(range(60)) - store.finished(UNIT)):
            time.sleep(0.002)  # they are computed
            store.add([record(task) for task in mine])
            mine = store.claim(runner, UNIT, left[:8])
            computed += mine
    pipe.send(computed)


def fills_the_disk(path, pipe):
    """Add until there is no space, look at what is there, get space, go on."""
    numbers = tuple(float(k) for k in range(500))
    records = [Record(UNIT, k, (Line("loo", "criterion", numbers),), 0.5) for k in range(80)]
    kept, said = 0, ""
    with Store(path) as store:
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, hard))
        while not said:
            try:
                store.add([records[kept]])
                kept += 1
            except StorageError as error:
                said = str(error)
        readable = list(store.records(UNIT)) == records[:kept]
        still_full = False
        try:
            store.add(records[kept:])
        except StorageError:
            still_full = store.finished(UNIT) == set(range(kept))
        with Store(Path(path), read_only=True) as viewer:
            viewable = list(viewer.records(UNIT)) == records[:kept]
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        store.add(records)
        goes_on = list(store.records(UNIT)) == records and store.damaged == 0
    pipe.send((kept, said, readable, still_full, viewable, goes_on))
