"""Page: what does this kernel see in the data, and does it see what is to be learnt."""

import streamlit as st

from kselect_core import views
from kselect_core.views import spectrum_words
from kselect_ui.figures.shown import show, show_added, show_matrix
from kselect_ui.server.messages import error_ends_page, error_in_place, plain
from kselect_ui.spectrum import page as spectra, views as spectrum_views
from kselect_ui.sweep import cursor, export, finished as sweeps, places
from kselect_ui.widgets import heading, later

ABOUT = (
    "A kernel matrix can be taken apart into **eigenvectors**, patterns over the data, each with "
    "an **eigenvalue**, its size. Large eigenvalues are what the kernel sees best. The more of "
    "the labels they hold, the easier the fit."
)

heading.write(spectrum_words.title(), about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    heading.write(spectrum_words.title(sweep.task))
    finding, at, seen = "", None, cursor.at_cursor(sweep)
    with error_in_place():
        at = spectra.looked_at(sweep, seen)
    if at is not None:
        finding = spectrum_words.finding(at, plain)
        st.markdown(finding)
        left, right = st.columns([52, 48], gap="medium")  # about as high: no row leaves a gap
        with left:
            spectrum_views.data_by_eigenvector(at)
        with right, places.panel("trace", "spectrum"):
            spectrum_views.eigenvalues(sweep, at)
        later.rest()
        with left:
            with places.panel("alignment"):
                show(views.labels_in_eigenvectors, at)
            spectrum_views.degrees_of_freedom(at)
        with right:
            spectrum_views.grid_of_widths(sweep, seen, at)
            with places.panel("blocks"):
                show_matrix(views.kernel_matrix, at)
        place = at
        show_added(views.SpectrumAt, lambda: place)
    export.panel(sweep, finding=finding)
