"""Page: choose or bring data, see how they were read, prepare and split them."""

import streamlit as st

from kselect_ui import PAGES
from kselect_ui.data import cards, quick, share as data_share, views as data_views
from kselect_ui.data.own_table import dialogue as own_table
from kselect_ui.server.messages import error_ends_page
from kselect_ui.shell import unkept
from kselect_ui.sweep import datasets, launch
from kselect_ui.widgets import heading, later

ABOUT = (
    "Choose one of the data sets that come with kselect, or bring your own table. The page shows "
    "how it was read, how it is prepared, and which part is held out for testing."
)

if launch.follow():
    st.switch_page(PAGES / "explore.py")
heading.write("Data", about=ABOUT)
unkept.draw()
step = st.container(key=quick.KEY)
with error_ends_page():
    own = own_table.wanted()
    left, right = (None, st.container()) if own else st.columns([1.15, 1.25], gap="medium")
    foot, seen, waiting = st.container(), None, False
    if own:
        with right:
            waiting = own_table.draw()
    with right:
        chosen = datasets.chooser("Data set in use")
        datasets.summary(chosen)
        split = datasets.splitting(chosen)
        if not waiting:  # else these pictures would be taken for those of the file above
            seen = data_views.draw(chosen, split)
            if seen is not None or chosen.stored.matrices:
                with step:
                    quick.draw(chosen, split, seen)
    if left is not None:
        with left:
            cards.draw()
    later.rest()
    if not waiting:
        with foot:
            if seen is not None:
                data_views.explanation(chosen, split)
            data_share.of_data(chosen, split)
