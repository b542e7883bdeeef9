"""Dask's workers: the same results, killed ones are replaced, what does not fit is refused."""

import json
import os
import socket
import sys
import threading
import time
from dataclasses import replace

import distributed
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from kselect_core.errors import KselectError
from kselect_core.experiments.engines.computing import NO_MEMORY, Assignment
from kselect_core.experiments.engines.dask_engine import DaskEngine
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import Prepared, make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.results.store import Store
from kselect_core.selection.sweep.dask import team as dask_team, workers as dask_workers
from kselect_core.selection.sweep.dask.job import KILLED, Job
from kselect_core.selection.sweep.dask.scheduler import NoSecondWorker
from tests.clusters import QUIET, two_processes
from tests.experiments.odd_units import SWEEP, odd

DASK_WAITS = 30.0
"""Seconds that Dask by itself waits for an answer of each scheduler."""


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "experiments.sqlite") as opened:
        yield opened


@pytest.fixture(scope="module")
def cluster():
    """Scheduler with one worker of two threads in this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, **QUIET
    ) as made:
        yield made


@pytest.fixture
def here(cluster):
    """The same one; nothing of a test is left behind in it."""
    yield cluster
    assert cluster.scheduler.tasks == {}
    assert cluster.scheduler.clients.keys() == {"fire-and-forget"}
    assert cluster.scheduler.worker_plugins.keys() == {"shuffle"}
    assert not [name for name in cluster.scheduler.plugins if name.startswith("kselect")]


def blas_threads():
    return {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}


def held_in_a_thread():
    """Threads of BLAS that a thread of this process comes to that asks for one."""
    seen = []

    def hold():
        with one_blas_thread():
            seen.append(blas_threads())

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    return seen[0]


@pytest.mark.nightly
@pytest.mark.timeout(900)  # four starts of processes
def test_a_task_that_kills_two_workers_fails_and_the_rest_is_that_of_one_process(
    store, tmp_path, monkeypatch
):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")  # for the workers: they are held to one
    strange = odd(10, kills=[9], no_memory=[6], refuses=[8], wait=0.02)
    sweep = make_plan(parse(SWEEP), splits=2)
    units = strange.plan.units + sweep.plan.units  # the first of the sweep see the worker die
    prepared = Prepared(replace(sweep.plan, units=units), sweep.data)
    threads = []

    def look(_):
        if len(threads) == 1:  # the first report, which may be of several tasks
            threads.append(client.run(blas_threads))

    monkeypatch.setattr(dask_team, "WITHOUT_WORKERS", 600.0)  # both die; the first starts anew
    with two_processes() as (cluster, client):
        pids = client.run(os.getpid)
        threads.append(client.run(blas_threads))
        engine = DaskEngine(cluster.scheduler_address)
        assert engine.workers == 2
        finish = execute(prepared, store, engine=engine, on_progress=look)
        threads.append(client.run(blas_threads))
        assert set(client.run(os.getpid).values()) != set(pids.values())
        assert cluster.scheduler.allowed_failures > 0  # it is not our setting that is at work
    several = {min(2, os.cpu_count())}
    assert [set.union(*each.values()) for each in threads] == [several, {1}, several]
    assert finish[:4] == (69, 72, 3, 69)
    failures = store.failures([unit.key for unit in units])
    assert {f.task: f[2:] for f in failures} == {
        6: (1, NO_MEMORY),
        8: (1, "It will not."),
        9: (2, f"{KILLED}; the other tasks continued"),
    }
    with Store(tmp_path / "other.sqlite") as other:
        execute(sweep, other)
        assert results_digest(sweep.plan, store) == results_digest(sweep.plan, other)


def test_a_worker_of_several_threads_computes_the_same(here, store, tmp_path):
    prepared = make_plan(parse(SWEEP), splits=1)
    engine = DaskEngine(here.scheduler_address)
    assert engine.workers == 2
    assert execute(prepared, store, engine=engine).computed == 31
    with Store(tmp_path / "other.sqlite") as other:
        execute(prepared, other)
        assert results_digest(prepared.plan, store) == results_digest(prepared.plan, other)


def test_tasks_that_fail_are_told_with_their_reason_and_the_others_are_computed(here, store):
    strange = odd(10, no_memory=[6], refuses=[8])
    assert execute(strange, store, engine=DaskEngine(here.scheduler_address))[:4] == (8, 10, 2, 8)
    failures = store.failures([unit.key for unit in strange.plan.units])
    assert {f.task: f[2:] for f in failures} == {6: (1, NO_MEMORY), 8: (1, "It will not.")}


def test_a_worker_that_cannot_be_held_to_one_blas_thread_is_refused(here, store):
    with threadpool_limits(2, user_api="blas"):  # the main thread rules, the worker's does not
        if held_in_a_thread() == {1}:
            pytest.skip("in this version of OpenBLAS every thread can be held to one")
        with pytest.raises(KselectError, match="several BLAS threads"):
            execute(odd(4), store, engine=DaskEngine(here.scheduler_address))
        assert blas_threads() == {2}


def test_stopping_ends_the_work(here, store):
    plan, cancel = odd(40, wait=0.1), threading.Event()
    finish = execute(
        plan,
        store,
        engine=DaskEngine(here.scheduler_address),
        on_progress=lambda _: cancel.set(),
        cancel=cancel,
    )
    assert 0 < finish.done < 10


def test_a_leader_that_is_gone_leaves_no_plugin_on_the_scheduler(here):
    with distributed.Client(here.scheduler_address, set_as_default=False) as client:
        client.register_plugin(NoSecondWorker("run", client.id))
        ours = client.submit(abs, -1, key="ours")  # a task that nobody holds is forgotten
        assert ours.result() == 1
        assert here.scheduler.tasks["ours"].suspicious == here.scheduler.allowed_failures > 0
        with distributed.Client(here.scheduler_address, set_as_default=False) as other:
            theirs = other.submit(abs, -2, key="theirs")
            assert theirs.result() == 2
            assert here.scheduler.tasks["theirs"].suspicious == 0
        assert "kselect-run-alone" in here.scheduler.plugins
    assert "kselect-run-alone" not in here.scheduler.plugins


def test_without_workers_it_ends_with_words(store, monkeypatch):
    monkeypatch.setattr(dask_team, "WITHOUT_WORKERS", 0.2)
    monkeypatch.setattr(dask_team, "LOOK_EVERY", 0.1)
    with distributed.LocalCluster(n_workers=0, processes=False, **QUIET) as cluster:
        engine = DaskEngine(cluster.scheduler_address)
        with pytest.raises(KselectError, match="has had no workers"):
            execute(odd(4), store, engine=engine)
    assert store.runners() == ()


def test_where_no_scheduler_answers_it_is_said_soon(monkeypatch):
    monkeypatch.setattr(dask_team, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def chat():
            caller, _ = other.accept()
            with caller:
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        talking = threading.Thread(target=chat)
        talking.start()
        addresses = ("tcp://127.0.0.1:1", f"tcp://127.0.0.1:{port}", "nonsense", "odd://x:1", "")
        began = time.monotonic()
        for address in addresses:
            with pytest.raises(KselectError, match="No Dask scheduler answers at"):
                _ = DaskEngine(address).workers
        assert time.monotonic() - began < DASK_WAITS
        talking.join()


def test_workers_that_compute_otherwise_are_refused(here, store, monkeypatch):
    facts = json.loads(dask_workers.facts())
    older = json.dumps({**facts, "numpy": "1.26.0"})
    monkeypatch.setattr(dask_team, "facts", lambda: older)
    with pytest.raises(KselectError, match=r"has numpy .* instead of 1\.26\.0"):
        execute(odd(4), store, engine=DaskEngine(here.scheduler_address))
    monkeypatch.setattr(dask_team, "refuse_unlike", lambda _: None)  # one that comes later
    with pytest.raises(KselectError, match=r"has numpy .* instead of 1\.26\.0"):
        execute(odd(4), store, engine=DaskEngine(here.scheduler_address))
    assert store.count([odd(4).plan.units[0].key]) == {odd(4).plan.units[0].key: 0}


def test_another_blas_core_is_refused_another_kernel_of_the_system_is_not():
    ours = {
        **dict.fromkeys(("kselect", "python", "numpy", "scipy"), "1.0"),
        "platform": "Linux-6.1",
        "blas": "openblas 0.3.30 SkylakeX, openblas 0.3.31 SkylakeX",
    }
    same = {**ours, "platform": "Linux-5.4", "blas": "openblas 0.3.30 SkylakeX"}
    other = {**ours, "blas": "openblas 0.3.30 Haswell"}
    dask_workers.refuse_other(json.dumps(ours), json.dumps(same), "W")
    with pytest.raises(KselectError, match=r"core Haswell, this process with SkylakeX.*CORETYPE"):
        dask_workers.refuse_other(json.dumps(ours), json.dumps(other), "W")
    with pytest.raises(KselectError, match=r"scipy missing instead of 1\.0"):
        dask_workers.refuse_other(json.dumps(ours), json.dumps({**ours, "scipy": ""}), "W")


def test_without_dask_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "kselect_core.selection.sweep.dask.team", None)
    with pytest.raises(KselectError, match="extra “distributed”"):
        _ = DaskEngine("tcp://127.0.0.1:1").workers


class Lost:
    """A future whose result goes with its worker, and is computed again."""

    def __init__(self):
        self.statuses = ["lost", "lost", "finished", "finished", "finished"]

    @property
    def status(self):
        """Status, another one with each look."""
        return self.statuses.pop(0)

    def add_done_callback(self, call):
        """Dask does not wait for what was lost."""
        call(self)

    def result(self):
        """Dask waits until it is computed again."""
        return ["the result"]


class Scheduler:
    """A client's end of a scheduler that has everything at once."""

    results = (["the result"],)

    def submit(self, *_, **__):
        """Begin a task."""
        return Lost()

    def sync(self, *_, **__):
        """Results of one future."""
        return list(self.results)


JOB = Job(begin=None, singles=None, killed=None)


def test_a_result_that_went_with_its_worker_is_waited_for():
    team = dask_team._Team(Scheduler(), JOB, "run")  # noqa: SLF001
    team.give(Assignment(0, (3,)))
    assert team.collect() == []
    assert team.running
    assert team.collect() == ["the result"]
    assert not team.running


def test_what_a_worker_that_leaves_has_not_done_is_handed_out_again():
    scheduler = Scheduler()
    scheduler.results = (None,)
    team = dask_team._Team(scheduler, JOB, "run")  # noqa: SLF001
    team.give(Assignment(0, (3,)))
    team.collect()
    assert team.collect() == []
    assert team.returned == [Assignment(0, (3,))]
    assert not team.running
