"""Two views side by side, of which the second is made of test errors."""

from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.views import Place, View
from kselect_ui.figures.shown import show
from kselect_ui.widgets import unseen

At = TypeVar("At", bound=Place)


def draw(
    first: View[At, []], errors: View[At, []], at: At, *, tested: bool
) -> list[DeltaGenerator]:
    """Draw both, or words in the place of test errors that are hidden; returns the two places."""
    places = list(st.columns([52, 48], gap="medium"))
    with places[0]:
        show(first, at)
    with places[1]:
        if tested:
            show(errors, at)
        else:
            unseen.draw("The test error is hidden. Switch it on above.")
    return places
