"""Page: kernels that are designed: iterated over a pool of points, or combined of several."""

import streamlit as st

from kselect_ui.design import page as design
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export
from kselect_ui.sweep import finished as sweeps

st.title("Kernels that are designed rather than chosen", anchor=False)
with error_ends_page():
    sweep = sweeps.current()
    finding = design.show(sweep, design.chosen_view())
    export.panel(sweep, finding=finding)
