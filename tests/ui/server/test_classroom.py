"""The class of a server: its step, what is revealed, its answers, and the bounds of all that."""

import threading
from itertools import pairwise

import pytest

from kselect_core.errors import KselectError
from kselect_core.lessons import read_lesson
from kselect_core.lessons.answers import LONGEST
from kselect_ui.server.classroom import HERE, MINUTE, TRIES, ClassRoom
from tests.lessons.conftest import LESSON

SMALL = read_lesson(LESSON, name="small.md")
WORDS = read_lesson(
    LESSON.replace('pin = "best width"\nwithin = 1', "words = true"), name="words.md"
)
ASKS = 2  # the step with a question


@pytest.fixture
def room(clock):
    room = ClassRoom(3, clock)
    room.open(SMALL, ASKS)
    return room


def test_before_it_is_opened_there_is_nothing_and_nobody():
    room = ClassRoom(3)
    for change in (lambda: room.go(1), lambda: room.reveal(1)):
        change()
    assert room.look("ada").lesson is None
    assert (room.there(), room.answers(1), len(room.table())) == (0, (), 0)
    with pytest.raises(KselectError, match="does not ask"):
        room.answer("ada", ASKS, "1")


def test_every_change_is_counted_and_none_twice(room):
    seen = [room.state().changes]
    for change in (
        lambda: room.go(3),
        lambda: room.go(3),
        lambda: room.pace(follow=False),
        lambda: room.pace(follow=False),
        lambda: room.reveal(ASKS),
        lambda: room.reveal(ASKS),
        lambda: room.go(0),
        lambda: room.go(4),
        lambda: room.reveal(9),
        lambda: room.look("ada"),
        lambda: room.open(WORDS, 1),
        room.close,
        lambda: room.open(SMALL, 99),
    ):
        change()
        seen.append(room.state().changes)
    assert [after - before for before, after in pairwise(seen)] == [
        *(1, 0, 1, 0, 1, 0),
        *(0, 0, 0, 0),
        *(0, 1, 1),
    ]
    state = room.state()
    assert (state.step, state.follow, state.revealed, state.opening) == (3, True, frozenset(), 2)


def test_the_newest_answer_counts_and_order_tells_nothing(room):
    for visitor, text in (("ada", "1"), ("ben", "10"), ("ada", "100")):
        room.answer(visitor, ASKS, text)
    assert sorted(room.answers(ASKS)) == ["10", "100"]
    assert room.own("ada") == {ASKS: "100"}
    assert room.own("carl") == {}
    table = room.table()
    assert not {"ada", "ben"} & set(table.astype(str).to_numpy().ravel())
    assert set(table["question"]) == {"Where is the lowest test error?"}


def test_the_order_of_answers_is_not_that_in_which_they_came():
    room = ClassRoom(40)
    room.open(SMALL, ASKS)
    came = [str(k) for k in range(1, 31)]
    for text in came:
        room.answer(f"visitor {text}", ASKS, text)
    table = room.table()
    assert list(table["learner"]) == sorted(table["learner"])
    for order in (list(room.answers(ASKS)), list(table["answer"])):
        assert order != came
        assert sorted(order) == sorted(came)


@pytest.mark.parametrize(
    ("step", "text"),
    [
        *[(1, "1"), (0, "1"), (-2, "1"), (9, "1"), (ASKS, ""), (ASKS, "-"), (ASKS, "x")],
        *[(ASKS, "-1"), (ASKS, f"1{'0' * 299}e-299"), (ASKS, f"0.{'0' * 299}1e300")],
    ],
)
def test_what_is_no_answer_is_not_taken(room, step, text):
    with pytest.raises(KselectError, match="does not ask"):
        room.answer("ada", step, text)
    assert room.answers(step) == ()


def test_after_the_truth_no_answer_is_taken(room):
    room.answer("ada", ASKS, "1")
    room.reveal(ASKS)
    with pytest.raises(KselectError, match="shown already"):
        room.answer("ada", ASKS, "100")
    assert room.answers(ASKS) == ("1",)


def test_a_second_teacher_does_not_open_over_an_open_class(room):
    room.answer("ada", ASKS, "1")
    room.open(WORDS, 1)
    assert (room.state().lesson, room.state().step) == (SMALL, ASKS)
    assert room.answers(ASKS) == ("1",)


