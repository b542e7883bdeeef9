"""Worker processes of this machine: dead ones are replaced, killers and the hungry told."""

import signal
import threading
import time
from dataclasses import replace

import psutil
import pytest

from kselect_core.experiments import processes
from kselect_core.experiments.computing import NO_MEMORY, in_this_process
from kselect_core.experiments.execution import execute
from kselect_core.experiments.outcomes import results_digest
from kselect_core.experiments.plan import Prepared, make_plan
from kselect_core.experiments.processes import Processes
from kselect_core.experiments.protocol import parse
from kselect_core.results.store import Store
from tests.experiments.odd_units import SWEEP, odd


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "experiments.sqlite") as opened:
        yield opened


def workers_of(process):
    """Processes that loky has started, without its tracker of resources."""
    found = process.children(recursive=True)
    return [child for child in found if "popen_loky" in " ".join(child.cmdline())]


def told(store, prepared):
    return {f.task: f for f in store.failures([unit.key for unit in prepared.plan.units])}


def test_killed_workers_are_replaced_killers_fail_and_the_rest_goes_on(store, tmp_path):
    log = tmp_path / "log"
    sweep = make_plan(parse(SWEEP), splits=2)
    strange = odd(12, kills=[4], no_memory=[6], refuses=[8], begun=str(log), wait=0.02)
    units = sweep.plan.units + strange.plan.units
    prepared = Prepared(replace(sweep.plan, units=units), sweep.data)
    killed = []

    def kill(progress):
        if progress.done >= 9 and not killed:
            killed.append(workers_of(psutil.Process())[0])
            killed[0].send_signal(signal.SIGKILL)

    finish = execute(prepared, store, engine=Processes(2), on_progress=kill)
    assert killed
    assert finish[:4] == (71, 74, 3, 71)
    assert not workers_of(psutil.Process())
    failures = told(store, prepared)
    assert failures[4].reason == processes.KILLED
    assert failures[4].attempts == 2
    assert failures[6].reason == NO_MEMORY
    assert failures[8].reason == "It will not."
    with Store(tmp_path / "other.sqlite") as other:
        execute(sweep, other, engine=in_this_process)
        assert results_digest(sweep.plan, store) == results_digest(sweep.plan, other)

    log.unlink()
    again = execute(prepared, store)  # in this process: what failed is not tried
    assert (again.computed, again.failed) == (0, 3)
    assert not log.exists()


def test_a_death_between_two_looks_is_noticed_when_work_is_handed_out():
    """The pool is broken before ``submit`` and while nothing is running."""
    crew = processes._Crew(1, odd(2).plan.units, {})  # noqa: SLF001
    try:
        crew.give(processes.Assignment(0, (0,)))
        found = []
        while crew.running:
            found += crew.collect()
        (worker,) = workers_of(psutil.Process())
        worker.kill()
        deadline = time.monotonic() + 10
        while crew._executor._flags.broken is None:  # noqa: SLF001
            assert time.monotonic() < deadline
            time.sleep(0.01)
        crew.give(processes.Assignment(0, (1,)))
        while crew.running:
            found += crew.collect()
        assert [record.task for record in found] == [0, 1]
    finally:
        crew.dismiss()


def test_stopping_ends_the_workers_soon(store):
    plan = odd(40, wait=0.2)
    cancel = threading.Event()
    stopped = []

    def stop(_):
        cancel.set()
        stopped.append(time.monotonic())

    finish = execute(plan, store, engine=Processes(2), on_progress=stop, cancel=cancel)
    assert 0 < finish.done < 10
    assert time.monotonic() - stopped[0] < 3
    assert not workers_of(psutil.Process())
    assert store.runners() == ()
