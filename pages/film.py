"""Page: what changes along the kernel or along λ, frame by frame."""

import streamlit as st

from kselect_ui import export, film_view, sweeps
from kselect_ui.messages import sentences

title = st.empty()
title.title("What changes, frame by frame?", anchor=False)
with sentences():
    sweep = sweeps.current()
    seen = film_view.view(sweep)
    finding = film_view.panel(sweep, seen, title=title)
    film_view.stills(sweep, seen)
    export.panel(sweep, finding=finding)
