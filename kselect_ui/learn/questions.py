"""A question of a lesson: what is asked, the answer, and what is true."""

from collections.abc import Callable

import streamlit as st

from kselect_core.lessons import Lesson, Question, Scene
from kselect_core.lessons.answers import LONGEST, SKIPPED, judged, unit_of
from kselect_core.lessons.facts import nearest
from kselect_core.lessons.numbers import width_text
from kselect_core.lessons.tally import truth_of
from kselect_ui.learn.room import desk
from kselect_ui.learn.room.seat import Seat
from kselect_ui.server.messages import plain

NOWHERE = ""
"""Where a pin is before it is put: no place at which it starts tells what is true, or is right."""

EMPTY = "learn_empty"  # key of a question that was answered with nothing
FIRST: dict[str, str] = {
    "pin": "Put the pin first.",
    "choose": "Choose one first.",
    "number": "Write a number first.",
    "figure": "Choose one first.",
    "words": "Write something first.",
}

SAID = {True: (":material/check: **Right.**"), False: ":material/close: **Not right.**", None: ""}


def draw(of: Lesson, number: int, scene: Scene, here: Seat, given: str) -> None:
    """Draw the question of a step, or, once it is answered, the answer beside the truth.

    In a class the truth may be kept back; the teacher has the answers of all in its place.
    """
    question = of.steps[number - 1].question
    if question is None:
        return
    with st.container(border=True, key="question"):
        st.markdown(f"**{plain(question.asks, limit=400)}**")
        teaches, shown = here.leads and here.lesson is not None, here.shown(number, {number: given})
        if teaches:
            _choices(question)
        elif shown:
            _answered(scene, question, shown)
        else:
            _asked(of, number, scene, here, given)
        if here.lesson is not None:
            desk.answers(here, number, scene, question)
        if shown and not here.together:
            st.button(
                "Answer again",
                key=f"again_{of.name}_{number}",
                type="tertiary",
                on_click=here.answer,
                args=(of, number, ""),
            )


def _asked(of: Lesson, number: int, scene: Scene, here: Seat, taken: str) -> None:
    """Draw what is answered with; ``taken`` is what the teacher has already."""
    question = of.steps[number - 1].question
    assert question is not None, "only steps that ask are answered"  # noqa: S101
    key = f"learn_{of.name}_{number}"
    if taken:
        st.session_state.setdefault(key, _held(question, scene, taken))
    WIDGETS[question.kind](question, scene, key)
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Answer",
            key=f"{key}_go",
            type="primary",
            on_click=_answer,
            args=(of, number, here, key),
        )
        if not here.waits(number):
            st.button(
                "Show me",
                key=f"{key}_skip",
                type="tertiary",
                on_click=here.skip,
                args=(of, number),
                help="Go on without an answer",
            )
    if st.session_state.pop(EMPTY, "") == key:
        st.caption(FIRST[question.kind])
    if taken:
        words = _ended(judged(scene, question, taken).given)
        st.caption(
            f"Your answer: {words} You may change it until your teacher reveals the solution."
        )


def _answer(of: Lesson, number: int, here: Seat, key: str) -> None:
    """Take what the widget holds; the button is never disabled, so that Tab always reaches it."""
    text = _text_of(key)
    if text not in ("", SKIPPED):  # a dash stands in links for no answer
        here.answer(of, number, text)
    else:
        st.session_state[EMPTY] = key


def _choices(question: Question) -> None:
    if question.kind != "choose":
        return
    lines = [f"{k}. {plain(one, limit=300)}" for k, one in enumerate(question.choices, start=1)]
    st.markdown("\n".join(lines))


def _answered(scene: Scene, question: Question, given: str) -> None:
    if given != SKIPPED:
        verdict = judged(scene, question, given)
        truth = f" Right answer: {_ended(verdict.truth)}" if verdict.right is False else ""
        words = f"{SAID[verdict.right]} Your answer: {_ended(verdict.given)}{truth}"
        st.markdown(words.strip())
    elif truth := truth_of(scene, question):
        st.markdown(f"Right answer: {_ended(truth)}")


def _ended(answer: str) -> str:
    """Return an answer as the end of a sentence, which whoever wrote it may have ended already."""
    words = plain(answer, limit=400)
    return words if words.endswith((".", "!", "?", "…")) else f"{words}."


def _text_of(key: str) -> str:
    """Return what the widget holds now, as the text of an answer; empty for nothing."""
    value = st.session_state.get(key)
    return (
        "" if value is None else f"{value:.12g}" if isinstance(value, float) else str(value).strip()
    )


def _held(question: Question, scene: Scene, given: str) -> str | float:
    """Return what a widget holds with which this was answered."""
    if question.kind == "words":
        return given
    number = float(given)
    if question.kind == "pin":
        return nearest(scene.widths, number)
    return number if question.kind == "number" else int(number)


def _pin(_: Question, scene: Scene, key: str) -> None:
    st.select_slider(
        "Your pin",
        [NOWHERE, *(float(width) for width in scene.widths)],
        key=key,
        format_func=lambda at: "not yet put" if at == NOWHERE else width_text(scene, at),
    )


def _choose(question: Question, _: Scene, key: str) -> None:
    words = [plain(one, limit=300) for one in question.choices]
    st.radio(
        "Your answer",
        range(1, len(words) + 1),
        index=None,
        key=key,
        format_func=lambda number: words[number - 1],
        label_visibility="collapsed",
    )


def _number(question: Question, scene: Scene, key: str) -> None:
    unit = unit_of(question, scene).strip()
    st.number_input(f"Your number{f' in {unit}' if unit else ''}", value=None, key=key, format="%g")


def _words(_: Question, __: Scene, key: str) -> None:
    st.text_area("In your words", max_chars=LONGEST, key=key)


WIDGETS: dict[str, Callable[[Question, Scene, str], None]] = {
    "pin": _pin,
    "choose": _choose,
    "number": _number,
    "figure": _choose,
    "words": _words,
}
