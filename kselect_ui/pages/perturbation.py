"""Page: which points does this kernel depend on, and would a choice change without them."""

from dataclasses import replace
from functools import partial

import streamlit as st

from kselect_core import views
from kselect_ui.figures.pictures import shared
from kselect_ui.figures.shown import show
from kselect_ui.perturbation import fragility, views as perturbation_views, what_if
from kselect_ui.server.messages import error_ends_page, error_in_place
from kselect_ui.server.shelf import of_place
from kselect_ui.sweep import cursor, export, finished as sweeps, places, point, switches
from kselect_ui.widgets import charts, heading, later

ABOUT = (
    "What would change if one point were missing, moved, or had the other label? Choose a point: "
    "the page shows how much the kernel matrix changes and whether any criterion would then "
    "choose another kernel."
)

heading.write("Which points does this kernel depend on, and would a choice change?", about=ABOUT)
with error_ends_page():
    sweep = sweeps.current()
    finding, at, usual, quantities = "", None, 0, switches.shown(sweep)
    with error_in_place():
        points = views.PointsAt(*shared(sweep, cursor.at_cursor(sweep)))
        at, usual = points, of_place("strongest of", points, lambda at: at.strongest)
    if at is not None:
        headline = st.container()
        left, right = st.columns([40, 60], gap="medium", vertical_alignment="bottom")
        with left:
            row = point.selector(sweep, count=at.n, usual=usual)
        with right:
            change = what_if.controls(at, row)
        of_all, of_one = st.container(), st.container()
        before, after = of_one.columns(2, gap="medium")
        with before:
            changed = what_if.changed(sweep, at, change)
        finding = what_if.sentence(changed, quantities)
        with headline:
            st.markdown(finding)
        pick = partial(point.pick_from, sweep.digest)
        with of_all:
            left, right = st.columns(2, gap="medium")
            with right:
                removed = perturbation_views.heat(sweep, at, row)
            at, changed = replace(at, computed=removed), replace(changed, computed=removed)
            with left:
                show(views.points_by_influence, at, on_pick=pick, row=row)
            later.rest()
            switches.spell_out(quantities)
            left, right = charts.beside([30, 70])
            with left, places.panel("rows"):
                show(views.norms_of_points, at, on_pick=pick, row=row)
            with right:
                perturbation_views.ranking(at)
        with before, error_in_place():
            what_if.choices(changed, quantities)
        with after, error_in_place():
            what_if.spectra(changed)
        with of_one:
            what_if.table(changed, quantities)
        fragility.panel(sweep, at, row, quantities)
        perturbation_views.equations(removed)
    export.panel(sweep, finding=finding)
