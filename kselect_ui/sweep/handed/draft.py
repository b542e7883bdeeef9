"""The lesson that somebody writes: on one's own server in a file, on a shared one in memory."""

from pathlib import Path

import streamlit as st

from kselect_core.errors import StorageError
from kselect_core.lessons.catalogue import text_of
from kselect_core.lessons.writing import new_lesson
from kselect_core.results.runs import home
from kselect_ui.door.sharing import shared
from kselect_ui.server.drafts import drafts
from kselect_ui.server.visitors import visitor

KEY = "lesson_draft"


def folder() -> Path:
    """Return the folder of the user's own lessons."""
    return home() / "lessons"


def read() -> str:
    """Return the lesson as far as it is written; one without steps before the first."""
    if KEY not in st.session_state:
        st.session_state[KEY] = _kept() or new_lesson()
    text: str = st.session_state[KEY]
    return text


def keep(text: str) -> None:
    """Keep a lesson as it is now, whether it can be read or not."""
    st.session_state[KEY] = text
    path = _path()
    if path is not None:
        save(path, text)
    else:
        drafts().keep(visitor(), text)


def save(path: Path, text: str) -> None:
    """Write a lesson into a file of the user's folder."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"The lesson cannot be written to {path}: {error}.") from error


def _kept() -> str:
    """Return what was written before this window was opened; empty for nothing."""
    path = _path()
    if path is None:
        return drafts().of(visitor())
    return text_of(path) if path.is_file() else ""


def _path() -> Path | None:
    """Return the file of the draft; on a shared server there is none."""
    return None if shared() else folder() / "draft.txt"