def test_at_their_own_pace_the_first_answer_counts(room):
    room.pace(follow=False)
    for text in ("1", "100"):
        room.answer("ada", ASKS, text)
    assert room.answers(ASKS) == ("1",)
    room.pace(follow=True)
    with pytest.raises(KselectError, match="seen the right answer"):
        room.answer("ada", ASKS, "10")
    assert room.answers(ASKS) == ("1",)


def test_who_has_been_shown_what_is_true_gives_no_answer(room):
    room.answer("ada", ASKS, "1")
    room.pace(follow=False)  # the page now tells whether that is right
    room.told("ben", ASKS)
    for visitor, text in (("ada", "10"), ("ben", "10"), ("carl", "10")):
        room.answer(visitor, ASKS, text)
    assert sorted(room.answers(ASKS)) == ["1", "10"]


def test_answers_in_words_are_bounded(room):
    room.close()
    room.open(WORDS, ASKS)
    room.answer("ada", ASKS, "w" * 10_000_000)
    assert room.answers(ASKS) == ("w" * LONGEST,)


def test_a_flood_of_one_visitor_is_stopped_for_a_minute(room, clock):
    for k in range(TRIES):
        room.answer("ada", ASKS, str(k + 1))
    with pytest.raises(KselectError, match="Wait a minute"):
        room.answer("ada", ASKS, "999")
    room.answer("ben", ASKS, "7")
    assert sorted(room.answers(ASKS)) == [str(TRIES), "7"]
    clock.now = MINUTE
    room.answer("ada", ASKS, "999")
    assert "999" in room.answers(ASKS)


def test_a_flood_of_visitors_drives_out_nobody_who_is_there(room, clock):
    room.answer("ada", ASKS, "7")
    for k in range(50):
        clock.now += 1
        room.look("ada")
        room.answer(f"made up {k}", ASKS, "1")
    assert room.there() == 3
    assert sorted(room.answers(ASKS)) == ["1", "1", "7"]
    assert room.own("ada") == {ASKS: "7"}
    assert room.table()["learner"].nunique() == 3


def test_who_closes_the_laptop_is_away_and_their_answer_stays(room, clock):
    room.answer("ada", ASKS, "1")
    room.look("ben")
    assert room.there() == 2
    clock.now = HERE + 1
    room.look("ben")
    assert room.there() == 1
    assert room.there(ASKS) == 2  # "1 of 2 answered", and never 1 of none
    assert room.answers(ASKS) == ("1",)
    assert room.look("ada").step == ASKS  # back again, at the right step
    assert room.there() == 2


def test_nothing_is_kept_of_a_class_that_is_closed(room):
    room.answer("ada", ASKS, "1")
    room.close()
    assert (room.there(), room.answers(ASKS), room.own("ada")) == (0, (), {})
    room.open(SMALL, 1)
    assert room.own("ada") == {}


def test_thirty_may_answer_at_once():
    room = ClassRoom()
    room.open(SMALL, ASKS)

    def answered(name):
        for k in range(10):
            room.look(name)
            room.answer(name, ASKS, str(k + 1))
            room.go(1 + k % 3)

    threads = [threading.Thread(target=answered, args=(f"{k}",)) for k in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert room.answers(ASKS) == ("10",) * 30
    assert room.table()["learner"].nunique() == 30


def test_what_is_made_of_answers_is_made_once_and_gone_with_them(room):
    made = []

    def drawn(of):
        opening = room.state().opening
        return room.once(opening, ASKS, of, lambda: made.append(of) or len(made))

    assert [drawn(("1",)), drawn(("1",)), drawn(("1", "10")), drawn(("1", "10"))] == [1, 1, 2, 2]
    room.close()
    room.open(SMALL, ASKS)
    assert drawn(("1", "10")) == 3


def test_what_is_made_of_answers_while_another_class_is_opened_is_not_of_that_one(room):
    before = room.state().opening

    def late():
        room.close()
        room.open(SMALL, ASKS)
        return "of the class before"

    assert room.once(before, ASKS, ("1",), late) == "of the class before"
    now = room.state().opening
    assert room.once(now, ASKS, ("1",), lambda: "of this class") == "of this class"
    again = room.once(before, ASKS, ("1",), lambda: "of a page that does not know yet")
    assert again == "of a page that does not know yet"
    assert room.once(now, ASKS, ("1",), lambda: "anew") == "of this class"
