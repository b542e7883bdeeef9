"""A lesson with a class: where it stands, what was revealed, and who answered what. All bounded.

It is in memory alone, and gone when the class is closed or the server ends. Nobody has a name here:
a visitor is known by a digest of what the door gave the browser, and the teacher is told numbers
that are drawn at random.
"""

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import pandas as pd
import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons import Lesson
from kselect_core.lessons.answers import LONGEST, SKIPPED, is_answer, written
from kselect_ui.door.sharing import most_visitors

HERE = 10.0
"""Seconds since somebody's page looked last, for which they count as there."""

T = TypeVar("T")

TRIES, MINUTE = 20, 60.0
"""Answers that are taken from one visitor in so many seconds."""


@dataclass(frozen=True)
class State:
    """Where a class stands. A page that saw the same count of ``changes`` is up to date.

    ``opening`` counts how often a class was opened; without a ``lesson`` none is open. With
    ``follow`` pages go where the teacher goes.
    """

    changes: int = 0
    opening: int = 0
    lesson: Lesson | None = None
    step: int = 1
    follow: bool = True
    revealed: frozenset[int] = frozenset()


@dataclass
class _Pupil:
    """Who looks or answered; ``number`` is drawn at random, ``told`` are steps seen through."""

    number: int
    seen: float
    answers: dict[int, str] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)
    tries: deque[float] = field(default_factory=deque)


