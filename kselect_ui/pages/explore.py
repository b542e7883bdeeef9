"""Page: which kernel would each criterion choose, and how good is that choice."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_ui.explore import page as explore, pair_views, rows as explore_rows
from kselect_ui.figures import curves as figures, pictures
from kselect_ui.figures.shown import show_added
from kselect_ui.grid import edges, progress
from kselect_ui.server.messages import PageEndsError, error_ends_page
from kselect_ui.sweep import answer, explain, export, finished as sweeps, worked
from kselect_ui.widgets import heading, later

ABOUT = (
    "The sliders set the kernel (if Gaussian, its **width τ**) and the **regularisation**. Each "
    "curve is one **criterion**, low where it is good: a number computed from the kernel matrix of "
    "the training part (and its labels) that is meant to predict how well a kernel will do. No "
    "criterion sees the test part. A pin marks the kernel that a criterion would choose. Its "
    "**regret** is the test error there minus the lowest on the grid. A narrow "
    "kernel memorises, a wide one blurs."
)

heading.write("Which kernel would each criterion choose?", about=ABOUT)
with error_ends_page():
    if progress.growing():
        raise PageEndsError
    sweep = sweeps.current()
    first = st.container(gap="xsmall", key="first")
    seen = explore.view(sweep)
    with first:
        finding = explore.headline(sweep, seen)
        odd = partial(explore.odd, sweep, seen)
        answer.draw(sweep, test_error=seen.test_error, beside=edges.beside, odd=odd)
        explore_rows.draw(sweep, seen)
    later.rest()
    left, right = st.columns([62, 38], gap="medium")
    with left:
        if seen.shown:
            figures.regrets(sweep, seen)
    with right:
        pictures.beside(sweep, seen)
    table = explore.choices(sweep, seen) if seen.shown else None
    show_added(views.CursorAt, lambda: pictures.at_cursor(sweep, seen))
    explore.undefined(sweep, seen)
    pair_views.panel(sweep, seen)
    explore.references(sweep, seen)
    explain.panel(sweep.config, seen.shown, worked.point(sweep, seen))
    export.panel(sweep, finding=finding, table=table)
