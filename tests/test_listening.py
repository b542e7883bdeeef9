"""Tests of work that is told of its steps and stopped between them."""

import threading

import pytest

from kselect_core.errors import StoppedError
from kselect_core.listening import watched


def test_every_step_is_told_of_when_it_is_done_and_not_before():
    told = []
    for step in watched("abc", "letters", on_progress=lambda *done: told.append(done)):
        assert len(told) == "abc".index(step)
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_work_is_stopped_between_two_steps_and_says_how_many_were_done():
    cancel = threading.Event()
    steps = watched("abc", "letters", cancel=cancel)
    assert [next(steps), next(steps)] == ["a", "b"]
    cancel.set()
    with pytest.raises(StoppedError, match="Stopped: 2 of 3 letters were computed"):
        next(steps)


def test_nobody_need_listen():
    assert list(watched(range(2), "numbers")) == [0, 1]
