"""Several processes and one store: who works, who is gone, who may take what; a full disk."""

import multiprocessing
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import psutil
import pytest

from kselect_core.errors import BusyError
from kselect_core.results import runners, storefile
from kselect_core.results.record import digest
from kselect_core.results.runners import Process, lives, this_process
from kselect_core.results.store import Store
from tests.results import store_children
from tests.results.store_examples import PLAN, UNIT, record

PATIENCE = 30  # seconds


@pytest.fixture
def start(tmp_path):
    """Return what starts a child on the store and gives the pipe to it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([store_children.__name__])
    children = []

    def started(what):
        ours, theirs = context.Pipe()
        child = context.Process(target=what, args=(tmp_path / "s.sqlite", theirs), daemon=True)
        child.start()
        theirs.close()
        children.append((child, ours))
        return ours

    yield started
    for child, ours in children:
        child.join(0 if child.exitcode is None and not ours.closed else PATIENCE)
        child.kill()
        child.join()
        child.close()
        ours.close()


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "s.sqlite") as opened:
        yield opened


def told(pipe):
    assert pipe.poll(PATIENCE), "the other process says nothing"
    return pipe.recv()


def test_a_second_process_is_told_who_is_at_work(store, start):
    runner = store.enter(PLAN.hash)
    said = told(start(store_children.comes_second))
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(runner.since))
    assert f"process {os.getpid()} on {socket.gethostname()!r}, since {since}" in said
    assert PLAN.hash[:12] in said
    with pytest.raises(BusyError):
        store.enter(PLAN.hash)
    assert store.enter("77" * 32).id != runner.id  # another plan is free
    store.leave(runner)
    assert store.enter(PLAN.hash) in store.runners(PLAN.hash)


def test_who_is_refused_holds_the_file_no_longer(store, monkeypatch):
    monkeypatch.setattr(storefile, "PATIENCE", 0.05)
    with Store(store.path) as other:
        store.enter(PLAN.hash)
        with pytest.raises(BusyError):
            store.enter(PLAN.hash)
        other.add([record(1)])


def test_a_killed_process_is_gone_and_its_claims_are_free(store, start):
    pid, runner, claimed = told(start(store_children.stays))
    assert claimed == [0, 1, 2, 3, 4]
    assert store.runners() == (runner,)
    me = store.enter(PLAN.hash, join=True)
    assert store.claim(me, UNIT, range(7)) == [5, 6]
    store.leave(me)
    os.kill(pid, signal.SIGKILL)  # nobody has waited for it yet: for a while it is a zombie
    deadline = time.monotonic() + PATIENCE
    while store.runners() and time.monotonic() < deadline:
        time.sleep(0.005)
    me = store.enter(PLAN.hash)
    assert store.runners() == (me,)
    assert store.claim(me, UNIT, range(7)) == list(range(7))


def test_processes_that_join_compute_every_task_once(store, start):
    pipes = [start(store_children.shares) for _ in range(2)]
    assert sorted(map(told, pipes)) == [[], [0, 1, 2, 3]]
    for pipe in pipes:
        pipe.send("go")
    first, second = (told(pipe) for pipe in pipes)
    assert sorted(first + second) == list(range(60))
    assert digest(store.records(UNIT)) == digest(record(task) for task in range(60))


def test_four_processes_make_a_store_and_add_to_it_at_once(tmp_path, start):
    pipes = [start(store_children.adds) for _ in range(4)]
    for pipe in pipes:
        pipe.send("go")
    assert [told(pipe) for pipe in pipes] == ["done"] * 4
    with Store(tmp_path / "s.sqlite") as store:
        assert repr(list(store.records(UNIT))) == repr([record(task) for task in range(25)])


def test_a_full_disk_loses_nothing_and_work_goes_on_when_there_is_space(start):
    kept, said, readable, still_full, viewable, goes_on = told(start(store_children.fills_the_disk))
    assert kept > 5
    assert "no space" in said
    assert "Make room" in said
    assert (readable, still_full, viewable, goes_on) == (True, True, True, True)


def test_claims_end_with_the_task_or_the_runner(store):
    first, second = (store.enter(PLAN.hash, join=True) for _ in range(2))
    assert store.claim(first, UNIT, [3, 1, 2]) == [3, 1, 2]
    assert store.claim(first, UNIT, [1, 9]) == [1, 9]  # one's own
    assert store.claim(second, UNIT, [1, 4]) == [4]
    store.add([record(2)])
    assert store.claim(second, UNIT, [1, 2, 3]) == []
    with sqlite3.connect(store.path) as raw:
        claims = raw.execute("SELECT task FROM claim ORDER BY task").fetchall()
    raw.close()
    assert claims == [(1,), (3,), (4,), (9,)]  # no more than are needed
    store.leave(first)
    assert store.claim(second, UNIT, [1, 2, 3]) == [1, 3]
    store.leave(second)
    third = store.enter(PLAN.hash)
    assert store.claim(third, UNIT, [1, 2, 3, 4]) == [1, 3, 4]


def test_a_closed_store_leaves_what_it_entered(store):
    with Store(store.path) as other:
        other.enter(PLAN.hash)
        assert len(store.runners()) == 1
    assert store.runners() == ()


def test_a_runner_elsewhere_lives_until_it_is_silent(store, monkeypatch):
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "elsewhere")
        away = store.enter(PLAN.hash)
    assert store.runners() == (away,)
    with pytest.raises(BusyError, match="'elsewhere'"):
        store.enter(PLAN.hash)
    with monkeypatch.context() as later:
        later.setattr(runners, "SILENCE", -1.0)  # the last sign of life was too long ago
        assert store.runners() == ()
        here = store.enter(PLAN.hash)  # strikes the silent one off
        assert store.claim(here, UNIT, [1, 2]) == [1, 2]
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "elsewhere")
        store.beat(away)  # it was only slow
        assert store.claim(away, UNIT, [1, 2, 3]) == [3]
    assert store.runners() == (away, here)


def test_a_process_is_its_number_start_boot_and_machine():
    me = this_process()
    assert lives(me, 0.0)
    assert not lives(me._replace(started=me.started - 60), time.time())  # the number came round
    assert not lives(me._replace(boot="before"), time.time())
    assert not lives(me._replace(host="elsewhere"), time.time() - 61)
    assert lives(me._replace(host="elsewhere", pid=1), time.time() - 59)
    assert not lives(Process(2**22 + 1, me.host, me.boot, me.started), time.time())
    assert me.pid == psutil.Process().pid


def test_a_process_that_ended_is_gone_though_nobody_asked_how():
    child = subprocess.Popen([sys.executable, "-c", ""])
    me, found = this_process(), psutil.Process(child.pid)
    ended = me._replace(pid=child.pid, started=found.create_time())
    while found.status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.001)
    assert not lives(ended, time.time())
    assert child.wait() == 0


def test_a_system_without_a_name_of_its_boot_has_none(tmp_path, monkeypatch):
    monkeypatch.setattr(runners, "_BOOT_ID", tmp_path / "none")
    assert runners.boot_id.__wrapped__() == ""
