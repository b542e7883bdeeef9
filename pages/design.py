"""Page: kernels that are designed: iterated over a pool of points, or combined of several."""

import streamlit as st

from kselect_ui import design, export, sweeps
from kselect_ui.messages import sentences

st.title("Kernels that are designed rather than chosen", anchor=False)
with sentences():
    sweep = sweeps.current()
    finding = design.show(sweep, design.chosen_view())
    export.panel(sweep, finding=finding)
