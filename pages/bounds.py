"""Page: the bounds of the papers as numbers, beside what they are about."""

import streamlit as st

from kselect_ui import (
    bounds,
    bounds_cases,
    bounds_facts,
    bounds_views,
    bounds_words,
    cursor,
    export,
    sweeps,
)
from kselect_ui.messages import here, sentences

st.title("What do the bounds say, and is it true?", anchor=False)
with sentences():
    sweep, finding, look = sweeps.current(), "", None
    answer = st.container()
    with here():
        seen = cursor.at_cursor(sweep)
        fit = bounds.chosen(sweep, seen)
        constants, worst = bounds.controls(fit)
        look = bounds.looked_at(sweep, seen, fit, constants, worst=worst)
        finding = bounds_words.sentence(look)
    if look is not None:
        with answer:
            st.markdown(finding)
            bounds_views.table(look)
            bounds_facts.offers(look.fit)
        bounds_views.one(look)
    bounds_cases.draw()
    export.panel(sweep, finding=finding)
