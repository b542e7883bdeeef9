"""The script Streamlit runs: frame, navigation and side bar of every page, then the page."""

import streamlit as st

from kselect_ui import PAGES, sidebar

st.set_page_config(page_title="kselect", page_icon="🎯", layout="wide", initial_sidebar_state=300)
page = st.navigation(
    {
        "Look": [
            st.Page(PAGES / "explore.py", title="Explore", icon="📈", default=True),
            # the start page has no address of its own; this one can be linked to
            st.Page(PAGES / "explore.py", title="Explore", url_path="explore", visibility="hidden"),
        ],
        "Make": [
            st.Page(PAGES / "data.py", title="Data", icon="🗂️", url_path="data"),
            st.Page(PAGES / "sweep.py", title="Sweep", icon="🧮", url_path="sweep"),
        ],
    }
)
with st.sidebar:
    sidebar.draw()
page.run()
