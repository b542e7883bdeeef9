"""Approximate cross-validation at the cursor: the series of its orders beside the exact value."""

import streamlit as st

from kselect_core import views
from kselect_core.views.rewards.approximation import ApproximationAt, costs, finding
from kselect_ui.figures.shown import show as show_view
from kselect_ui.rewards.look import computed
from kselect_ui.server.messages import plain
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked

FOLDS = "bif_k"


def show(sweep: Sweep) -> str:
    """Draw approximated against exact cross-validation at the cursor; returns the finding."""
    if sweep.config.C:
        st.info(
            "The series is worked out for least squares. A machine's hinge loss has a kink at "
            "its support vectors, and no second derivative to expand in."
        )
        return ""
    k = int(linked.switch("Folds", ("5", "10", "20"), key=FOLDS, words=lambda k: f"{k} folds"))
    split, kernel, parameter, lam = cursor.at_cursor(sweep).point
    at = ApproximationAt(
        sweep.lens,
        sweeps.data(sweep.digest),
        split=split,
        lam=lam,
        kernel=kernel,
        parameter=parameter,
        k=k,
        bench=sweeps.bench(sweep.digest, split),
    )
    ready = computed(
        at, title="Approximate cross-validation", button="Compute the series and the exact value"
    )
    if ready is None:
        return ""
    text = finding(ready, plain)
    st.markdown(text)
    left, right = charts.beside([1, 1])
    with left:
        show_view(views.approximation_over_order, ready)
    with right:
        show_view(views.approximation_over_work, ready)
    st.markdown(costs(ready.result))
    return text
