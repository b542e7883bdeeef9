"""Page: what does this kernel see in the data, and does it see what is to be learnt."""

import streamlit as st

from kselect_ui.server.messages import error_ends_page, error_in_place
from kselect_ui.spectrum import eigenvector_views, kernel_view
from kselect_ui.spectrum import page as spectra
from kselect_ui.spectrum import views as spectrum_views
from kselect_ui.spectrum import words as spectrum_words
from kselect_ui.sweep import cursor, export, places
from kselect_ui.sweep import finished as sweeps

title = st.empty()
title.title(spectrum_words.title(), anchor=False)
with error_ends_page():
    sweep = sweeps.current()
    title.title(spectrum_words.title(sweep.task), anchor=False)
    finding, look = "", None
    with error_in_place():
        look = spectra.looked_at(sweep, cursor.at_cursor(sweep))
    if look is not None:
        finding = spectrum_words.sentence(look)
        st.markdown(finding)
        left, right = st.columns([55, 45], gap="medium")
        with left:
            spectrum_views.grid_of_widths(look)
        with right, places.panel("trace", "spectrum"):
            spectrum_views.eigenvalues(look)
        left, right = st.columns([55, 45], gap="medium")
        with left, places.panel("alignment"):
            eigenvector_views.labels(look)
        with right:
            eigenvector_views.data_by_eigenvector(look)
        left, right = st.columns([55, 45], gap="medium")
        with left:
            spectrum_views.degrees_of_freedom(look)
        with right, places.panel("blocks"):
            kernel_view.matrix(look)
    export.panel(sweep, finding=finding)
