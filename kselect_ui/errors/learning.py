"""Learning curve: choices from fewer training points, and what they cost."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.selection.terms.learning import curve_means, curve_seconds, learning_curve
from kselect_core.views.errors import learned
from kselect_core.words.learned import learned_text
from kselect_ui.figures.measured import HIDDEN
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, unseen
from kselect_ui.widgets.state import View

KEY = "learn"
ABOUT = (
    "Would the criteria choose as well from fewer points? The sweep is run again on parts of each "
    "training part, the smaller ones inside the larger ones, and tested on the same test points."
)


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the tick, and the learning curve once it is set: computed now, or offered."""
    if not linked.tick("Learning curve: choices from fewer training points", key=KEY, help=ABOUT):
        return
    if not seen.test_error:
        unseen.draw(HIDDEN)
        return
    with error_in_place():
        at = sweeps.place(sweep, None)
        table = offer.result(
            f"learning-{sweep.digest}-{seen.lam}",
            partial(learning_curve, at.config, at.known, lam=seen.lam, measure=at.measure),
            title="Learning curve",
            button="Run the sweep on fewer points",
            seconds=lambda: curve_seconds(at.config, at.known),
        )
        if table is None:
            return
        means = curve_means(learned(at, seen.lam, ready=table))
        text = learned_text(means[means["quantity"].isin(seen.shown)], sweep.task, plain)
        st.markdown(sweep.said(text))
        show(views.choices_by_size, at, quantities=seen.shown, lam=seen.lam)
