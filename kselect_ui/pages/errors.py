"""Page: where on the whole grid is the test error low, and who finds it."""

import streamlit as st

from kselect_ui.errors import (
    curves as errors_curves,
    finding as errors_finding,
    landmarks as errors_landmarks,
    learning as errors_learning,
    maps as errors_maps,
    pictures as errors_pictures,
    splits as errors_splits,
)
from kselect_ui.figures import measured as errors_views
from kselect_ui.grid import edges
from kselect_ui.server.messages import error_ends_page
from kselect_ui.sweep import answer, export, finished as sweeps, places, switches
from kselect_ui.widgets import heading, later

ABOUT = (
    "Each cell of a map is one kernel with one strength of regularisation. Its colour is the error "
    "on points that were held out. The marks are the cells that the criteria choose. A good "
    "criterion puts its mark where the map is best."
)

heading.write("Where is the test error low, and which criterion finds it?", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    seen = errors_views.view(sweep)
    with st.container(key="first"):
        finding = errors_finding.headline(sweep, seen)
        answer.draw(sweep, test_error=seen.test_error, beside=edges.beside)
        errors_maps.families(sweep, seen)
        with st.container(key="look"):
            quantity = errors_maps.draw_large(sweep, seen)
    later.rest()
    switches.spell_out(seen.shown)
    if quantity:
        errors_maps.draw_small(sweep, seen, quantity)
    with places.panel("residuals", "folds"):
        errors_curves.draw(sweep, seen)
    if seen.shown:
        errors_splits.draw(sweep, seen)
        errors_learning.draw(sweep, seen)
        errors_landmarks.draw(sweep, seen)
        errors_pictures.draw(sweep, seen, right=errors_finding.worst(sweep, seen))
    export.panel(sweep, finding=finding)
