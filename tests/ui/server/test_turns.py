"""Pages take turns: few at a time, in order, and nobody waits for ever."""

import threading
import time

import pytest

from kselect_ui.server.turns import QUICK, Turns
from tests.ui.stepper import until

SOON = 60.0  # seconds in which a thread that may go on has gone on


def begun(work):
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


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


def test_the_quick_go_first_and_among_equals_who_came_first():
    spent = {"slow": 2 * QUICK, "slower": 3 * QUICK, "quick": QUICK / 2}
    now = 0.0
    turns, order = Turns(at_once=1, patience=SOON, clock=lambda: now), []

    def page(name):
        nonlocal now
        with turns.turn(name):
            order.append(threading.current_thread().name)
            now += spent[name]

    for name in spent:  # it is known from now on how long each takes
        page(name)
    order.clear()
    with turns.turn():
        waiting = []
        for name in ("slower", "quick", "slow", "quick"):
            thread = threading.Thread(target=page, args=(name,), name=f"{name} {len(waiting)}")
            waiting.append(thread)
            thread.start()
            until(lambda: len(turns) == len(waiting))
    for thread in waiting:
        thread.join(SOON)
    assert order == ["quick 1", "quick 3", "slower 0", "slow 2"]
