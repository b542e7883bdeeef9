"""A warning while something that people brought is only in memory."""

import streamlit as st

from kselect_ui.server import upload
from kselect_ui.server.messages import plain


def draw() -> None:
    """Say that tables are only in memory, and why; nothing if all are kept."""
    reason = upload.store().unkept()
    if reason:
        st.warning(
            f"Nothing can be written to the disk ({plain(reason)}). Tables that you upload now "
            "are only in memory until the program ends; keep your own copy. They are saved as "
            "soon as there is room."
        )
