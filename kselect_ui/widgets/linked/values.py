"""Values of the link: what it asks for, what is kept for the visit, what is written into it.

A value is kept in the session under a name of its own, the same on every page; the link of a page
that shows it has its text, unless it is the usual one. What another page shows is kept for that
page, and is no part of this link. Back and Forward of the browser bring what their address says.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TypeVar, cast
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

from kselect_ui.server.visitors import bring_back, went_back

NOTHING = "none"  # an empty list, in a link
KEPT = "kept_"  # before the name: the value, or one that waits until its widget is drawn
CARRIED, DRAWN = "carried", "drawn"
BOUND = "bound_by_streamlit"  # names that Streamlit itself writes and takes out of the link
SETTINGS = ("ds", "classes", "pos", "prep", "share", "reps", "seed", "fam", "learner", "ridge")
GROUPS = ("g_", "l_", "p_", "i_", "r_", "c_", "use_", "o_")  # grids, criteria and their options
HERE = "page_before"  # the page of the run before
PAGES = "drawn_by_page"  # which names each page has shown
TEXTS = "texts_drawn"  # texts of the sliders of this run, each as the link has it
T = TypeVar("T")


def read(key: str, default: T) -> T:
    """Return a value, also on pages that do not draw its widget; the default before anybody set it.

    What is stored under a name is of the type that its widget gives.
    """
    state = st.session_state
    for name in (KEPT + key, key):
        with suppress(KeyError):  # a look into Streamlit's state is dear: one, not two
            return cast("T", state[name])
    return default


def put(key: str, value: object) -> None:
    """Set a value: the widget has it when it is drawn next, in this run or another."""
    st.session_state[KEPT + key] = value


def forget(key: str) -> None:
    """Let the widget start from its default again; the link is silent about it."""
    st.session_state.setdefault(CARRIED, {})
    _read_anew(key)
    _silence(key)


def brought(key: str) -> list[str]:
    """Return what the link says, or said when another page was on the screen."""
    if texts := st.query_params.get_all(key):
        return texts
    carried: dict[str, list[str]] = st.session_state.get(CARRIED, {})
    return carried.get(key, [])


def asked(key: str) -> str:
    """Return the one text that the link has for a value; empty if it has none."""
    return "".join(brought(key)[-1:])


def now(key: str) -> str:
    """Return the one text that the link has for a value now, whatever it has brought before."""
    return "".join(st.query_params.get_all(key)[-1:])


def everything() -> dict[str, list[str]]:
    """Return all that the link says now, also names that nobody knows."""
    return {key: st.query_params.get_all(key) for key in st.query_params}


def address(**changed: str) -> str:
    """Return the address of the present view, or of one with other values, "" for none.

    While keys are pressed fast, the browser's address lags behind: sliders say where they stand.
    """
    texts = st.session_state.get(TEXTS, {}) | changed
    values = everything() | {key: [text] if text else [] for key, text in texts.items()}
    query = urlencode(values, doseq=True)
    place = (st.context.url or "").partition("?")[0]
    place += "/" if urlsplit(place).netloc and not urlsplit(place).path else ""
    return f"{place}?{query}" if query else place


def keep(keys: Iterable[str]) -> None:
    """Keep values whose widgets this page does not draw; Streamlit forgets them otherwise.

    A value that waits for its widget is newer: a callback has set it since.
    """
    for key in keys:
        if key in st.session_state and KEPT + key not in st.session_state:
            put(key, st.session_state[key])


def write(key: str, value: str | Sequence[str], *, default: str | Sequence[str] = "") -> None:
    """Write a text into the link, or several; a default needs no mention."""
    draws(key)
    texts, usual = ([text] if isinstance(text, str) else list(text) for text in (value, default))
    if texts == usual:
        _silence(key)
    elif st.query_params.get_all(key) != (texts or [NOTHING]):
        st.query_params[key] = texts or [NOTHING]


def draws(key: str, *, bound: bool = False) -> None:
    """Note that this page shows a value; ``bound``: Streamlit itself has it in the link."""
    st.session_state.setdefault(DRAWN, set()).add(key)
    if bound:
        st.session_state.setdefault(BOUND, set()).add(key)


def shown_so_far() -> frozenset[str]:
    """Return the names that this run has shown until now."""
    return frozenset(st.session_state[DRAWN])


def begin_part_of_run(shown: Iterable[str]) -> None:
    """Start a run of a part of a page, beside which the page shows these names."""
    st.session_state[DRAWN], st.session_state[TEXTS] = set(shown), {}


def stands(key: str, text: str) -> None:
    """Note the text that the link has for a slider of this run, empty for the usual one."""
    st.session_state.setdefault(TEXTS, {})[key] = text


def restore(key: str, text: str) -> None:
    """Have the link say what a widget will hold that was set before it is drawn.

    Streamlit says it of a widget that stands on the screen, not of one that a page opens with.
    """
    if KEPT + key in st.session_state:
        bring(key, text)


def bring(key: str, text: str) -> None:
    """Have the link say what a widget will hold."""
    with suppress(StreamlitAPIException):  # a widget on the screen writes it itself
        st.query_params[key] = text


def take_along(key: str) -> None:
    """Keep what this page has written into the link for other pages that show the value."""
    carried = st.session_state.setdefault(CARRIED, {})
    carried.pop(key, None)
    if key in st.query_params:
        carried[key] = st.query_params.get_all(key)


def begin_run(page: str) -> None:
    """Start a run of a page: remember, once, what the link brought for other pages.

    Where the browser went back or forward, the values of this page are read from its address anew.
    """
    if CARRIED not in st.session_state:
        st.session_state[CARRIED] = {
            key: texts for key, texts in everything().items() if _is_setting(key)
        }
    begin_part_of_run(())
    if went_back():
        bring_back(st.session_state.get(BOUND, set()))
        pages = st.session_state.get(PAGES, {})
        values = {key for keys in pages.values() for key in keys}
        named = {key for key in everything() if _is_setting(key) or key in values}
        for key in (*pages.get(page, ()), *named):  # never what the session keeps besides
            _read_anew(key)
    left = page != st.session_state.get(HERE, page) and not went_back()
    bound = st.session_state.get(BOUND, set()) if left else set()
    keep(key for key in bound if key not in st.query_params)
    st.session_state[HERE] = page


def end_run(page: str, *, whole: bool) -> None:
    """End a run of a page; of one that ran whole the link keeps only what the page shows.

    The rest is kept for a page that shows it.
    """
    pages, keys = st.session_state.setdefault(PAGES, {}), st.session_state[DRAWN]
    pages[page] = keys if whole else pages.get(page, set()) | keys
    shown = keys | st.session_state.get(BOUND, set())
    for key, texts in everything().items() if whole else ():
        if key not in shown:
            st.session_state[CARRIED].setdefault(key, texts)
            _silence(key)


def _is_setting(key: str) -> bool:
    return key in SETTINGS or key.startswith(GROUPS)


def _read_anew(key: str) -> None:
    for name in (KEPT + key, key):
        st.session_state.pop(name, None)
    st.session_state[CARRIED].pop(key, None)


def _silence(key: str) -> None:
    if key in st.query_params:
        del st.query_params[key]
