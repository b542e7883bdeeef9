"""Worker processes of this machine: a death between two looks, an end before the end.

What else can happen to them stands in `test_kill`.
"""

import threading

import psutil
import pytest

from kselect_core.experiments.engines import processes
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store
from tests.experiments.odd_units import SWEEP, odd
from tests.lost.left import until


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "experiments.sqlite") as opened:
        yield opened


def workers_of(process):
    """Processes that loky has started, without its tracker of resources."""
    found = process.children(recursive=True)
    return [child for child in found if "popen_loky" in " ".join(child.cmdline())]


def test_a_death_between_two_looks_is_noticed_when_work_is_handed_out():
    """The pool is broken before ``submit`` and while nothing is running."""
    pool = processes._Pool(1, odd(2).plan.units, {})  # noqa: SLF001
    try:
        pool.give(processes.Assignment(0, (0,)))
        found = []
        while pool.running:
            found += pool.collect()
        (worker,) = workers_of(psutil.Process())
        worker.kill()
        until(lambda: pool._executor._flags.broken is not None)  # noqa: SLF001
        pool.give(processes.Assignment(0, (1,)))
        while pool.running:
            found += pool.collect()
        assert [record.task for record in found] == [0, 1]
    finally:
        pool.end()


@pytest.mark.parametrize("moment", ["_started", "give", "collect"])
def test_a_stop_while_processes_begin_does_not_wait_for_their_work(store, monkeypatch, moment):
    """None is there yet; they are being started; all have begun and none has computed anything."""
    cancel, do = threading.Event(), getattr(processes._Pool, moment)  # noqa: SLF001

    def stopped(*given):
        cancel.set()
        return do(*given)

    monkeypatch.setattr(processes._Pool, moment, stopped)  # noqa: SLF001
    plan = make_plan(parse(SWEEP), splits=1)
    assert execute(plan, store, engine=Processes(2), cancel=cancel).computed == 0
    assert not workers_of(psutil.Process())


def test_stopping_ends_the_workers_soon(store):
    plan = odd(40, wait=0.2)
    cancel = threading.Event()
    finish = execute(
        plan, store, engine=Processes(1), on_progress=lambda _: cancel.set(), cancel=cancel
    )
    assert 0 < finish.done < 10
    assert not workers_of(psutil.Process())
    assert store.runners() == ()
