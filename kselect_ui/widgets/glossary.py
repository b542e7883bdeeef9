"""The glossary, at hand on every page."""

import streamlit as st

from kselect_core.words import glossary


@st.fragment
def draw() -> None:
    """Draw the glossary; its entries are sent when it is opened."""
    panel = st.popover("Glossary", key="glossary", on_change="rerun", type="tertiary")
    if not panel.open:
        return
    groups = glossary.groups()
    with panel:
        for tab, entries in zip(st.tabs(list(groups)), groups.values(), strict=True):
            tab.markdown("\n".join(f"- {glossary.line(entry)}" for entry in entries))
