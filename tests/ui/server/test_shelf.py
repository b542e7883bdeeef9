"""The shelf: made once for everybody, never more bytes than its bound."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from kselect_ui.server.shelf import Shelf, kept, key_of, of_place, shelf, size_of
from kselect_ui.server.turns import Turns

MB = 2**20


def array(megabytes):
    return np.zeros(megabytes * MB, dtype=np.uint8)


def test_thirty_who_ask_at_once_have_it_made_once():
    shelf, made, open_ = Shelf(), [], threading.Barrier(30)

    def make():
        made.append(1)
        threading.Event().wait(0.05)
        return array(1)

    def ask(_):
        open_.wait(10)
        return shelf.get("key", make)

    with ThreadPoolExecutor(30) as visitors:
        answers = list(visitors.map(ask, range(30)))
    assert len(made) == 1
    assert all(answer is answers[0] for answer in answers)


def test_what_was_used_longest_ago_goes_when_the_bound_is_passed():
    shelf = Shelf(bound=3 * MB + MB // 2)
    for key in ("a", "b", "c"):
        shelf.get(key, lambda: array(1))
    shelf.get("a", lambda: pytest.fail("a is there"))
    shelf.get("d", lambda: array(1))
    assert shelf.bytes() <= 3 * MB + MB // 2
    made = []
    for key in ("a", "c", "b"):
        shelf.get(key, lambda key=key: made.append(key) or array(1))
    assert made == ["b"]


def test_fewer_are_kept_when_it_is_asked_for_and_at_least_the_one_used_last():
    shelf = Shelf()
    for key in ("a", "b", "c"):
        shelf.get(key, lambda: array(1))
    shelf.trim(2 * MB + MB // 2)
    assert len(shelf) == 2
    shelf.trim(0)
    assert shelf.get("c", lambda: pytest.fail("c is there")) is not None
    assert len(shelf) == 1


def test_a_value_of_another_stamp_is_made_again_in_the_same_place():
    shelf, stamps = Shelf(), []
    for stamp in (1, 1, 2, 2, 1):
        shelf.get("folder", lambda stamp=stamp: stamps.append(stamp), stamp=stamp)
    assert stamps == [1, 2, 1]
    assert len(shelf) == 1


def test_the_size_is_that_of_what_is_kept_whatever_came_and_went():
    shelf = Shelf(bound=3 * MB)
    for stamp in range(5):
        shelf.get("again", lambda: array(1), stamp=stamp)
    shelf.get("beside", lambda: array(1))
    assert 2 * MB <= shelf.bytes() < 2 * MB + 10_000
    shelf.clear()
    assert shelf.bytes() == 0


def test_whoever_waits_sees_what_is_done(monkeypatch):
    shelf, sentences = Shelf(), []
    monkeypatch.setattr("streamlit.spinner", lambda text: sentences.append(text) or nullcontext())
    for _ in range(2):
        shelf.get("key", lambda: 1, saying="Reading the table…")
    assert sentences == ["Reading the table…"]


def test_one_value_beyond_the_bound_is_kept_alone():
    shelf = Shelf(bound=MB)
    shelf.get("small", lambda: 1)
    shelf.get("large", lambda: array(2))
    assert 2 * MB <= shelf.bytes() < 2 * MB + 10_000


def test_what_has_grown_since_is_measured_when_it_is_trimmed():
    shelf, growing = Shelf(bound=2 * MB), {}
    shelf.get("growing", lambda: growing)
    shelf.get("later", lambda: 1)
    growing["grown"] = array(4)
    shelf.trim()
    assert shelf.bytes() < MB


def test_whoever_waits_for_a_value_lets_its_maker_have_the_turn(monkeypatch):
    shelf, turns = Shelf(), Turns(at_once=1, patience=60.0)
    monkeypatch.setattr("kselect_ui.server.shelf.away", turns.away)
    making, waits = threading.Event(), threading.Event()

    def make():
        with turns.away():  # as while another process reads a table
            making.set()
            waits.wait(60)
        return 7

    def ask(before):
        with turns.turn():
            before()
            return shelf.get("key", make)

    with ThreadPoolExecutor(2) as visitors:
        first = visitors.submit(ask, lambda: None)
        assert making.wait(60)
        second = visitors.submit(ask, waits.set)
        assert [first.result(30), second.result(30)] == [7, 7]


def test_what_was_made_again_while_it_was_measured_stays(monkeypatch):
    shelf = Shelf()
    shelf.get("key", lambda: "old", stamp=1)

    def measured(value):
        if value == "old":
            shelf.get("key", lambda: "new", stamp=2)
        return 1

    monkeypatch.setattr("kselect_ui.server.shelf.size_of", measured)
    shelf.trim()
    assert shelf.get("key", lambda: pytest.fail("it is there"), stamp=2) == "new"


def test_an_error_is_everybodys_and_nobodys_for_ever():
    shelf = Shelf()

    def fails():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        shelf.get("key", fails)
    assert shelf.get("key", lambda: 7) == 7


def test_nothing_is_a_value_too():
    shelf, made = Shelf(), []
    for _ in range(2):
        assert shelf.get("key", lambda: made.append(1)) is None
    assert made == [1]


def test_sizes_count_arrays_tables_and_parts_each_once():
    @dataclass
    class Pair:
        first: object
        second: object

    one = array(1)
    assert MB <= size_of(Pair(one, [one])) < MB + 10_000
    assert 2 * MB <= size_of({"a": one, "b": (array(1),)}) < 2 * MB + 10_000
    assert size_of(pd.DataFrame({"x": np.zeros(MB // 8)})) >= MB
    loop = []
    loop.append(loop)
    assert size_of(loop) < 1000


def test_a_function_is_kept_by_its_arguments():
    calls = []

    @kept
    def twice(x, *, by=2):
        calls.append(x)
        return x * by

    assert [twice(3), twice(3), twice(4), twice(3, by=3)] == [6, 6, 8, 9]
    assert calls == [3, 4, 3]
    shelf().clear()
    assert twice(3) == 6
    assert calls == [3, 4, 3, 3]


@dataclass
class Somewhere:
    """A place of a view."""

    identity: str
    where: int

    def made(self):
        """Return how it is made."""
        return f"Somewhere({self.where})"


def test_what_is_made_of_a_place_is_made_once_for_all_equal_ones():
    shelf().clear()
    made = []

    def work(at):
        made.append(at)
        return len(made)

    here = Somewhere("digest", 1)
    assert key_of("words", here, ("kta",), 0.5) == "words digest Somewhere(1) ('kta',) 0.5"
    assert [of_place("words", Somewhere("digest", 1), work) for _ in range(2)] == [1, 1]
    assert made == [here]
    others = [("digest", 2), ("other", 1)]
    assert [of_place("words", Somewhere(*other), work) for other in others] == [2, 3]
    assert of_place("words", here, work, ("kta",)) == 4
    assert of_place("table", here, work) == 5
    assert of_place("words", here, work) == shelf().get("words digest Somewhere(1)", None) == 1
