"""The store: what was added is there, once, exactly; plans, failures, versions; many threads."""

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError, StorageError, UnknownNameError
from kselect_core.results import versions
from kselect_core.results.record import digest
from kselect_core.results.store import Failure, Store
from tests.results.store_examples import DIGEST, EXAMPLES, FAILURE, OTHER_UNIT, PLAN, UNIT, record


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "experiments.sqlite") as opened:
        yield opened


def kept(store):
    return [found for unit in (UNIT, OTHER_UNIT) for found in store.records(unit)]


def test_records_come_back_by_task_however_they_were_added(store):
    store.add(EXAMPLES[::-1])
    assert repr(kept(store)) == repr(list(EXAMPLES))
    assert digest(kept(store)) == DIGEST
    assert (store.damaged, store.mend(UNIT)) == (0, 0)


def test_adding_again_changes_nothing(store):
    store.add(EXAMPLES)
    store.add(EXAMPLES[:5])
    store.add([record(3, seconds=9.0)])
    assert repr(kept(store)) == repr(list(EXAMPLES))


def test_a_record_may_come_with_numbers_of_numpy(store):
    task, line = np.int64(4), EXAMPLES[0].lines[1]
    numbers = tuple(np.asarray(line.numbers))
    store.add([record(0)._replace(task=task, lines=(line._replace(numbers=numbers),))])
    assert next(store.records(UNIT)).lines == (line,)
    assert store.finished(UNIT) == {4}


def test_only_what_is_not_durable_does_not_wait_for_the_disk(store):
    """SQLite reaches the disk at the end of each transaction only where synchronous is FULL."""
    statements = []
    store._opened.connection.set_trace_callback(statements.append)  # noqa: SLF001
    runner = store.enter(PLAN.hash)
    ways = {
        "records": (lambda: store.add([record(0)]), "FULL"),
        "quick records": (lambda: store.add([record(1)], durable=False), "NORMAL"),
        "records again": (lambda: store.add([record(2)]), "FULL"),
        "claims": (lambda: store.claim(runner, UNIT, [3, 4]), "NORMAL"),
        "signs of life": (lambda: store.beat(runner), "NORMAL"),
        "failures": (lambda: store.fail(Failure(UNIT, 5, 1, "It will not.")), "FULL"),
        "the end": (lambda: store.leave(runner), "FULL"),
    }
    for what, (change, how) in ways.items():
        statements.clear()
        change()
        begin, end = statements.index("BEGIN IMMEDIATE"), statements.index("COMMIT")
        assert statements[begin - 1] == f"PRAGMA synchronous = {how}", what
        assert not [one for one in statements[begin:end] if "PRAGMA" in one]
    with Store(store.path) as other:
        assert other.finished(UNIT) == {0, 1, 2}


def test_all_records_of_a_call_are_kept_or_none(store):
    with pytest.raises(InvalidParameterError):
        store.add([record(1), record(-2)])
    assert store.finished(UNIT) == set()


def test_a_store_survives_its_being_closed(tmp_path):
    path = tmp_path / "deep" / "folder" / "a 100% odd?#name.sqlite"
    with Store(path) as store:
        store.add(EXAMPLES)
    with pytest.raises(StorageError, match="closed"):
        store.finished(UNIT)
    with Store(path, read_only=True) as store:
        assert digest(kept(store)) == DIGEST
        with pytest.raises(StorageError, match="viewing only"):
            store.add(EXAMPLES)
    assert [p.name for p in path.parent.iterdir() if p.suffix == ".sqlite"] == [path.name]


