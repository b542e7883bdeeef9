"""Page: what a criterion rewards."""

import streamlit as st

from kselect_ui import export, sweeps
from kselect_ui.messages import sentences

st.title("What does a criterion reward?", anchor=False)
with sentences():
    sweep = sweeps.current()
    export.panel(sweep, finding="")
