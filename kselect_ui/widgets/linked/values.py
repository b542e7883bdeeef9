"""Values of the link: what it asks for, what is kept for the visit, what is written into it.

A value is kept in the session under a name of its own, the same on every page; the link has its
text, unless it is the usual one. A page whose widgets are not drawn leaves the settings in the link
all the same: they are carried from page to page, so that a reload loses none of them.
"""

from collections.abc import Sequence
from typing import TypeVar, cast
from urllib.parse import urlencode, urlsplit

import streamlit as st

NOTHING = "none"  # an empty list, in a link
KEPT = "kept_"  # before the name: the value, or one that waits until its widget is drawn
CARRIED, DRAWN = "carried", "drawn"
SETTINGS = ("ds", "classes", "pos", "prep", "share", "reps", "seed", "fam", "learner", "ridge")
GROUPS = ("g_", "l_", "p_", "i_", "r_", "c_", "use_", "o_")  # grids, criteria and their options
T = TypeVar("T")


def read(key: str, default: T) -> T:
    """Return a value, also on pages that do not draw its widget; the default before anybody set it.

    What is stored under a name is of the type that its widget gives.
    """
    state = st.session_state
    return cast("T", state[KEPT + key] if KEPT + key in state else state.get(key, default))


def put(key: str, value: object) -> None:
    """Set a value: the widget has it when it is drawn next, in this run or another."""
    st.session_state[KEPT + key] = value


def forget(key: str) -> None:
    """Let the widget start from its default again; the link is silent about it."""
    for name in (KEPT + key, key):
        st.session_state.pop(name, None)
    st.session_state.get(CARRIED, {}).pop(key, None)
    _silence(key)


def brought(key: str) -> list[str]:
    """Return what the link says, or said when another page was on the screen."""
    carried: dict[str, list[str]] = st.session_state.get(CARRIED, {})
    return st.query_params.get_all(key) or carried.get(key, [])


def asked(key: str) -> str:
    """Return the one text that the link has for a value; empty if it has none."""
    return "".join(brought(key)[-1:])


def everything() -> dict[str, list[str]]:
    """Return all that the link says now, also names that nobody knows."""
    return {key: st.query_params.get_all(key) for key in st.query_params}


def address() -> str:
    """Return the address of the present view."""
    query = urlencode(everything(), doseq=True)
    place = (st.context.url or "").partition("?")[0]
    place += "/" if urlsplit(place).netloc and not urlsplit(place).path else ""
    return f"{place}?{query}" if query else place


def keep(keys: Sequence[str]) -> None:
    """Keep values whose widgets this page does not draw; Streamlit forgets them otherwise."""
    for key in keys:
        if key in st.session_state:
            put(key, st.session_state[key])


def write(key: str, value: str | Sequence[str], *, default: str | Sequence[str] = "") -> None:
    """Write a text into the link, or several; a default needs no mention."""
    texts, usual = ([text] if isinstance(text, str) else list(text) for text in (value, default))
    if texts == usual:
        _silence(key)
    elif st.query_params.get_all(key) != (texts or [NOTHING]):
        st.query_params[key] = texts or [NOTHING]


def take_along(key: str) -> None:
    """Let other pages carry what this one has written into the link."""
    st.session_state.setdefault(DRAWN, set()).add(key)
    carried = st.session_state.setdefault(CARRIED, {})
    carried.pop(key, None)
    if key in st.query_params:
        carried[key] = st.query_params.get_all(key)


def begin() -> None:
    """Start a run of a page: remember, once, what the link brought for other pages."""
    if CARRIED not in st.session_state:
        st.session_state[CARRIED] = {
            key: texts
            for key, texts in everything().items()
            if key in SETTINGS or key.startswith(GROUPS)
        }
    st.session_state[DRAWN] = set()


def carry() -> None:
    """End a run of a page: keep in the link what other pages have set."""
    for key, texts in st.session_state[CARRIED].items():
        if key not in st.session_state[DRAWN] and st.query_params.get_all(key) != texts:
            st.query_params[key] = texts


def _silence(key: str) -> None:
    if key in st.query_params:
        del st.query_params[key]