def test_it_lies_in_the_home_of_kselect(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    with Store() as store:
        assert store.path == tmp_path / "home" / "experiments.sqlite"
        assert store.path.is_file()


def test_finished_tasks_are_counted_by_unit(store):
    store.add(EXAMPLES[:15])
    assert store.count([UNIT, OTHER_UNIT, "ef" * 32]) == {UNIT: 12, OTHER_UNIT: 3, "ef" * 32: 0}
    assert store.finished(OTHER_UNIT) == {0, 1, 2}
    with pytest.raises(InvalidParameterError, match="64 hexadecimal"):
        store.finished("x")


def test_a_hundred_thousand_finished_tasks_are_known_at_once(store):
    store.add([record(0)])
    with sqlite3.connect(store.path) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute(
            "WITH RECURSIVE n(k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM n WHERE k < 99999) "
            "INSERT INTO done SELECT ?, k, 1 FROM n",
            (bytes.fromhex(UNIT),),
        )
    raw.close()
    start = time.process_time()
    assert len(store.finished(UNIT)) == 10**5
    assert store.count([UNIT]) == {UNIT: 10**5}
    assert time.process_time() - start < 3


def test_more_records_than_are_read_at_once_come_in_order(store, monkeypatch):
    monkeypatch.setattr("kselect_core.results.store._PAGE", 4)
    store.add(EXAMPLES)
    found = store.records(UNIT)
    first = next(found)
    store.add([record(50)])  # somebody else writes in between
    assert [r.task for r in (first, *found)] == [*range(12), 50]


def test_plans_are_kept_once_and_listed_newest_first(store):
    newer = PLAN._replace(hash="13" * 32, created=2000.0)
    for plan in (PLAN, newer, PLAN._replace(created=3000.0)):
        store.register(plan)
    assert store.plans() == (newer, PLAN)


def test_a_plan_is_found_by_the_beginning_of_its_hash(store):
    store.register(PLAN)
    store.register(PLAN._replace(hash="13" * 32))
    assert store.plan("12") == store.plan(PLAN.hash) == PLAN
    with pytest.raises(UnknownNameError, match=r"called '77'\. Known: 121212121212, 1313"):
        store.plan("77")
    with pytest.raises(UnknownNameError, match=r"No single plan is called '1'\. Known: 1212"):
        store.plan("1")


def test_failures_are_kept_until_forgiven_or_made_good(store):
    store.fail(FAILURE._replace(attempts=1))
    store.fail(FAILURE)
    odd = Failure(OTHER_UNIT, 1, 1, "no such file: \udcff.csv")
    store.fail(odd)
    assert store.failures([UNIT]) == (FAILURE,)
    assert store.failures([OTHER_UNIT])[0].reason == "no such file: \\udcff.csv"
    store.add([record(FAILURE.task)])
    assert store.failures([UNIT]) == ()
    store.forgive([UNIT, OTHER_UNIT])
    assert store.failures([UNIT, OTHER_UNIT]) == ()


def test_what_computed_a_record_is_known(store):
    store.add(EXAMPLES)
    (made_by,) = store.versions(UNIT)
    facts = json.loads(made_by)
    assert facts["numpy"] == np.__version__
    assert set(facts) == {"blas", "kselect", "numpy", "platform", "python", "scipy"}
    assert facts["blas"]


def test_what_is_not_installed_has_no_version(monkeypatch):
    monkeypatch.setattr(versions, "_PACKAGES", ("no-such-package",))
    assert json.loads(versions.versions.__wrapped__())["no-such-package"] == ""


def test_a_store_may_be_used_by_several_threads_and_watched_by_another(store):
    def work(number):
        for task in range(number, 40, 4):
            store.add([record(task)])
        return store.finished(UNIT)

    with ThreadPoolExecutor(4) as pool, Store(store.path, read_only=True) as viewer:
        running = [pool.submit(work, number) for number in range(4)]
        counts = [len(viewer.finished(UNIT)) for _ in range(50)]
        assert counts == sorted(counts)
        assert all(len(done.result()) >= 10 for done in running)
        assert viewer.finished(UNIT) == set(range(40))
        assert repr(list(viewer.records(UNIT))) == repr([record(task) for task in range(40)])
