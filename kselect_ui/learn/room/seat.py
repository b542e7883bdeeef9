"""Where somebody sits who looks at a lesson: alone, in the class, or at its desk."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons import Lesson
from kselect_core.lessons.answers import SKIPPED
from kselect_ui.door.sharing import shared
from kselect_ui.learn import chosen
from kselect_ui.server import visitors
from kselect_ui.server.classroom import ClassRoom, State, classroom
from kselect_ui.server.messages import plain

EVERY = 1.0  # seconds between two looks at whether the class has moved on
NOBODY = State()
LEFT, REFUSED = "class_left", "class_refused"
KNOWN = "class_known"  # the opening whose answers this window knows, also after a reload
KEPT = "class_lesson"  # one without a link, with which a learner goes on alone


@dataclass(frozen=True)
class Seat:
    """What the page shows to who sits here; a seat without a ``lesson`` is that of one alone."""

    state: State = NOBODY
    leads: bool = False

    @property
    def lesson(self) -> Lesson | None:
        """Lesson of the class; None for who looks alone."""
        return self.state.lesson

    @property
    def follows(self) -> bool:
        """Whether the page goes where the teacher goes."""
        return self.lesson is not None and self.state.follow and not self.leads

    @property
    def together(self) -> bool:
        """Whether truths are shown to all at once."""
        return self.lesson is not None and (self.state.follow or self.leads)

    def waits(self, number: int) -> bool:
        """Whether the truth of a step is kept back until the teacher reveals it."""
        return self.together and number not in self.state.revealed

    def given(self, of: Lesson) -> dict[int, str]:
        """Return own answers by number of the step."""
        if not self.together:
            return chosen.answers(of)
        return {} if self.leads else classroom().own(visitors.visitor())

    def kept_back(self, of: Lesson) -> frozenset[int]:
        """Return the steps whose solutions this page may not hand out yet."""
        numbers = range(1, len(of.steps) + 1)
        return frozenset(k for k in numbers if self.waits(k) and not self.leads)

    def known(self, given: Mapping[int, str]) -> dict[int, str]:
        """Return of own answers those whose truth may be told."""
        return {k: text for k, text in given.items() if not self.waits(k)}

    def shown(self, number: int, given: Mapping[int, str]) -> str:
        """Return the answer after which a step shows what is true; empty while it does not."""
        if self.waits(number):
            return ""
        return given.get(number) or (SKIPPED if number in self.state.revealed else "")

    def answer(self, of: Lesson, number: int, text: str) -> None:
        """Note an answer, in the class and in the link; for callbacks."""
        if not text or self._told(lambda room, who: room.answer(who, number, text)):
            chosen.answer(of, number, text)

    def skip(self, of: Lesson, number: int) -> None:
        """Note that the truth has been asked for; for callbacks."""
        if self._told(lambda room, who: room.told(who, number)):
            chosen.answer(of, number, SKIPPED)

    def _told(self, tell: Callable[[ClassRoom, str], None]) -> bool:
        """Tell the class something, if there is one; where it may not, the page says why."""
        try:
            if self.lesson is not None:
                tell(self._room(), visitors.visitor())
        except KselectError as error:
            st.session_state[REFUSED] = str(error)
            return False
        return True

    def _room(self) -> ClassRoom:
        """Return the class of this seat; one that was opened since is another one."""
        now = classroom().state()
        if now.lesson is None or now.opening != self.state.opening:
            raise KselectError("The class has ended: no more answers are accepted.")
        return classroom()

    def go(self, number: int) -> None:
        """Look at another step, with the class if one leads it; for callbacks."""
        if self.lesson is not None and visitors.leads():
            classroom().go(number)
        chosen.go(number)


ALONE = Seat()


def take() -> Seat:
    """Return the seat of who looks at this page, and watch from now on whether the class moves."""
    if not shared():
        return ALONE
    if refused := st.session_state.pop(REFUSED, ""):
        st.warning(plain(refused))
    seat = Seat(classroom().state(), visitors.leads())
    left = not seat.leads and st.session_state.get(LEFT) == seat.state.opening
    learner = "" if seat.leads or left else visitors.visitor()
    visitors.by_itself(_watched, every=EVERY)(seat.state.changes, learner)
    if seat.lesson is None:
        return seat
    if left:
        _outside()
        return ALONE
    has_link = chosen.hold(seat.lesson)
    if not seat.leads:
        st.session_state[KEPT] = None if has_link else seat.lesson
        _know(seat.lesson, seat.state.opening)
    if seat.leads or seat.follows:
        chosen.go(seat.state.step)
    return seat


def _know(of: Lesson, opening: int) -> None:
    """Take what a visitor has told the class into a window of theirs that was opened since."""
    if st.session_state.get(KNOWN) == opening:
        return
    st.session_state[KNOWN] = opening
    told = classroom().own(visitors.visitor())
    for number in told.keys() - chosen.answers(of).keys():
        chosen.answer(of, number, told[number])


def kept() -> Lesson | None:
    """Return the last lesson of the class, if only this window has it still."""
    lesson: Lesson | None = st.session_state.get(KEPT)
    return lesson


def leave_lesson() -> None:
    """Draw the way from a lesson that only this window has to all others."""
    st.button("All lessons", key="class_all", on_click=lambda: st.session_state.pop(KEPT, None))


def draw(seat: Seat) -> None:
    """Say to a learner that the page is with the class, and let them out."""
    lesson, step = seat.state.lesson, seat.state.step
    if lesson is None or seat.leads:
        return
    where = "you follow your teacher" if seat.follows else "go at your own pace"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(
            f":material/groups: **With the class:** {plain(lesson.heading)} · {where}"
            f" · step {step} of {len(lesson.steps)}",
            width="stretch",
        )
        st.button("Leave the class", key="class_leave", type="tertiary", on_click=_leave)


def _outside() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(":material/groups: Your class is here.")
        st.button("Join", key="class_join", on_click=lambda: st.session_state.pop(LEFT, None))


def _leave() -> None:
    st.session_state[LEFT] = classroom().state().opening


def _watched(changes: int, learner: str) -> None:
    """Run the page again once the class has moved; draws nothing."""
    room = classroom()
    state = room.look(learner) if learner else room.state()
    if state.changes != changes:
        st.rerun()
