"""Test error of every choice against the option of its criterion, over repeated splits."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core import views
from kselect_core.selection.terms.option_effect import option_effect, option_means, option_seconds
from kselect_core.views import SweepAt
from kselect_core.views.rewards import options
from kselect_core.words.labels import strength_text
from kselect_ui.figures.measured import HIDDEN
from kselect_ui.figures.shown import show as show_view
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import unseen
from kselect_ui.widgets.state import View

ABOUT = (
    "Some criteria have an option that their papers leave to the user: the weight η of KS, the "
    "power r of SM, the number t of leading eigenvalues, the number k of folds. For every value "
    "each criterion chooses its kernel on every split, and the test error of that choice is shown."
)


def show(sweep: Sweep, seen: View) -> str:
    """Draw the effect of the options; returns the finding."""
    if not seen.test_error:
        unseen.draw(HIDDEN)
        return ""
    if len(sweep.config.kernels) == 1:
        st.info("This sweep has one kernel: whatever the option, there is nothing to choose.")
        return ""
    sweeps.data(sweep.digest)  # raises where the data are gone
    at = sweeps.place(sweep, None)
    table = _computed(at, seen.lam)
    if table is None:
        return ""
    finding = sweep.said(options.finding(option_means(table), sweep.task, plain))
    st.markdown(finding)
    show_view(views.effect_of_options, at, lam=seen.lam)
    for note in options.notes(at, seen.lam):
        st.caption(plain(note, limit=600))
    return finding


def _computed(at: SweepAt, lam: float) -> pd.DataFrame | None:
    """Return the choices with all options, computed now where that takes a moment; else offered."""
    table = offer.result(
        f"rewards {at.identity} options {lam} {at.measure}",
        partial(option_effect, at.config, at.known, lam=lam, measure=at.measure),
        title="Effect of options",
        button=f"Evaluate all options at {strength_text(at.config, lam)}",
        seconds=lambda: option_seconds(at.config, at.known, lam=lam),
        about=ABOUT,
    )
    return None if table is None else options.effect(at, lam, ready=table)
