"""Pages take turns: few at a time, in order, and nobody waits for ever."""

import threading
import time
from contextlib import suppress

import pytest

from kselect_ui.server.turns import QUICK, Turns
from tests.ui.stepper import begun, until

SOON = 60.0  # seconds in which a thread that may go on has gone on


def test_no_more_than_so_many_work_at_the_same_time():
    turns, lock = Turns(at_once=2, patience=SOON), threading.Lock()
    now, most = 0, 0

    def page():
        nonlocal now, most
        with turns.turn():
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.02)
            with lock:
                now -= 1

    for thread in [begun(page) for _ in range(8)]:
        thread.join(SOON)
    assert (now, most) == (0, 2)


def test_whoever_waits_for_something_slow_lets_another_have_the_turn():
    turns, answered, inside = Turns(at_once=1, patience=SOON), threading.Event(), threading.Event()

    def slow():
        with turns.turn(), turns.away():
            inside.set()
            answered.wait(SOON)

    waiting = begun(slow)
    assert inside.wait(SOON)
    with turns.turn():
        answered.set()
        waiting.join(0.1)
        assert waiting.is_alive()  # it wants its turn back first
    waiting.join(SOON)
    assert not waiting.is_alive()


def test_patience_ends_and_a_place_is_never_given_up_twice():
    turns, leave = Turns(at_once=1, patience=0.05), threading.Event()
    inside = threading.Event()

    def hog():
        with turns.turn():
            inside.set()
            leave.wait(SOON)

    thread = begun(hog)
    assert inside.wait(SOON)
    with turns.turn(), turns.away():  # without a place of its own
        pass
    leave.set()
    thread.join(SOON)
    for _ in range(2):
        with turns.turn():
            pass


def failing(turns):
    with turns.turn():
        raise KeyError


def test_a_page_that_fails_gives_its_turn_up():
    turns, inside = Turns(at_once=1, patience=10 * SOON), threading.Event()
    with pytest.raises(KeyError):
        failing(turns)

    def next_page():
        with turns.turn():
            inside.set()

    thread = begun(next_page)
    assert inside.wait(SOON)  # before its patience ends
    thread.join(SOON)


class Timed:
    """Pages that take so many seconds each by a clock of their own."""

    def __init__(self, spent):
        self.spent, self.now, self.order = spent, 0.0, []
        self.turns = Turns(at_once=1, patience=SOON, clock=lambda: self.now)

    def page(self, name):
        """Make a page whole."""
        with self.turns.turn(name):
            self.order.append(threading.current_thread().name)
            self.now += self.spent[name]

    def broken_off(self, name, seconds):
        """Begin a page, and leave it after so many seconds."""
        with suppress(KeyError), self.turns.turn(name):
            self.now += seconds
            raise KeyError

    def in_turn(self, *names):
        """Return in which order pages are made that came in this one."""
        self.order.clear()
        with self.turns.turn():
            waiting = []
            for name in names:
                thread = threading.Thread(
                    target=self.page, args=(name,), name=f"{name} {len(waiting)}"
                )
                waiting.append(thread)
                thread.start()
                until(lambda: len(self.turns) == len(waiting))
        for thread in waiting:
            thread.join(SOON)
        return self.order


def test_the_quick_go_first_and_among_equals_who_came_first():
    timed = Timed({"slow": 2 * QUICK, "slower": 3 * QUICK, "quick": QUICK / 2})
    for name in timed.spent:  # it is known from now on how long each takes
        timed.page(name)
    order = timed.in_turn("slower", "quick", "slow", "quick")
    assert order == ["quick 1", "quick 3", "slower 0", "slow 2"]


def test_a_page_that_is_broken_off_has_not_become_quick_but_may_be_slow():
    timed = Timed({"slow": 2 * QUICK, "long": QUICK / 2, "quick": QUICK / 2})
    timed.page("slow")
    timed.broken_off("slow", QUICK / 30)
    timed.broken_off("long", 2 * QUICK)
    assert timed.in_turn("slow", "long", "quick") == ["quick 2", "slow 0", "long 1"]
    assert timed.in_turn("slow", "quick", "long") == ["quick 1", "long 2", "slow 0"]  # whole since
