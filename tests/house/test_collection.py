"""How tests are collected: what stays is set apart, and an unreadable file ends the session."""

import gc
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import collection, conftest


def test_nothing_is_garbage_while_tests_are_collected_and_later_what_stays_is_passed_by():
    hook, before = collection.pytest_collection(), gc.get_freeze_count()
    next(hook)
    assert not gc.isenabled()
    with pytest.raises(StopIteration) as ended:
        hook.send("collected")
    assert ended.value.value == "collected"
    assert gc.isenabled()
    assert gc.get_freeze_count() > before


def test_whatever_happens_garbage_is_looked_for_again():
    hook = collection.pytest_collection()
    next(hook)
    with pytest.raises(KeyError):
        hook.throw(KeyError)
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("told", "stopped"),
    [({}, False), ({"error": ["one", "two"]}, "2 files of tests cannot be read")],
)
def test_a_file_that_a_worker_cannot_read_ends_the_session(told, stopped):
    session = SimpleNamespace(shouldstop=False)
    plugins = {"terminalreporter": SimpleNamespace(stats=told), "dsession": session}
    config = SimpleNamespace(pluginmanager=SimpleNamespace(getplugin=plugins.get))
    collection.pytest_xdist_node_collection_finished(SimpleNamespace(config=config))
    assert session.shouldstop == stopped


def test_cases_that_are_not_of_the_day_are_left_to_the_night():
    made = collection.mostly_at_night([1, ("a", 2)], lambda case: case == 1)
    found = [(one.values, [mark.name for mark in one.marks]) for one in made]
    assert found == [((1,), []), (("a", 2), ["nightly"])]


def item_that_tells(told, durations=None, **config):
    """A test whose hooks note what they are told."""
    asked = SimpleNamespace(getoption={"durations": durations}.get, **config)
    hooks = SimpleNamespace(
        pytest_runtest_logstart=lambda **_: told.append("starts"),
        pytest_runtest_logreport=lambda report: told.append(report.when),
        pytest_runtest_logfinish=lambda **_: told.append("finishes"),
    )
    return SimpleNamespace(nodeid="one", location=("a.py", 1, "one"), ihook=hooks, config=asked)


@pytest.mark.parametrize(
    ("failed", "expected"),
    [
        ("", ["call"]),
        ("call", ["call"]),
        ("setup", ["setup", "call"]),
        ("teardown", ["call", "teardown"]),
    ],
)
def test_of_what_surrounds_a_test_only_a_failure_is_told(monkeypatch, failed, expected):
    def reports(item, *, nextitem, log):
        assert (item.nodeid, nextitem, log) == ("one", None, False)
        return [
            SimpleNamespace(when=when, passed=when != failed)
            for when in ("setup", "call", "teardown")
        ]

    monkeypatch.setattr(collection, "runtestprotocol", reports)
    told = []
    assert collection.pytest_runtest_protocol(item_that_tells(told, workerinput={}), None)
    assert told == ["starts", *expected, "finishes"]


def test_where_no_worker_tells_or_durations_are_asked_for_all_is_told():
    told = []
    assert collection.pytest_runtest_protocol(item_that_tells(told), None) is None
    slow = item_that_tells(told, durations=10, workerinput={})
    assert collection.pytest_runtest_protocol(slow, None) is None
    assert told == []


def test_a_test_of_browsers_where_no_step_would_run_it_stops_the_tests():
    def item(path):
        return SimpleNamespace(
            path=Path(path), nodeid=path, get_closest_marker=lambda name: name == "browser"
        )

    conftest.pytest_collection_modifyitems([item("tests/browser/test_a.py")])
    with pytest.raises(pytest.UsageError, match=r"tests/cli/test_a.py .*move it"):
        conftest.pytest_collection_modifyitems([item("tests/cli/test_a.py")])
