"""What the page of support vector machines looks at: maps over C × γ, slices through the cursor."""

from dataclasses import replace
from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.selection.config.grids import MACHINE_METHODS
from kselect_core.views import SweepAt
from kselect_core.words.labels import quantities, quantity_key, quantity_text
from kselect_ui.figures import refine
from kselect_ui.figures.shown import show
from kselect_ui.sweep import cursor, finished as sweeps, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

SLICES = (views.along_costs, views.along_kernels)


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, the paper's criteria that the sweep holds."""
    return replace(
        cursor.at_cursor(sweep),
        shown=compared(sweep),
        test_error=switches.test_error(),
    )


def compared(sweep: Sweep) -> tuple[str, ...]:
    """Return the quantities of the paper's comparison that a sweep holds; else its first few."""
    every = quantities(sweep.config)
    compared = [q for key in MACHINE_METHODS for q in every if quantity_key(q) == key]
    return tuple(compared) or every[: len(MACHINE_METHODS)]


def maps(sweep: Sweep, seen: View) -> None:
    """Draw the maps side by side; a click moves the cursor."""
    pair = () if sweep.config.pair else sweep.pair
    _of_table(views.maps_over_costs, sweep, seen, test=seen.test_error, pair=pair)


def between(sweep: Sweep, seen: View) -> None:
    """Draw a search between the grid points for one of the criteria."""
    with st.columns([1, 2])[0]:
        quantity = linked.one(
            "Criterion to refine",
            list(seen.shown),
            key="refine_of",
            default=seen.shown[0],
            words=quantity_text,
        )
    refine.draw(sweep, seen, quantity)


def slices(sweep: Sweep, seen: View) -> None:
    """Draw the criteria and the test error along C and along the kernel parameter."""
    for place, view_ in zip(st.columns(2, gap="medium"), SLICES, strict=True):
        with place:
            _of_table(view_, sweep, seen, overlays=seen.overlays)


def _of_table(view_: views.View[SweepAt, ...], sweep: Sweep, seen: View, **options: Any) -> None:  # noqa: ANN401 (of the view)
    """Draw a view of the whole table around the cursor."""
    show(
        view_,
        sweeps.place(sweep, seen.split),
        on_pick=lambda points: cursor.pick(sweep.config, points),
        quantities=seen.shown,
        kernel=seen.kernel,
        parameter=seen.parameter,
        lam=seen.lam,
        **options,
    )
