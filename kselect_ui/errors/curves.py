"""Training, test, leave-one-out and k-fold error in one picture."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.plotting.maps.error_curves import losses, missing_estimates
from kselect_core.words.labels import worded
from kselect_core.words.lists import listed
from kselect_ui import PAGES
from kselect_ui.figures.shown import show
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

LOSS, ALONG = "loss", "along"
WAYS = ("over the kernel", "over λ")


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the errors of one loss with the cursor; a click moves it."""
    at = sweeps.place(sweep, seen.split)
    kinds = at.once(("losses",), lambda: losses(sweep.table))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        loss = linked.switch("Loss", kinds, key=LOSS) if len(kinds) > 1 else kinds[0]
        along = _along(sweep)
    show(
        views.error_curves,
        at,
        on_pick=lambda points: cursor.pick(sweep.config, points),
        kernel=seen.kernel,
        parameter=seen.parameter,
        lam=seen.lam,
        loss=loss,
        along="kernel" if along == WAYS[0] else "λ",
        test=seen.test_error,
    )
    missing(sweep, loss)


def _along(sweep: Sweep) -> str:
    """Draw the switch between kernel and λ; with one λ there is nothing to switch."""
    if len(sweep.config.lambdas) < 2:  # noqa: PLR2004 (a single point is no curve)
        return WAYS[0]
    return linked.switch("Errors along", WAYS, key=ALONG, words=partial(worded, sweep.config))


def missing(sweep: Sweep, loss: str) -> None:
    """Say which cross-validated errors the sweep does not hold, and where to get them."""
    lost = missing_estimates(sweep.table, loss)
    if not lost:
        return
    names = listed(lost)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f"This sweep holds no {names} error of this loss ({loss}).", width="content")
        st.page_link(PAGES / "sweep.py", label="Run a sweep with it")
