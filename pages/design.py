"""Page: iterated kernels and combinations of kernels."""

import streamlit as st

from kselect_ui import export, sweeps
from kselect_ui.messages import sentences

st.title("Kernels that are designed rather than chosen", anchor=False)
with sentences():
    sweep = sweeps.current()
    export.panel(sweep, finding="")
