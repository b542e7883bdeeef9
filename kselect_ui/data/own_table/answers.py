"""What was decided about a file, kept on the server, and the questions that are still open.

Widgets show what is kept: a reload, another page or a lost connection costs no answer.
"""

import json
from dataclasses import dataclass

import streamlit as st

from kselect_core.data.table.preview import Preview
from kselect_core.data.words.answers import agreed, word
from kselect_core.data.words.table_options import WHOLE
from kselect_core.errors import Question
from kselect_ui.door.sharing import shared
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.server.upload import Answer, Draft
from kselect_ui.server.visitors import visitor

MOST_ROUNDS = 16  # of questions that follow from answers
SEVERAL = ("drop", "as_text")  # options that collect column names
NUMBERS = ("skip", *WHOLE)
LABELS = {"label": "Column to predict"}  # of questions whose answer can be changed later too
YES = "yes"
LONGEST = 200  # characters of a question's choices that tell it from others


@dataclass(frozen=True)
class Reading:
    """How far a file can be read with what was decided."""

    file: str
    draft: Draft
    answers: dict[str, Answer]
    seen: Preview
    asked: frozenset[str]


def draft(file: str) -> Draft:
    """Return what was decided about a file."""
    return upload.store().draft(file, _who())


def keep(file: str, changed: Draft) -> None:
    """Remember what was decided about a file."""
    upload.store().keep_draft(file, _who(), changed)


def _who() -> str:
    """Whose decisions they are: on one's own computer always the same person's."""
    return visitor() if shared() else "own"


def choose(file: str, option: str, value: Answer | None) -> None:
    """Set an option by hand; None leaves it to the reader again."""
    changed = draft(file)
    if value is None or value == []:
        changed.chosen.pop(option, None)
    else:
        changed.chosen[option] = value
    keep(file, changed)


def read(file: str, answers: dict[str, Answer], test: str) -> Preview:
    """Return how far a file can be read with these answers."""
    return upload.read(file, json.dumps(answers, sort_keys=True), test)


def asked_for(file: str) -> Reading:
    """Draw what is open, round by round; returns the answers and what they lead to."""
    so_far = draft(file)
    answers = dict(so_far.chosen)
    preview = read(file, answers, so_far.test)
    options: set[str] = set()
    for turn in range(MOST_ROUNDS):
        if not preview.questions:
            break
        options.update(question.option for question in preview.questions)
        replies = [
            _ask(file, so_far, (turn, i), question) for i, question in enumerate(preview.questions)
        ]
        if not all(replies):
            break
        for question, answer in zip(preview.questions, replies, strict=True):
            _add(answers, question.option, answer)
        preview = read(file, answers, so_far.test)
    return Reading(file, so_far, answers, preview, frozenset(options))


def _add(answers: dict[str, Answer], option: str, answer: str) -> None:
    before = answers.get(option)
    if option in SEVERAL:
        answers[option] = [*before, answer] if isinstance(before, list) else [answer]
    else:
        answers[option] = int(answer) if option in NUMBERS and answer.isdecimal() else answer


def _ask(file: str, so_far: Draft, place: tuple[int, int], question: Question) -> str:
    """Draw one question with our guess chosen; returns the answer, empty if there is none."""
    turn, number = place
    key = f"q_{file[:8]}_{question.option}_{100 * turn + number + 1}"
    name = f"{question.option}|{'|'.join(question.choices)}"[:LONGEST]
    earlier, guess = so_far.said.get(name), question.guess or ""
    args = (file, name, key)
    with st.container(border=True):
        st.markdown(plain(question.text, limit=1500))
        if not question.choices:
            st.session_state[key] = guess if earlier is None else earlier
            return st.text_input("Answer", key=key, on_change=_said, args=args)
        if len(question.choices) == 1:
            (only,) = question.choices
            st.session_state[key] = earlier in (None, YES)
            label = f"Yes: {plain(agreed(question.option, only))}"
            return only if st.checkbox(label, key=key, on_change=_said, args=args) else ""
        guess = guess if guess in question.choices else question.choices[0]
        st.session_state[key] = earlier if earlier in question.choices else guess
        return str(
            st.selectbox(
                LABELS.get(question.option, f"Answer ({question.option})"),
                question.choices,
                format_func=lambda choice: word(question.option, choice),
                key=key,
                on_change=_said,
                args=args,
            )
        )


def _said(file: str, name: str, key: str) -> None:
    value = st.session_state[key]
    changed = draft(file)
    changed.said[name] = YES * value if isinstance(value, bool) else str(value)
    keep(file, changed)
