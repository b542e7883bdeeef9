"""A lesson of one's own: its text, its steps in order, tried on the page, saved or taken along."""

import re

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons import Lesson, lesson_names, read_lesson
from kselect_core.lessons.catalogue import ENDING, MOST_BYTES
from kselect_core.lessons.writing import moved, without
from kselect_ui.door.sharing import shared
from kselect_ui.learn import chosen, page
from kselect_ui.learn.room.seat import Seat
from kselect_ui.server.messages import plain
from kselect_ui.sweep.handed import draft

TEXT, FILE, READ = "lesson_text", "lesson_file", "lesson_file_read"
SHOWN, OVERTAKEN = "lesson_shown", "lesson_overtaken"
NAME = "my_lesson"
HEIGHT = 420
FIRST = (
    "The lesson appears here as soon as it can be read. A step comes from what you see on another "
    "page, such as Play: *Add what I see as a step*, under *Share* and *Lesson*. Or write it: "
    "a line `# Title`, settings, a text."
)
QUESTION = """\
[question]
asks = "Where is the test error lowest?"
pin = "best width"
within = 2
"""
OTHERS = (
    'In place of `pin` and `within`: `choices = ["LOO", "FSM"]` and `right = 1`, '
    '`number = "regret of LOO"` and `within = 0.5`, or `words = true`.'
)


def draw(here: Seat) -> None:
    """Draw the text of the lesson beside the lesson as learners see it; who leads opens it here."""
    with st.container(horizontal=True, gap="small"):
        _brought()
        with st.popover("How to ask", type="tertiary"):
            st.caption("A question stands at the end of the settings of its step:")
            st.code(QUESTION, language=None)
            st.caption(OTHERS)
    left, right = st.columns([45, 55], gap="medium")
    with left:
        _area()
        _overtaken()
        if trouble := draft.trouble():
            st.warning(plain(trouble, limit=600))
        lesson = _read()
        _hand_out(lesson)
    with right, st.container(border=True):
        if lesson is not None:
            page.draw(lesson, here)
        else:
            st.caption(FIRST)


def _area() -> None:
    """Draw the text. Where nothing is written yet, a browser may bring what a server has lost."""
    written = draft.read()
    if SHOWN in st.session_state or draft.begun():
        st.session_state[TEXT] = written
    seen = st.text_area(
        "The lesson",
        written,
        key=TEXT,
        height=HEIGHT,
        on_change=_typed,
        help="Markdown, with settings in TOML between lines +++. Ctrl+Enter applies changes.",
    )
    if seen != written:
        draft.keep(seen)
    st.session_state[SHOWN] = seen


def _typed() -> None:
    """Keep what was typed, unless another window has changed the lesson since it was shown."""
    typed: str = st.session_state[TEXT]
    if draft.read() == st.session_state[SHOWN]:
        _use(typed)
    else:
        st.session_state[OVERTAKEN] = typed


def _use(text: str) -> None:
    draft.keep(text)
    st.session_state.pop(OVERTAKEN, None)


def _overtaken() -> None:
    """Show what was typed over a lesson that another window had changed: neither is lost."""
    typed = st.session_state.get(OVERTAKEN, "")
    if not typed:
        return
    st.warning(
        "Another window has changed the lesson since it was shown here. Above it is as it is now; "
        "below is what you typed."
    )
    st.code(typed, language=None, height=HEIGHT // 2)
    st.button("Use what I typed instead", key="lesson_use", on_click=_use, args=(typed,))


def _read() -> Lesson | None:
    """Return the lesson, or say in which line its text has a fault."""
    try:
        lesson = read_lesson(draft.read(), name=f"{NAME}{ENDING}")
    except KselectError as error:
        st.warning(plain(error, limit=600))
        return None
    for k, step in enumerate(lesson.steps, start=1):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"{k}. {plain(step.title)}", width="stretch")
            for by, icon, words in ((-1, "arrow_upward", "back"), (1, "arrow_downward", "on")):
                st.button(
                    f":material/{icon}:",
                    key=f"lesson_move_{k}_{by}",
                    help=f"Move step {k} further {words}",
                    on_click=lambda k=k, by=by: draft.keep(moved(draft.read(), k, by)),
                )
            st.button(
                ":material/delete:",
                key=f"lesson_delete_{k}",
                help=f"Leave step {k} out",
                disabled=len(lesson.steps) == 1,
                on_click=lambda k=k: draft.keep(without(draft.read(), k)),
            )
    return lesson


def _hand_out(lesson: Lesson | None) -> None:
    name = re.sub(r"[^a-z0-9]+", "_", lesson.title.lower()).strip("_") if lesson else ""
    name = name or NAME
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.download_button(
            "Download",
            draft.read(),
            f"{name}{ENDING}",
            "text/markdown",
            key="lesson_download",
            on_click="ignore",
        )
        if not shared():
            st.button(
                "Save to my lessons",
                key="lesson_save",
                disabled=lesson is None,
                on_click=_save,
                args=(name,),
                help="It is then listed with the lessons on this computer",
            )
    if trouble := st.session_state.pop("lesson_saved", ""):
        st.info(plain(trouble, limit=600))


def _save(name: str) -> None:
    path = draft.folder() / f"{name}{ENDING}"
    try:
        draft.save(path, draft.read())
    except KselectError as error:
        st.session_state["lesson_saved"] = str(error)
        return
    (listed,) = [key for key, file in lesson_names(draft.folder()).items() if file == path]
    st.session_state["lesson_saved"] = f"Saved with the lessons on this computer: {listed}."


def _brought() -> None:
    """Take the text of a file that somebody opens, in the place of what was written before."""
    with st.popover("Open a file", type="tertiary"):
        file = st.file_uploader("A lesson from a file", type=[ENDING[1:]], key=FILE)
    if file is None or st.session_state.get(READ) == file.file_id:
        return
    st.session_state[READ] = file.file_id
    if file.size > MOST_BYTES:
        st.warning(f"A lesson has at most {MOST_BYTES // 1024} kB.")
        return
    try:
        draft.keep(file.getvalue().decode("utf-8"))
    except UnicodeDecodeError:
        st.warning(f"{plain(file.name)} is not a text file in UTF-8, as lessons are.")
        return
    chosen.forget()
