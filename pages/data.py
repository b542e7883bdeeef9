"""Page: choose or bring data, see how they were read, prepare and split them."""

import streamlit as st

from kselect_ui import cards, data_views, datasets, own_table
from kselect_ui.messages import sentences

st.title("Data", anchor=False)
with sentences():
    if own_table.wanted():
        own_table.draw()
        right = st.container()
    else:
        left, right = st.columns([1, 1.25], gap="large")
        with left:
            cards.draw()
    with right:
        chosen = datasets.chooser("Data set in use")
        datasets.summary(chosen)
        split = datasets.splitting()
        data_views.draw(chosen, split)
