"""Keeping results beside the work: nothing is told before it is safe, nothing waits for ever."""

import threading
from contextlib import suppress

import pytest

from kselect_core.errors import StorageError
from kselect_core.experiments.engines import writing
from kselect_core.experiments.engines.computing import in_this_process
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.writing import FEW, Writer
from kselect_core.results.record import Record
from kselect_core.results.store import Failure, Store
from tests.experiments.odd_units import odd


class Disk:
    """Stands for a store on a disk that takes its time: writes down what it is given."""

    def __init__(self, clock=None, *, seconds=0.0, full=False):
        self.clock, self.seconds, self.full = clock, seconds, full
        self.written, self.commits = [], []

    def add(self, records, *, durable):
        """Take the time of a commit."""
        if self.full:
            raise StorageError("There is no space.")
        self.written += [record.task for record in records]
        if durable:
            if self.clock is not None:
                self.clock.now += self.seconds
            self.commits.append(len(self.written))

    def fail(self, failure):
        """Note at once."""
        self.commits.append(failure.reason)


class Clock:
    """A clock that stands still unless it is put on."""

    now = 1000.0

    def __call__(self):
        """Return the seconds that it shows."""
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(writing, "monotonic", clock)
    return clock


def batch(*tasks):
    return [Record("00" * 32, task, (), 0.001) for task in tasks]


def tasks_of(batches):
    return [[record.task for record in found] for found in batches]


def test_what_comes_in_soon_after_a_commit_is_told_with_the_next_one(clock):
    disk = Disk(clock, seconds=0.01)
    with Writer(disk) as writer:
        writer.put(batch(0))
        assert tasks_of(writer.safe_batches()) == [[0]]
        writer.put(batch(1, 2))
        assert list(writer.safe_batches()) == []  # it is not time
        writer.put(batch(3))
        assert list(writer.safe_batches()) == []
        clock.now += writing.LONGEST
        assert tasks_of(writer.safe_batches()) == [[1, 2], [3]]
        assert list(writer.safe_batches(at_once=True)) == []
    assert disk.written == [0, 1, 2, 3]


@pytest.mark.parametrize("size", [1, 3])
def test_a_kill_costs_few_results(clock, size):
    """What outlives the process is not waited for, and there is always one to wait with."""
    disk = Disk(clock, seconds=1.0)
    with Writer(disk) as writer:
        writer.put(batch(0))
        assert len(list(writer.safe_batches())) == 1
        for task in range(20):
            writer.put(batch(*range(size * task, size * (task + 1))))
            assert list(writer.safe_batches()) == []
            lost = 1 + size * (task + 1) - len(disk.written)
            assert 0 < lost <= max(FEW, size)
        assert disk.commits == [1]


def test_waiting_for_the_disk_takes_a_small_share_of_the_time(clock):
    disk = Disk(clock, seconds=0.001)
    end = clock.now + 10 * (writing.PAUSE + 1) * disk.seconds
    with Writer(disk) as writer:
        while clock.now < end:
            writer.put(batch(0))
            list(writer.safe_batches())
            clock.now += disk.seconds / 2
    assert 10 <= len(disk.commits) <= 12  # one per pause, and the last one of leaving


def test_what_must_be_safe_does_not_wait_for_the_time():
    disk = Disk()
    with Writer(disk) as writer:
        writer.put(batch(0))
        writer.put([Failure("00" * 32, 1, 1, "It will not.")])
        assert len(list(writer.safe_batches(at_once=True))) == 2
        assert disk.commits == [1, "It will not."]


@pytest.mark.parametrize("error", [None, ZeroDivisionError, KeyboardInterrupt])
def test_leaving_keeps_what_waits(clock, error):
    disk = Disk(clock, seconds=0.01)
    with suppress(*([error] if error else [])), Writer(disk) as writer:
        for task in range(3):
            writer.put(batch(task))
            list(writer.safe_batches())
        if error:
            raise error
    assert disk.commits == [1, 3]


def test_a_full_disk_is_told_once():
    def keep(disk):
        with Writer(disk) as writer:
            writer.put(batch(0))
            list(writer.safe_batches(at_once=True))

    with pytest.raises(StorageError, match="no space") as told:
        keep(Disk(full=True))
    assert told.value.__context__ is None  # leaving does not try again


@pytest.mark.parametrize("wait", [0.0, 0.003, 0.1])
def test_every_task_that_is_told_is_in_the_file(tmp_path, wait):
    plan = odd(30, wait=wait)
    (unit,) = plan.plan.units
    told = []

    def look(progress):
        with Store(tmp_path / "store", read_only=True) as other:
            assert len(other.finished(unit.key)) >= progress.done
        told.append(progress.done)

    with Store(tmp_path / "store") as store:
        execute(plan, store, on_progress=look)
    assert told == list(range(1, 31))


def test_a_disk_that_is_full_ends_the_work_within_a_few_tasks(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "LONGEST", 0.0)
    log = tmp_path / "log"
    plan = odd(50, log=str(log))
    with Store(tmp_path / "store") as store:
        kept = store.add

        def add(records, *, durable):
            if any(record.task >= 5 for record in records):
                raise StorageError("There is no space.")
            kept(records, durable=durable)

        monkeypatch.setattr(store, "add", add)
        with pytest.raises(StorageError, match="no space"):
            execute(plan, store)
        assert store.runners() == ()
        assert len(log.read_text().split()) // 2 == 6
        assert store.finished(plan.plan.units[0].key) <= set(range(5))


def test_a_slow_task_is_told_before_the_next_one_begins(tmp_path, monkeypatch):
    """Who looks at a long experiment sees each task when it is finished."""
    monkeypatch.setattr(writing, "LONGEST", 0.01)
    plan, told = odd(4, wait=0.02), []
    seen = []

    def engine(units, data, assignments, cancel):
        for found in in_this_process(units, data, assignments, cancel):
            yield found
            seen.append(len(told))

    with Store(tmp_path / "store") as store:
        execute(plan, store, engine=engine, on_progress=told.append)
    assert seen == [1, 2, 3, 4]


def test_an_engine_that_has_nothing_yet_lets_the_books_be_looked_at(tmp_path):
    plan, told = odd(2), []

    def engine(units, data, assignments, cancel):
        batches = in_this_process(units, data, assignments, cancel)
        yield next(batches)
        for _ in range(500):
            if told:
                break
            threading.Event().wait(0.01)
            yield []
        assert told
        yield from batches

    with Store(tmp_path / "store") as store:
        assert execute(plan, store, engine=engine, on_progress=told.append).done == 2
