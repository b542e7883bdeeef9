"""Page: build a grid, see what it will cost, run it, watch the curves grow, stop, resume."""

import streamlit as st

from kselect_ui import PAGES
from kselect_ui.data import share as data_share
from kselect_ui.grid import builder, compare, progress, run_cards
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import datasets, launch
from kselect_ui.widgets import heading

ABOUT = (
    "A **sweep** tries every kernel and ridge of a grid on the data and computes every criterion "
    "for each. Choose how fine the grid is, see how long it will take, and run it. The result "
    "opens on Explore."
)

if launch.follow():
    st.switch_page(PAGES / "explore.py")
heading.write("Sweep", about=ABOUT)
with error_ends_page():
    left, right = st.columns([1.35, 1], gap="large")
    with left:
        chosen = datasets.chooser()
        datasets.summary(chosen)
        split = datasets.splitting(chosen)
        usual = st.container()
        with st.expander("Kernels, λ, learner and criteria", expanded=builder.is_own(chosen)):
            builder.presets(chosen)
            built = builder.draw(chosen, split)
        with usual:
            builder.scales(chosen, split, built.config)
        builder.code(built.config)
        data_share.of_plan(built.config)
    with right:
        progress.watch()
        launch.panel(built.config, chosen.stored, problems=built.problems)
        run_cards.draw()
    compare.draw()
