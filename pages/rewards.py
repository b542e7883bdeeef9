"""Page: what a criterion rewards."""

import streamlit as st

from kselect_ui.rewards import page as rewards
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import export
from kselect_ui.sweep import finished as sweeps

st.title("What does a criterion reward?", anchor=False)
with error_ends_page():
    sweep = sweeps.current()
    finding = rewards.show(sweep, rewards.chosen_view())
    export.panel(sweep, finding=finding)
