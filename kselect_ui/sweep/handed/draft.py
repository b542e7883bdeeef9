"""The lesson that somebody writes: on one's own server in a file, on a shared one in memory.

All windows of who writes it have the same one. What cannot be kept stays in the window.
"""

from pathlib import Path

import streamlit as st

from kselect_core.errors import StorageError
from kselect_core.lessons.catalogue import MOST_BYTES, text_of
from kselect_core.lessons.writing import new_lesson
from kselect_core.results.writing import cause, home, write_atomically
from kselect_ui.door.sharing import shared
from kselect_ui.server.drafts import drafts
from kselect_ui.server.visitors import visitor

UNKEPT, WHY = "lesson_unkept", "lesson_why_unkept"


def folder() -> Path:
    """Return the folder of the user's own lessons."""
    return home() / "lessons"


def read() -> str:
    """Return the lesson as far as it is written; one without steps before the first."""
    unkept: str = st.session_state.get(UNKEPT, "")
    return unkept or _kept() or new_lesson()


def begun() -> bool:
    """Whether anything of a lesson is written."""
    return UNKEPT in st.session_state or bool(_kept())


def keep(text: str) -> None:
    """Keep a lesson as it is now, whether it can be read or not; else this window has it."""
    try:
        _keep(text)
    except StorageError as error:
        st.session_state[UNKEPT], st.session_state[WHY] = text, str(error)
    else:
        st.session_state.pop(UNKEPT, None)


def trouble() -> str:
    """Return why the lesson is only in this window; nothing if it is kept."""
    if UNKEPT not in st.session_state:
        return ""
    return f"{st.session_state[WHY]} Until then only this window has it."


def save(path: Path, text: str) -> None:
    """Write a lesson into a file of the user's folder: all of it, or nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritten(path, error) from error
    write_atomically(path, lambda part: part.write_text(text, "utf-8"), refusal=_unwritten)


def _keep(text: str) -> None:
    if len(text.encode()) > MOST_BYTES:
        raise StorageError(f"A lesson has at most {MOST_BYTES // 1024} kB. Take something out.")
    path = _path()
    if path is not None:
        save(path, text)
    else:
        drafts().keep(visitor(), text)


def _unwritten(path: Path, error: Exception) -> StorageError:
    return StorageError(
        f"The lesson cannot be written to {path} ({cause(error)}). Make room there, or download it."
    )


def _kept() -> str:
    """Return what was written in any window; empty for nothing."""
    path = _path()
    if path is None:
        return drafts().of(visitor())
    return text_of(path) if path.is_file() else ""


def _path() -> Path | None:
    """Return the file of the draft; on a shared server there is none."""
    return None if shared() else folder() / "draft.txt"
