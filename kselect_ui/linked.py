"""Lists whose entries are keys in the link and words on the screen.

Streamlit's own binding writes the words; these write the keys, keep the choice over a change of
page, and drop what nobody knows.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from kselect_ui.state import publish, seed, settle


def one(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: str,
    words: Callable[[str], str] = str,
    help: str | None = None,  # noqa: A002 - Streamlit's word
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
        help=help,
    )
    publish(key, chosen, default=default)
    return chosen


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
