"""Page: the bounds of the papers as numbers, beside what they are about."""

import streamlit as st

from kselect_ui import bounds, bounds_demos, bounds_views, bounds_words, cursor, export, sweeps
from kselect_ui.messages import here, sentences

st.title("What do the bounds say, and is it true?", anchor=False)
with sentences():
    sweep, finding, look = sweeps.current(), "", None
    top = st.container()
    with here():
        seen = cursor.at_cursor(sweep)
        constants, worst, folds = bounds.controls(sweep, seen)
        look = bounds.looked_at(sweep, seen, constants, worst=worst, folds=folds)
        finding = bounds_words.sentence(look)
    if look is not None:
        with top:
            st.markdown(finding)
            bounds_views.table(look)
            bounds.offers(look)
        bounds_views.one(look)
    bounds_demos.draw()
    export.panel(sweep, finding=finding)
