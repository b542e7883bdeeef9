"""The view of a width for every feature: which one matters, and whether that pays."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.feature_slopes import OBJECTIVES
from kselect_core.selection.combination.relevance import relevances, seconds
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import RelevanceAt
from kselect_core.views.design.relevance import finding
from kselect_ui.design import halves
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, finished as sweeps, offer, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked

OBJECTIVE = "ard"
NOTES = (
    "Known as automatic relevance determination (ARD). The kernel is exp(−Σ γ_f (x_f − z_f)²): a "
    "feature whose γ_f goes to 0 is not used. So many widths can also be fitted to noise. The "
    "descent therefore stops where the error on a held-out fifth of the training points is lowest. "
    "Compare the test error with that of one width, learnt in the same way."
)


def draw(sweep: Sweep) -> str:
    """Draw the view; returns its finding."""
    seen, text = cursor.at_cursor(sweep), ""
    objective = linked.switch("Widths by", tuple(OBJECTIVES), key=OBJECTIVE, words=label)
    with error_in_place():
        data, repeats = sweeps.data(sweep.digest), sweep.config.repeats
        ready = offer.result(
            f"relevance-{sweep.digest}-{objective}",
            partial(relevances, sweep.lens, data, objective),
            title="Widths of the features",
            button=f"Learn a width for each of {len(data.feature_names)} features",
            seconds=seconds(Setup.at_hand(sweep.lens, data).n, len(data.feature_names), repeats),
        )
        if ready is None:
            return text
        tested = switches.test_error()
        at = RelevanceAt(sweep.lens, data, objective, seen.split, ready)
        text = finding(at, plain, tested=tested)
        st.markdown(text)
        halves.draw(views.relevance_of_features, views.errors_of_feature_widths, at, tested=tested)
        show(views.widths_along_descent, at)
        st.caption(NOTES)
    return text
