"""A sweep made in passing: chosen by a page, shown from the next run of the script on.

The list of runs in the side bar is drawn before the page, and its value cannot be changed after.
"""

import streamlit as st

from kselect_ui.sweep import sidebar

KEY = "adopted"


def choose(digest: str) -> None:
    """Have a finished sweep shown from the next run of the script on."""
    st.session_state[KEY] = digest


def adopt() -> None:
    """Choose the sweep that waits for it; call it before the side bar is drawn."""
    digest = st.session_state.pop(KEY, "")
    if digest:
        st.session_state[sidebar.RUN] = digest
        sidebar.start_over()
