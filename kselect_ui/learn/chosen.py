"""Which lesson and which step is looked at, and what was answered: all of it in the link."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons import Lesson, lesson_names, load_lesson
from kselect_core.lessons.answers import answers_of, texts_of
from kselect_core.words.amounts import counted
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep.handed import draft
from kselect_ui.widgets import linked

LESSON, STEP, ANSWERS = "lesson", "step", "ans"
GIVEN = "answers_given"  # kept: the name of the lesson, and the answers to it
NONE = ""


def lesson_of(name: str) -> Lesson:
    """Read a lesson, once as long as its file does not change."""
    path = lesson_names(draft.folder()).get(name)
    read, stamp = partial(load_lesson, name, draft.folder()), None
    with suppress(OSError):  # taken away a moment ago: reading it says so
        stamp = path.stat().st_mtime_ns if path else None
    return shelf().get(f"lesson {path}", read, stamp=stamp)


def titles() -> dict[str, str]:
    """Return the title of every lesson by its name; of one with a fault the name.

    Titles that several have are told apart by the names: a list knows its entries by their words.
    """
    by_name = {}
    for name in lesson_names(draft.folder()):
        try:
            by_name[name] = lesson_of(name).heading
        except KselectError:
            by_name[name] = name
    count = Counter(by_name.values())
    return {
        name: f"{title} ({name})" if count[title] > 1 else title for name, title in by_name.items()
    }


def lesson() -> str:
    """Return the name of the chosen lesson; empty for none."""
    wanted = linked.read(LESSON, linked.asked(LESSON))
    if wanted in lesson_names(draft.folder()):
        return wanted
    if wanted:
        linked.say(LESSON, "The link asked for a lesson that is not on this computer.")
    linked.put(LESSON, NONE)
    linked.write(LESSON, NONE)
    return NONE


def other() -> None:
    """Draw the list of lessons, to go to another one or back to all."""
    names = titles()
    linked.one(
        "Lesson",
        [NONE, *names],
        key=LESSON,
        default=NONE,
        words=lambda name: names.get(name, "All lessons"),
        label_visibility="collapsed",
        on_change=lambda: linked.put(STEP, "1"),
    )


def step(of: Lesson, *, then: Callable[[int], None]) -> int:
    """Draw the steps of a lesson; returns the number of the chosen one, from 1.

    ``then`` is told another one that somebody chooses.
    """
    numbers = [str(k + 1) for k in range(len(of.steps))]
    return int(
        linked.switch(
            "Step",
            numbers,
            key=STEP,
            label_visibility="collapsed",
            on_change=lambda: then(int(st.session_state[STEP])),
        )
    )


def go(number: int) -> None:
    """Look at another step; for callbacks."""
    linked.put(STEP, str(number))


def hold(of: Lesson) -> bool:
    """Look at this lesson, whatever the link or the list says; returns whether it has a link.

    One that is no file has none.
    """
    name = of.key if of.key in lesson_names(draft.folder()) else NONE
    linked.put(LESSON, name)
    linked.write(LESSON, name)
    return name != NONE


def open_lesson(name: str) -> None:
    """Look at a lesson, from its start; for callbacks."""
    linked.put(LESSON, name)
    linked.put(STEP, "1")


def forget() -> None:
    """Start from the first step, with no answers; for callbacks."""
    linked.put(STEP, "1")
    linked.put(GIVEN, (NONE, ()))


def answers(of: Lesson) -> dict[int, str]:
    """Return what was answered, by number of the step, and let the link say it."""
    name, texts = linked.read(GIVEN, (of.name, tuple(linked.brought(ANSWERS))))
    given = answers_of(texts, of) if name == of.name else {}
    linked.write(ANSWERS, texts_of(given), default=[])
    return given


def answer(of: Lesson, number: int, text: str) -> None:
    """Note an answer; an empty one takes it back. For callbacks."""
    given = answers(of)
    given[number] = text
    linked.put(GIVEN, (of.name, tuple(texts_of({k: v for k, v in given.items() if v}))))


def cards() -> None:
    """Draw every lesson with its length and what it needs, and a button that opens it."""
    lessons = list(titles().items())
    for first in range(0, len(lessons), 2):
        for place, one in zip(st.columns(2, gap="medium"), lessons[first:], strict=False):
            with place.container(border=True, height="stretch"):
                _card(*one)


def _card(name: str, title: str) -> None:
    try:
        of = lesson_of(name)
    except KselectError as error:
        st.warning(plain(error, limit=600))
        return
    st.markdown(f"**{plain(title)}**")
    asked = sum(one.question is not None for one in of.steps)
    length = ((of.minutes, "minute"), (len(of.steps), "step"), (asked, "question"))
    st.caption(" · ".join(counted(number, word) for number, word in length))
    if of.needs:
        st.caption(plain(of.needs))
    st.button("Begin", key=f"open_{name}", on_click=open_lesson, args=(name,))
