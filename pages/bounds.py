"""Page: the bounds of the papers as numbers."""

import streamlit as st

from kselect_ui import export, sweeps
from kselect_ui.messages import sentences

st.title("What do the bounds say, and is it true?", anchor=False)
with sentences():
    sweep = sweeps.current()
    export.panel(sweep, finding="")
