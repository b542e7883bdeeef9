"""Readings are made once, and together stay within their bound."""

import threading
import time

import numpy as np
import pytest

from kselect_core.data.set.dataset import Dataset
from kselect_core.data.table.preview import Preview
from kselect_core.errors import DataError
from kselect_ui.server.readings import Readings


def reading(rows=4):
    data = Dataset.from_arrays(np.arange(rows * 10.0).reshape(rows, 10), np.arange(rows) % 2)
    return Preview(dataset=data)


def key(name):
    return (name, "{}", "")


def test_a_reading_is_made_once_however_many_ask_at_the_same_time():
    readings, made = Readings(), []

    def make():
        made.append(1)
        time.sleep(0.05)
        return reading()

    threads = [threading.Thread(target=readings.get, args=(key("a"), make)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert readings.kept(key("a")) is readings.get(key("a"), make)


def test_what_was_not_asked_for_longest_goes_when_the_bound_is_reached():
    readings = Readings(bound=700_000)
    for name in ("a", "b"):
        readings.get(key(name), lambda: reading(2_000))
    readings.kept(key("a"))
    readings.get(key("c"), lambda: reading(2_000))
    assert readings.kept(key("b")) is None
    assert readings.kept(key("a")) is not None
    assert len(readings) == 2


def test_fewer_are_kept_when_it_is_asked_for():
    readings = Readings()
    for name in ("a", "b", "c"):
        readings.get(key(name), lambda: reading(2_000))
    readings.trim(600_000)
    assert readings.kept(key("a")) is None
    assert readings.kept(key("b")) is not None
    readings.trim(0)
    assert [len(readings), readings.kept(key("b")) is not None] == [1, True]


def test_one_that_is_larger_than_the_bound_is_kept_alone():
    readings = Readings(bound=10)
    readings.get(key("a"), reading)
    readings.get(key("b"), reading)
    assert len(readings) == 1
    assert readings.kept(key("b")) is not None


def refused():
    raise DataError("no")


def test_what_is_refused_is_tried_again():
    readings = Readings()
    with pytest.raises(DataError):
        readings.get(key("a"), refused)
    assert readings.get(key("a"), reading).dataset is not None
