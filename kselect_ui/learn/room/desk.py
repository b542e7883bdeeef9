"""The teacher's desk: a class is opened, led and closed; its answers come in, and are revealed."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons import Lesson, Scene
from kselect_core.lessons.lesson import Question
from kselect_core.lessons.tally import Tally, tally, truth_of
from kselect_core.words.amounts import counted
from kselect_ui.learn.room.seat import EVERY, Seat
from kselect_ui.server import visitors
from kselect_ui.server.classroom import ClassRoom, State, classroom
from kselect_ui.server.messages import plain
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.files import CSV_TYPE, spreadsheet

FOLLOW, OWN = "Follow me", "Own pace"
PACE = "class_pace"
THERE = "class_there"  # on a phone its line stays at the foot of the window
ANSWERED = "class_answered"  # how many have, above their answers; a link of that name leads there


def led() -> ClassRoom:
    """Return the class to lead it; KselectError for who may not, whatever their page has sent."""
    if not visitors.leads():
        raise KselectError("Only who has logged in with the teacher's word can lead the class.")
    return classroom()


def offer(seat: Seat, of: Lesson, number: int) -> None:
    """Draw the button that opens a lesson for the class."""
    if seat.leads and seat.lesson is None:
        st.button(
            "Open the class",
            key="class_open",
            icon=":material/groups:",
            on_click=lambda: led().open(of, number),
            help="Everybody on the page Learn then sees this lesson",
        )


def bar(seat: Seat, steps: Callable[[], int], has_question: Callable[[Lesson, int], bool]) -> int:
    """Draw what the teacher has beside the steps: who is there, at which pace, and the end.

    Returns the number of the step, as ``steps`` draws and tells it. ``has_question`` says whether
    the question of a step is drawn, or waits for its sweep.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="class_bar"):
        visitors.by_itself(_there, every=EVERY)(has_question)
        with st.container(width="stretch"):
            number = steps()
        st.session_state[PACE] = FOLLOW if seat.state.follow else OWN
        st.segmented_control(
            "Pace",
            [FOLLOW, OWN],
            key=PACE,
            required=True,
            label_visibility="collapsed",
            on_change=_paced,
        )
        with st.popover(
            "Answers and end", type="tertiary", key="class_end", on_change="rerun"
        ) as end:
            if end.open:
                _ending()
    return number


def _paced() -> None:
    """Take the pace that was chosen here, not what this window showed before another chose."""
    if not visitors.in_part():
        led().pace(follow=st.session_state[PACE] == FOLLOW)


def answers(seat: Seat, number: int, scene: Scene, question: Question) -> None:
    """Draw the answers of the class as they come in, to the teacher; to all once revealed."""
    if seat.leads:
        visitors.by_itself(_live, every=EVERY)(seat.state, number, scene, question)
    elif number in seat.state.revealed and question.kind != "words":
        _picture(_tallied(seat.state, number, scene, question))


def _tallied(state: State, number: int, scene: Scene, question: Question) -> Tally:
    """Return the answers as they are now, drawn once for all who see them, whatever their pins."""
    room, shown = classroom(), number in state.revealed
    given = room.answers(number)
    return room.once(
        state.opening,
        number,
        (given, shown),
        lambda: tally(scene, question, given, shown=shown),
    )


def _there(has_question: Callable[[Lesson, int], bool]) -> None:
    """Draw who is there and, where the step asks, how many have answered, wherever one looks.

    Once the question is drawn, that leads to it.
    """
    room = led()
    lesson, step = room.state().lesson, room.state().step
    count = counted(room.there(), "learner")
    if lesson is not None and lesson.steps[step - 1].question is not None:
        count = f"**{len(room.answers(step))}** of {room.there(step)} answered"
        if has_question(lesson, step):
            count = f"[{count}](#{ANSWERED})"
    with st.container(key=THERE):
        st.markdown(f":material/groups: **The class is open** · {count}")


def _live(state: State, number: int, scene: Scene, question: Question) -> None:
    room, shown = led(), number in state.revealed
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=ANSWERED):
        answered = len(room.answers(number))
        st.markdown(f"**{answered}** of {room.there(number)} answered", width="stretch")
        hidden = _hidden(question)
        st.button(
            "Reveal",
            key="class_reveal",
            type="primary",
            disabled=shown,
            on_click=partial(_reveal, number),
            help="Everybody then sees the right answer and the answers of all",
        )
    if shown and (truth := truth_of(scene, question)):
        st.markdown(f"Right answer: **{plain(truth)}**.")
    if not hidden:
        _picture(_tallied(state, number, scene, question))


def _hidden(question: Question) -> bool:
    """Whether answers are not drawn on this screen: words, which may be anything, at first not."""
    if question.kind == "words":
        return not linked.tick(
            "Show answers", key="class_words", help="Read them first if everybody sees your screen"
        )
    return linked.tick(
        "Hide answers", key="class_hide", help="On this screen, if everybody sees it"
    )


def _reveal(number: int) -> None:
    led().reveal(number)


def _picture(counts: Tally) -> None:
    if counts.figure is None:
        for text in counts.numbers["answer"]:
            st.markdown(f"- {plain(text, limit=300)}")
        return
    charts.show(
        charts.Chart(
            key="class_answers",
            name="Answers of the class",
            figure=counts.figure,
            numbers=lambda: counts.numbers,
            caption=f"{counted(int(counts.numbers['learners'].sum()), 'answer')}.",
            fits=True,
        )
    )


def _ending() -> None:
    st.caption("Answers carry random numbers and no names. They are gone when the class is closed.")
    table = led().table()
    st.download_button(
        "Download the answers (CSV)",
        spreadsheet(table),
        "answers_of_the_class.csv",
        CSV_TYPE,
        key="class_table",
        on_click="ignore",
        disabled=table.empty,
    )
    st.button("Close the class", key="class_close", on_click=lambda: led().close())
