"""What a link asked for and could not get: said in a sentence, never an error, never silently.

The values of the link are remembered when a visit begins. Widgets that know better answer for
their own (``put_nearest``, ``say``); what is left is compared, after the first run, with what the
widgets show.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, log
from typing import TypeVar

import streamlit as st

from kselect_ui.server.messages import plain
from kselect_ui.widgets.linked.values import (
    NOTHING,
    begin_part_of_run,
    begin_run,
    end_run,
    everything,
    put,
)

UNANSWERED, NOTICES = "asked", "asked_notices"
AGAIN = "asked_again"  # whether this run was broken off, and starts again with another link
ROUNDED = 5e-3  # relative: links write three digits
SWITCH = {"true": True, "1": True, "false": False, "0": False}
LONGEST = 40  # characters of a strange value that are repeated
N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Notice:
    """A sentence about one name of the link; it stays while the page shows what it says."""

    key: str
    text: str
    page: str | None = None  # None: said in this run
    shown: object = None


def begin(page: str = "") -> None:
    """Start a run of a page: remember, once a visit, what the link says."""
    st.session_state[AGAIN] = False
    if UNANSWERED not in st.session_state:
        st.session_state[UNANSWERED] = everything()
        st.session_state[NOTICES] = []
    begin_run(page)


def begin_part(shown: Iterable[str]) -> list[str]:
    """Start a run of a part of a page, which ends like one of the page.

    ``shown`` are the names that the rest of it shows. Returns the sentences that stand there.
    """
    begin_part_of_run(shown)
    return [notice.text for notice in st.session_state[NOTICES]]


def end(page: str, *, whole: bool = True) -> list[str]:
    """End a run: leave in the link what the page shows, answer for what is left of it.

    Returns the sentences to show. A run that was broken off inside a page comes here, too, not
    ``whole``: its other widgets are still to come, and answer then.
    """
    end_run(page, whole=whole)
    if st.session_state[AGAIN]:
        return []
    for key in list(st.session_state[UNANSWERED]):
        if whole or key in st.session_state:
            _compare(key, st.session_state[UNANSWERED].pop(key))
    notices = [
        replace(notice, page=page, shown=st.session_state.get(notice.key))
        if notice.page is None
        else notice
        for notice in st.session_state[NOTICES]
    ]
    st.session_state[NOTICES] = [
        notice
        for notice in notices
        if notice.page == page and notice.shown == st.session_state.get(notice.key)
    ]
    return [notice.text for notice in st.session_state[NOTICES]]


def answered(key: str) -> None:
    """Say nothing about a value of the link: its widget has it, or has said what there is."""
    st.session_state.get(UNANSWERED, {}).pop(key, None)


def say(key: str, text: str) -> None:
    """Say a sentence about a value of the link, once."""
    answered(key)
    st.session_state.setdefault(NOTICES, []).append(Notice(key, text))


def put_nearest(key: str, texts: Mapping[N, str]) -> None:
    """Answer for a grid: put its nearest value where the link asks for one that it has not.

    ``texts`` are the numbers as the slider shows them, which may be others than those behind.
    The link gets the value as well, and the run starts again with it: whoever copies the link at
    once copies what is shown. Call it before the widget of that name is drawn.
    """
    text = unanswered(key)
    value = _number(text)
    if text in texts.values():
        answered(key)
    elif value is not None and texts:  # else it is said after the run what is shown
        near = min(texts, key=lambda option: _apart(float(texts[option]), value))
        answered(key)
        if abs(float(texts[near]) - value) > ROUNDED * abs(value):
            say(
                key,
                f"The link asked for {key} = {_short(text)}, which is not on this grid; "
                f"shown: {key} = {texts[near]}.",
            )
        put(key, near)
        st.query_params[key] = texts[near]
        st.session_state[AGAIN] = True
        st.rerun()  # a widget reads the link as it was when the run began


def no_choice(key: str, options: Collection[str], *, shown: str) -> None:
    """Answer for a value that this sweep leaves no choice about."""
    text = unanswered(key)
    if text and text not in options:
        say(key, _sentence(key, text, shown))


def no_widget(key: str, names: Collection[str]) -> None:
    """Answer for a name that no widget shows: say so where it is none of those."""
    text = unanswered(key)
    if text and text not in names:
        say(key, _left_out(key, [text]))


def unanswered(key: str) -> str:
    """Return what the link asks for and nobody has answered; empty after the first run."""
    return "".join(st.session_state.get(UNANSWERED, {}).get(key, [])[-1:])


def _compare(key: str, texts: Sequence[str]) -> None:
    """Say what the link asked for where the widget of that name shows something else."""
    if key not in st.session_state or not texts:
        return  # no widget of this page: another page's, or nobody's
    shown = st.session_state[key]
    if isinstance(shown, list | tuple):
        strange = [text for text in texts if text not in map(str, shown) and text != NOTHING]
        if strange:
            say(key, _left_out(key, strange))
    elif not _same(texts[-1], shown) and st.query_params.get_all(key) != list(texts):
        say(key, _sentence(key, texts[-1], _written(shown)))


def _same(text: str, shown: object) -> bool:
    if isinstance(shown, bool):
        return SWITCH.get(text.lower()) is shown
    if isinstance(shown, int | float):
        value = _number(text)
        return value is not None and abs(value - shown) <= ROUNDED * abs(shown)
    return text.casefold() == str(shown).casefold() or (not text and shown is None)


def _sentence(key: str, text: str, shown: str) -> str:
    return (
        f"The link asked for {key} = {_short(text)}, which is not possible here; "
        f"shown: {key} = {shown}."
    )


def _left_out(key: str, texts: Sequence[str]) -> str:
    names = ", ".join(map(_short, texts))
    return f"The link asked for {key} = {names}, which is not known here; left out."


def _written(shown: object) -> str:
    if isinstance(shown, bool):
        return str(shown).lower()
    return f"{shown:.4g}" if isinstance(shown, float) else _short(shown)


def _short(text: object) -> str:
    return plain(text, LONGEST)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


def _apart(option: float, value: float) -> float:
    """Distance of two numbers: in powers where both are positive."""
    return abs(log(option / value)) if min(option, value) > 0 else abs(option - value)
