"""Carrying out a plan: the same results whoever computes in which order, and going on soon."""

import threading
import time

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import BusyError
from kselect_core.experiments.engines import writing
from kselect_core.experiments.engines.computing import in_this_process
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.record import Line, Record
from kselect_core.results.store import Store
from tests.experiments.odd_units import odd
from tests.experiments.protocol_texts import DESIGN, SAMPLES, SWEEP
from tests.tolerances import ROUNDOFF


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "store") as opened:
        yield opened


@pytest.fixture
def promptly(monkeypatch):
    """Each result is kept, and told, before the next task begins."""
    monkeypatch.setattr(writing, "LONGEST", 0.0)


def shuffled(units, data, assignments, cancel):
    """Engine that takes everything and computes it in a random order, as one batch."""
    drawn = [a._replace(tasks=(task,)) for a in assignments for task in a.tasks]
    order = np.random.default_rng(4).permutation(len(drawn))
    batches = in_this_process(units, data, (drawn[i] for i in order), cancel)
    yield [found for batch in batches for found in batch]


@pytest.mark.parametrize(
    ("text", "workers"),
    [(SWEEP, 1), pytest.param(SWEEP, 2, marks=pytest.mark.nightly), (DESIGN, 0), (SAMPLES, 0)],
)
def test_results_do_not_depend_on_who_computes_and_in_which_order(text, workers, tmp_path):
    prepared = make_plan(parse(text))
    engines = [in_this_process, shuffled]
    engines += [Processes(workers)] if workers else []
    digests = set()
    for number, engine in enumerate(engines):
        with Store(tmp_path / str(number)) as store:
            finish = execute(prepared, store, engine=engine)
            assert finish[:4] == (prepared.plan.count, prepared.plan.count, 0, prepared.plan.count)
            digests.add(results_digest(prepared.plan, store))
    assert len(digests) == 1


def test_progress_counts_every_task_and_knows_how_long_it_takes(store):
    prepared, told = make_plan(parse(SWEEP)), []
    execute(prepared, store, on_progress=told.append)
    assert [progress.done for progress in told] == list(range(1, 21))
    assert {progress.total for progress in told} == {20}
    assert [progress.unit.dataset for progress in told] == ["two_moons"] * 10 + ["xor"] * 10
    left = [progress.seconds_left for progress in told]
    assert all(np.isfinite(left))
    assert left[-1] == 0
    assert 0 < left[0] < 20
    moons, xor = (unit.key for unit in prepared.plan.units)
    of_units = [(progress.left[moons], progress.left[xor]) for progress in told]
    assert_allclose([sum(pair) for pair in of_units], left, **ROUNDOFF)
    assert all(mine > 0 and other > 0 for mine, other in of_units[:9])
    assert all(mine == 0 and other > 0 for mine, other in of_units[9:19])


@pytest.mark.usefixtures("promptly")
def test_it_stops_between_two_tasks_and_goes_on_with_the_next(store, tmp_path):
    log = tmp_path / "log"
    plan, cancel = odd(20, log=str(log)), threading.Event()

    def stop(progress):
        if progress.done == 7:
            cancel.set()

    first = execute(plan, store, on_progress=stop, cancel=cancel)
    assert first == (7, 20, 0, 7, first.seconds, 0)
    assert execute(plan, store)[:4] == (20, 20, 0, 13)
    tasks = [int(line.split()[0]) for line in log.read_text().splitlines()]
    assert tasks == list(range(20))


@pytest.mark.usefixtures("promptly")
def test_an_error_of_the_caller_leaves_nobody_behind(store):
    def break_off(_):
        raise ZeroDivisionError

    plan = odd(20)
    with pytest.raises(ZeroDivisionError):
        execute(plan, store, on_progress=break_off)
    assert store.runners() == ()
    assert store.finished(plan.plan.units[0].key) == {0}


def test_what_failed_is_tried_again_when_it_is_forgiven(store, tmp_path):
    log = tmp_path / "log"
    plan = odd(4, refuses=[2], begun=str(log))
    units = [unit.key for unit in plan.plan.units]
    assert execute(plan, store)[:4] == (3, 4, 1, 3)
    assert execute(plan, store)[:4] == (3, 4, 1, 0)
    assert log.read_text().split() == ["0", "1", "2", "3"]
    store.forgive(units)
    assert execute(plan, store)[:4] == (3, 4, 1, 0)
    assert log.read_text().split() == ["0", "1", "2", "3", "2"]
    assert [failure.task for failure in store.failures(units)] == [2]


def test_the_same_plan_is_not_run_twice_at_once(store):
    refused = []

    def again(_):
        with Store(store.path) as other, pytest.raises(BusyError, match="is already running"):
            execute(plan, other)
        refused.append(1)

    plan = odd(2)
    execute(plan, store, on_progress=again)
    assert len(refused) == 2


@pytest.mark.usefixtures("promptly")
def test_many_finished_tasks_are_checked_and_do_not_delay_the_next(store):
    prepared = make_plan(parse(SWEEP), datasets=["two_moons"], splits=10_000)
    (unit,) = prepared.plan.units
    line = Line("loo", "criterion", (0.1, 0.2))
    store.add([Record(unit.key, task, (line,) * 6, 0.01) for task in range(20_000)])
    cancel, began = threading.Event(), time.process_time()
    first = []

    def stop(_):
        first.append(time.process_time() - began)
        cancel.set()

    finish = execute(prepared, store, on_progress=stop, cancel=cancel)
    assert finish.done == 20_000 + finish.computed
    assert finish.computed == 1
    assert (finish.total, finish.failed) == (50_000, 0)
    assert first[0] < 3
