"""The figures made of the table: criterion curves and regret strip; a click moves the cursor."""

from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.views.curves import without_ridge
from kselect_core.words.labels import worded
from kselect_ui.figures.shown import show
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import unseen
from kselect_ui.widgets.state import View


def curves(sweep: Sweep, seen: View) -> None:
    """Draw the criteria over the kernel parameter, or over λ."""
    if not seen.shown:
        unseen.no_criterion()
        return
    at = sweeps.place(sweep, seen.split)
    point: dict[str, Any] = {
        "kernel": seen.kernel,
        "parameter": seen.parameter,
        "quantities": seen.shown,
    }
    if (
        seen.axis == "over λ"
        and not seen.overlays
        and without_ridge(at, **point) >= set(seen.shown)
    ):
        words = "The criteria switched on are the same for every λ: there is nothing to draw."
        st.info(worded(sweep.config, words))
        return
    show(
        views.criterion_curves,
        at,
        on_pick=lambda points: cursor.pick(sweep.config, points),
        **point,
        lam=seen.lam,
        overlays=seen.overlays,
        axis=seen.axis,
        joint=seen.joint,
    )


def regrets(sweep: Sweep, seen: View) -> None:
    """Draw where every criterion chooses and what that costs."""
    if not seen.test_error:
        unseen.draw("The test error is hidden, and with it the regret. Switch it on above.")
        return
    show(
        views.regrets,
        sweeps.place(sweep, seen.split),
        on_pick=lambda points: cursor.pick(sweep.config, points),
        quantities=seen.shown,
        lam=None if seen.joint else seen.lam,
        fixed=seen.lam if seen.joint else None,
    )
