"""Lists whose entries are keys in the link and words on the screen.

Streamlit's own binding writes the words; these write the keys, keep the choice over a change of
page, and drop what nobody knows.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict, Unpack

import streamlit as st

from kselect_ui.state import publish, seed, settle


class Extras(TypedDict, total=False):
    """What a list may have besides its entries."""

    help: str | None
    on_change: Callable[[], None] | None
    label_visibility: str


def one(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: str,
    words: Callable[[str], str] = str,
    **extras: Unpack[Extras],
) -> str:
    """Draw a list to choose one entry from; returns its key."""
    seed(key, options)
    settle(key, options)
    if key not in st.session_state:
        st.session_state[key] = default
    chosen = st.selectbox(
        label,
        options,
        format_func=words,
        key=key,
        persist_state="session",
        **extras,  # type: ignore[misc]  # the names are checked by Extras
    )
    value = str(chosen) if chosen is not None else default
    publish(key, value, default=default)
    return value


def several(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: Sequence[str],
    words: Callable[[str], str] = str,
    help: str | None = None,  # noqa: A002 - Streamlit's word
) -> list[str]:
    """Draw pills to choose any number of entries from; returns their keys, in the list's order."""
    seed(key, options, several=True)
    if not set(st.session_state.get(key, ())) <= set(options):
        del st.session_state[key]
    if key not in st.session_state:
        st.session_state[key] = list(default)
    st.pills(
        label,
        options,
        selection_mode="multi",
        format_func=words,
        key=key,
        persist_state="session",
        help=help,
    )
    chosen = [option for option in options if option in st.session_state[key]]
    publish(key, chosen, default=list(default))
    return chosen
