"""A question of a lesson: what is asked, the answer, and what is true."""

from collections.abc import Callable

import streamlit as st

from kselect_core.lessons import Lesson, Question, Scene
from kselect_core.lessons.answers import (
    FIGURES,
    LONGEST,
    SKIPPED,
    is_rate,
    judged,
)
from kselect_core.lessons.numbers import width_text
from kselect_ui.learn import chosen
from kselect_ui.server.messages import plain

SAID = {True: (":material/check: **Right.**"), False: ":material/close: **Not so.**", None: ""}


def draw(of: Lesson, number: int, scene: Scene, given: str) -> None:
    """Draw the question of a step, or, once it is answered, the answer beside the truth."""
    question = of.steps[number - 1].question
    if question is None:
        return
    with st.container(border=True, key="question"):
        st.markdown(f"**{plain(question.asks, limit=400)}**")
        if given:
            _answered(of, number, scene, question, given)
            return
        key = f"learn_{of.name}_{number}"
        value = WIDGETS[question.kind](question, scene, key)
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Answer",
                key=f"{key}_go",
                type="primary",
                disabled=not value,
                on_click=chosen.answer,
                args=(of, number, value),
            )
            st.button(
                "Show me",
                key=f"{key}_skip",
                type="tertiary",
                on_click=chosen.answer,
                args=(of, number, SKIPPED),
                help="Go on without an answer",
            )


def _answered(of: Lesson, number: int, scene: Scene, question: Question, given: str) -> None:
    if given != SKIPPED:
        verdict = judged(scene, question, given)
        truth = f" It is: {plain(verdict.truth)}." if verdict.right is False else ""
        words = f"{SAID[verdict.right]} Your answer: {plain(verdict.given, limit=400)}.{truth}"
        st.markdown(words.strip())
    st.button(
        "Answer again",
        key=f"again_{of.name}_{number}",
        type="tertiary",
        on_click=chosen.answer,
        args=(of, number, ""),
    )


def _pin(question: Question, scene: Scene, key: str) -> str:
    del question
    widths = [float(width) for width in scene.widths]
    width = st.select_slider(
        "Your pin",
        widths,
        value=widths[len(widths) // 2],
        key=key,
        format_func=lambda value: width_text(scene, value),
    )
    return f"{width:.12g}"


def _choose(question: Question, scene: Scene, key: str) -> str:
    del scene
    numbers = range(1, len(question.choices) + 1)
    number = st.radio(
        "Your answer",
        numbers,
        index=None,
        key=key,
        format_func=lambda k: plain(question.choices[k - 1], limit=300),
        label_visibility="collapsed",
    )
    return str(number or "")


def _number(question: Question, scene: Scene, key: str) -> str:
    unit = " in %" if is_rate(question, scene) else ""
    number = st.number_input(f"Your number{unit}", value=None, key=key, format="%g")
    return "" if number is None else f"{number:.12g}"


def _figure(question: Question, scene: Scene, key: str) -> str:
    del question
    count = len(scene.step.figures)
    number = st.radio(
        "Your answer",
        range(1, count + 1),
        index=None,
        key=key,
        format_func=lambda k: f"figure {FIGURES[k - 1]}",
        horizontal=True,
        label_visibility="collapsed",
    )
    return str(number or "")


def _words(question: Question, scene: Scene, key: str) -> str:
    del question, scene
    return st.text_area("In your words", max_chars=LONGEST, key=key).strip()


WIDGETS: dict[str, Callable[[Question, Scene, str], str]] = {
    "pin": _pin,
    "choose": _choose,
    "number": _number,
    "figure": _figure,
    "words": _words,
}
