"""Page: the bounds of the papers as numbers, beside what they are about."""

import streamlit as st

from kselect_core.views.bounds.words import sentence
from kselect_ui.bounds import cases as bounds_cases, page as bounds, views as bounds_views
from kselect_ui.server.messages import error_ends_page, error_in_place, plain
from kselect_ui.server.shelf import of_place
from kselect_ui.sweep import cursor, export, finished as sweeps
from kselect_ui.widgets import heading, later

ABOUT = (
    "A **bound** promises that the error is not above some number, except with a small "
    "probability δ. The page shows what the bounds of the papers promise for this fit, beside "
    "what is measured. Above 1 a bound says nothing; below what is measured it is false. SPS is "
    "the spectral perturbation stability, KS the kernel stability, SM the spectral measure; the "
    "glossary has m, κ, M, δ and β."
)

heading.write("What do the bounds say, and is it true?", about=ABOUT)
with error_ends_page():
    sweep, finding, at = sweeps.current(), "", None
    bounds_cases.draw()
    later.rest()
    st.header("What they say of this fit", anchor=False)
    answer, offers = st.container(), st.container()
    with error_in_place():
        fit = bounds.chosen(sweep, cursor.at_cursor(sweep))
        with offers:
            fit = bounds.measured(fit)
        fit = bounds.constants(fit)
        finding = of_place("finding of bounds", fit, lambda at: sentence(at, plain), sweep.measure)
        at = fit
    if at is not None:
        with answer:
            st.markdown(finding)
            bounds_views.table(at)
        bounds_views.one(at)
    export.panel(sweep, finding=finding)
