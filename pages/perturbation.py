"""Page: which points does this kernel hang on, and would a choice move without them."""

import streamlit as st

from kselect_ui.perturbation import fragility_views, what_if_views, what_ifs
from kselect_ui.perturbation import page as perturbation
from kselect_ui.perturbation import views as perturbation_views
from kselect_ui.perturbation import words as perturbation_words
from kselect_ui.server.messages import error_ends_page, error_in_place
from kselect_ui.sweep import export, places, point
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets import charts

st.title("Which points does this kernel hang on, and would a choice move?", anchor=False)
with error_ends_page():
    sweep = sweeps.current()
    finding, look = "", None
    with error_in_place():
        look = perturbation.looked_at(sweep)
    if look is not None:
        headline = st.container()
        left, right = st.columns([40, 60], gap="medium", vertical_alignment="bottom")
        with left:
            row = point.selector(sweep, count=look.n, usual=look.usual)
        with right:
            change = what_ifs.controls(look, row)
        changed = what_ifs.changed(look, change)
        finding = perturbation_words.sentence(look, changed)
        headline.markdown(finding)
        left, right = st.columns([55, 45], gap="medium")
        with left:
            perturbation_views.heat(look, row)
        with right:
            perturbation_views.projection(look, row)
        left, right = charts.beside([30, 70])
        with left, places.panel("rows"):
            perturbation_views.strip(look, row)
        with right:
            perturbation_views.ranking(look)
        what_if_views.panel(look, changed)
        fragility_views.panel(look, row)
        perturbation_views.equations(look)
    export.panel(sweep, finding=finding)
