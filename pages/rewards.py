"""Page: what a criterion rewards."""

import streamlit as st

from kselect_ui import export, rewards, sweeps
from kselect_ui.messages import sentences

st.title("What does a criterion reward?", anchor=False)
with sentences():
    sweep = sweeps.current()
    finding = rewards.show(sweep, rewards.chosen_view())
    export.panel(sweep, finding=finding)
