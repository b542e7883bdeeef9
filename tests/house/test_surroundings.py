"""Whatever a test leaves behind is seen, and named."""

import os
import signal
import sys
from types import ModuleType

import numpy as np
import pytest

from tests.surroundings import Surroundings, left

NAME = "kselect_core.made_up"


@pytest.fixture
def module(monkeypatch):
    """Give a module of ours with a table and a list."""
    made = ModuleType(NAME)
    made.TABLE, made.found, made.NUMBER = {"a": 1}, [], 3
    monkeypatch.setitem(sys.modules, NAME, made)
    return made


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda _: None, []),
        (lambda module: module.TABLE.update(b=2), [f"{NAME}.TABLE"]),
        (lambda module: module.TABLE.update(a=2), [f"{NAME}.TABLE"]),
        (lambda module: module.found.append(1), [f"{NAME}.found"]),
        (lambda _: os.environ.update(KSELECT_LEFT="1"), ["variables"]),
        (lambda _: os.chdir("/"), ["working folder"]),
        (lambda _: signal.signal(signal.SIGTERM, signal.SIG_IGN), ["SIGTERM"]),
        (lambda _: np.seterr(under="raise"), ["numpy.errstate"]),
        (lambda module: sys.modules.update(__main__=module), ["__main__"]),
    ],
)
def test_a_change_is_named(module, change, named, monkeypatch, tmp_path):
    monkeypatch.setenv("KSELECT_LEFT", "0")
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    monkeypatch.chdir(tmp_path)
    handler = signal.getsignal(signal.SIGTERM)
    watch = Surroundings()
    with np.errstate():
        before = watch.look()
        change(module)
        assert left(before, watch.look()) == named
    signal.signal(signal.SIGTERM, handler)


def test_a_module_that_is_imported_meanwhile_is_no_difference(module, monkeypatch):
    monkeypatch.delitem(sys.modules, NAME)
    watch = Surroundings()
    before = watch.look()
    monkeypatch.setitem(sys.modules, NAME, module)
    assert left(before, watch.look()) == []
    between = watch.look()
    module.found.append(1)
    assert left(between, watch.look()) == [f"{NAME}.found"]


def test_a_module_that_takes_the_place_of_another_is_looked_at(module, monkeypatch):
    watch = Surroundings()
    watch.look()
    again = ModuleType(NAME)
    again.TABLE, again.found = {"a": 1}, []
    monkeypatch.setitem(sys.modules, NAME, again)
    monkeypatch.setitem(sys.modules, f"{NAME}.further", ModuleType("further"))
    before = watch.look()
    module.found.append(1)
    assert left(before, watch.look()) == []
    again.found.append(1)
    assert left(before, watch.look()) == [f"{NAME}.found"]