class ClassRoom:
    """The one class of a server. Any thread may call every method; who may, pages decide.

    At most ``most`` visitors are known. For one more, whoever was seen longest ago is forgotten:
    as long as there are fewer places for windows, that is nobody who is there.
    """

    def __init__(self, most: int = 120, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._state = State()
        self._pupils: dict[str, _Pupil] = {}
        self._made: dict[int, tuple[Hashable, Any]] = {}  # of the answers, by step

    def state(self) -> State:
        """Return where the class stands."""
        return self._state

    # ------------------------------------------------------------------ for the teacher

    def open(self, lesson: Lesson, step: int) -> None:
        """Begin a lesson with the class, with no answers; one that is open stays as it is."""
        with self._lock:
            if self._state.lesson is not None:
                return
            self._pupils, self._made = {}, {}
            opening = self._state.opening + 1
            self._change(State(0, opening, lesson, min(max(step, 1), len(lesson.steps))))

    def close(self) -> None:
        """End the lesson; the answers are gone."""
        with self._lock:
            self._pupils, self._made = {}, {}
            self._change(State(opening=self._state.opening))

    def go(self, step: int) -> None:
        """Look at another step."""
        with self._lock:
            if self._asked(step) and step != self._state.step:
                self._change(replace(self._state, step=step))

    def pace(self, *, follow: bool) -> None:
        """Have pages follow the teacher's step, or let each go its own way.

        At one's own pace a page tells at once what is true, also of what was answered before.
        """
        with self._lock:
            if follow != self._state.follow:
                for pupil in self._pupils.values() if not follow else ():
                    pupil.told |= pupil.answers.keys()
                self._change(replace(self._state, follow=follow))

    def reveal(self, step: int) -> None:
        """Show what is true at a step, and what all answered."""
        with self._lock:
            if self._asked(step) and step not in self._state.revealed:
                revealed = self._state.revealed | {step}
                self._change(replace(self._state, revealed=revealed))

    def there(self, step: int = 0) -> int:
        """Return how many have the lesson before them, or have answered a ``step`` and left."""
        with self._lock:
            limit = self._clock() - HERE
            return sum(
                pupil.seen >= limit or step in pupil.answers for pupil in self._pupils.values()
            )

    def answers(self, step: int) -> tuple[str, ...]:
        """Return what was answered at a step, in an order that says nothing."""
        with self._lock:
            pupils = sorted(self._pupils.values(), key=lambda pupil: pupil.number)
            return tuple(pupil.answers[step] for pupil in pupils if step in pupil.answers)

    def once(self, opening: int, step: int, of: Hashable, make: Callable[[], T]) -> T:
        """Return what is made ``of`` the answers to a step, made once for all who look.

        It is gone with the answers: of an ``opening`` that has ended meanwhile nothing is kept.
        """
        with self._lock:
            before = self._made.get(step) if opening == self._state.opening else None
        if before is not None and before[0] == of:
            earlier: T = before[1]
            return earlier
        value = make()
        with self._lock:
            if self._state.lesson is not None and opening == self._state.opening:
                self._made[step] = of, value
        return value

    def table(self) -> pd.DataFrame:
        """Return all answers, with the random numbers of who gave them."""
        with self._lock:
            lesson = self._state.lesson
            steps = lesson.steps if lesson else ()
            rows = [
                (pupil.number, k, steps[k - 1].title, question.asks, written(question, text))
                for pupil in self._pupils.values()
                for k, text in pupil.answers.items()
                if (question := steps[k - 1].question) is not None
            ]
        names = ["learner", "step", "title", "question", "answer"]
        return pd.DataFrame(sorted(rows), columns=names)

    # ------------------------------------------------------------------ for everybody

    def look(self, visitor: str) -> State:
        """Return where the class stands, and note that this visitor's page is there."""
        with self._lock:
            if self._state.lesson is not None:
                self._pupil(visitor)
            return self._state

    def own(self, visitor: str) -> dict[int, str]:
        """Return what a visitor answered, by number of the step."""
        with self._lock:
            pupil = self._pupils.get(visitor)
            return dict(pupil.answers) if pupil else {}

    def told(self, visitor: str, step: int) -> None:
        """Note that a visitor's page tells what is true at a step."""
        with self._lock:
            if self._asked(step):
                self._pupil(visitor).told.add(step)

    def answer(self, visitor: str, step: int, text: str) -> None:
        """Take an answer in the place of the last one to this step.

        Who goes at the own pace has been told the truth after the first answer, which stays.

        Raises KselectError where it is none, comes after the truth, or comes too often.
        """
        with self._lock:
            lesson = self._state.lesson
            question = lesson.steps[step - 1].question if lesson and self._asked(step) else None
            if question is None or text == SKIPPED or not is_answer(text, question):
                raise KselectError("Your teacher's lesson does not ask for this answer.")
            if step in self._state.revealed:
                raise KselectError(
                    "The answer has been shown already: no more answers are accepted."
                )
            pupil = self._pupil(visitor)
            if step in pupil.told:
                if not self._state.follow:
                    return
                raise KselectError("You have seen the right answer: your first answer stays.")
            while pupil.tries and pupil.tries[0] <= pupil.seen - MINUTE:
                pupil.tries.popleft()
            if len(pupil.tries) >= TRIES:
                raise KselectError(
                    "Too many answers in a minute. Wait a minute, then answer again."
                )
            pupil.tries.append(pupil.seen)
            pupil.answers[step] = text[:LONGEST]
            if not self._state.follow:
                pupil.told.add(step)

    def _asked(self, step: int) -> bool:
        """Whether the lesson has such a step."""
        lesson = self._state.lesson
        return lesson is not None and 1 <= step <= len(lesson.steps)

    def _pupil(self, visitor: str) -> _Pupil:
        """Return who that is, seen now."""
        now = self._clock()
        member = self._pupils.get(visitor)
        if member is None:
            if len(self._pupils) >= self._most:
                away = min(self._pupils, key=lambda name: self._pupils[name].seen)
                del self._pupils[away]
            taken = {pupil.number for pupil in self._pupils.values()}
            free = [number for number in range(1, 2 * self._most) if number not in taken]
            member = self._pupils[visitor] = _Pupil(secrets.choice(free), now)
        member.seen = now
        return member

    def _change(self, state: State) -> None:
        self._state = replace(state, changes=self._state.changes + 1)


@st.cache_resource(show_spinner=False)
def classroom() -> ClassRoom:
    """Return the one class of this server; it knows twice as many visitors as have windows."""
    return ClassRoom(2 * most_visitors() + 20)
