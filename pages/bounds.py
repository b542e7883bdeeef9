"""Page: the bounds of the papers as numbers, beside what they are about."""

import streamlit as st

from kselect_ui.bounds import cases as bounds_cases
from kselect_ui.bounds import facts as bounds_facts
from kselect_ui.bounds import page as bounds
from kselect_ui.bounds import views as bounds_views
from kselect_ui.bounds import words as bounds_words
from kselect_ui.server.messages import error_ends_page, error_in_place
from kselect_ui.sweep import cursor, export
from kselect_ui.sweep import finished as sweeps

st.title("What do the bounds say, and is it true?", anchor=False)
with error_ends_page():
    sweep, finding, look = sweeps.current(), "", None
    answer = st.container()
    with error_in_place():
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
