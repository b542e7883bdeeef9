"""What the page says: user text made harmless, expected errors as sentences, bugs by number."""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from uuid import uuid4

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.plotting.kit.visible import visible
from kselect_core.results.writing import home
from kselect_ui.door.sharing import shared

LOG = logging.getLogger("kselect")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_AUTOMATIC = re.compile(r"(:|@|www\.)(?=\S)", re.IGNORECASE)
_JOINER = "\N{WORD JOINER}"


def plain(text: object, limit: int = 200) -> str:
    """Return text that Markdown shows letter by letter: no links, colours, formulas, icons.

    Punctuation is escaped; an invisible joiner breaks what is recognised after parsing
    (addresses, ``:emoji:``, ``:material/…:``). Line breaks become spaces; what is not seen and
    turns the direction of writing stands as its code.
    """
    words = (without_places(str(text)) if shared() else str(text)).split()
    flat = visible(" ".join(words))
    short = flat if len(flat) <= limit else flat[: limit - 1] + "…"
    return _PUNCTUATION.sub(r"\\\1", _AUTOMATIC.sub(rf"\1{_JOINER}", short))


def unmarked(text: str) -> str:
    """Return what a reader sees of Markdown that was made with ``plain`` and bold words."""
    bare = re.sub(r"(?<!\\)\*\*", "", text).replace(_JOINER, "").replace("  \n", "\n")
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", bare)


def without_places(text: str) -> str:
    """Return what strangers may read: folders of this computer are left out."""
    for folder in _folders():
        text = text.replace(folder, "…")
    return text


@cache
def _folders() -> tuple[str, ...]:
    """Return the folders that sentences may name, the longest first."""
    own = (Path.home(), home(), Path.cwd(), Path(__file__).parents[2], Path(sys.prefix))
    named = {str(path) for folder in own for path in (folder, folder.resolve())}
    return tuple(sorted((name for name in named if len(name) > 1), key=len, reverse=True))


class PageEndsError(Exception):
    """A page has no more to show; the router ends its run, which Streamlit's stop would cut."""


@contextmanager
def error_ends_page() -> Iterator[None]:
    """Show a deliberate error as its sentence and end the page there."""
    try:
        yield
    except KselectError as error:
        st.error(plain(error, limit=2000))
        raise PageEndsError from error


@contextmanager
def error_in_place() -> Iterator[None]:
    """Show a deliberate error in the place of one figure; the rest of the page goes on."""
    try:
        yield
    except KselectError as error:
        st.info(plain(error, limit=600))


def unexpected(error: Exception) -> bool:
    """Show what went wrong in one sentence, log the rest; True: the error has been shown."""
    if isinstance(error, KselectError):
        st.error(plain(error, limit=2000))
        return True
    number = uuid4().hex[:8]
    LOG.error("Error %s", number, exc_info=error)
    where = (
        "tell it to the person who runs this server"
        if shared()
        else "the details are under this number in the window where kselect was started"
    )
    st.error(
        f"Something went wrong that should not have: error {number}. Your settings are kept; "
        f"{where}."
    )
    return True
