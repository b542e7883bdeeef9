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


def test_a_test_of_browsers_where_no_step_would_run_it_stops_the_tests():
    def item(path):
        return SimpleNamespace(
            path=Path(path), nodeid=path, get_closest_marker=lambda name: name == "browser"
        )

    conftest.pytest_collection_modifyitems([item("tests/browser/test_a.py")])
    with pytest.raises(pytest.UsageError, match=r"tests/cli/test_a.py .*move it"):
        conftest.pytest_collection_modifyitems([item("tests/cli/test_a.py")])
