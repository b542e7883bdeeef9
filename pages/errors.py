"""Page: where on the whole grid is the test error low, and who finds it."""

import streamlit as st

from kselect_ui import (
    errors_curves,
    errors_finding,
    errors_maps,
    errors_pictures,
    errors_splits,
    errors_views,
    export,
    places,
    sweeps,
)
from kselect_ui.messages import sentences

st.title("Where is the test error low, and who finds it?", anchor=False)
with sentences():
    sweep = sweeps.current()
    seen = errors_views.view(sweep)
    finding = errors_finding.headline(sweep, seen)
    errors_maps.families(sweep, seen)
    errors_maps.draw_all(sweep, seen)
    with places.panel("residuals", "folds"):
        errors_curves.draw(sweep, seen)
    if seen.shown:
        errors_splits.draw(sweep, seen)
        errors_pictures.draw(sweep, seen, right=errors_finding.worst(sweep, seen))
    export.panel(sweep, finding=finding)
