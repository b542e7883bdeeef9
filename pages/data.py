"""Page: choose or bring data, see how they were read, prepare and split them."""

import streamlit as st

from kselect_ui import cards, data_share, data_views, datasets, own_table, unkept
from kselect_ui.messages import sentences

st.title("Data", anchor=False)
unkept.draw()
with sentences():
    own = own_table.wanted()
    left, right = (None, st.container()) if own else st.columns([1.15, 1.25], gap="medium")
    waiting = False
    if own:
        with right:
            waiting = own_table.draw()
    with right:
        chosen = datasets.chooser("Data set in use")
        datasets.summary(chosen)
        split = datasets.splitting(chosen)
        if not waiting:  # else these pictures would be taken for those of the file above
            data_views.draw(chosen, split)
            data_share.of_data(chosen, split)
    if left is not None:
        with left:
            cards.draw()
