"""Maps over the grid: the test error with every choice on it, and those of the criteria."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.plotting.kit.quantities import estimates_error
from kselect_core.plotting.maps.marks import elsewhere
from kselect_core.plotting.maps.values import MapView
from kselect_core.words.labels import UNITS, kernel_name, quantity_text, worded
from kselect_ui.figures import refine
from kselect_ui.figures.measured import HIDDEN
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import plain
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, unseen
from kselect_ui.widgets.state import View

MAP = "map"


def chooser(seen: View) -> str:
    """Draw the choice of the criterion whose map is shown large; returns its quantity."""
    return linked.one(
        "Map of a criterion",
        list(seen.shown),
        key=MAP,
        default=next(filter(estimates_error, seen.shown), seen.shown[0]),
        words=lambda quantity: f"Map of {quantity_text(quantity)}",
        label_visibility="collapsed",
    )


def families(sweep: Sweep, seen: View) -> None:
    """Draw one button per other kernel family, and say which choices lie there."""
    others = [f.kernel for f in sweep.config.candidates if f.kernel != seen.kernel]
    if not others:
        return
    measured = sweeps.place(sweep, seen.split).measured
    away = elsewhere(sweep.choices, MapView(measured, seen.kernel, seen.split, seen.shown))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{kernel_name(seen.kernel)} kernel**", width="content")
        for kernel in others:
            names = [quantity_text(q) for q, family in away.items() if family == kernel]
            st.button(
                f"{kernel_name(kernel)} kernel{_chosen_by(names)}",
                key=f"errors_family_{kernel}",
                on_click=to_family,
                args=(sweep, kernel),
            )


def draw_large(sweep: Sweep, seen: View) -> str:
    """Draw the map of the test error, and that of one criterion beside it; returns which one."""
    left, right = st.columns(2, gap="medium", vertical_alignment="center")
    if not seen.shown:
        with left:
            of_test(sweep, seen)
        with right:
            unseen.no_criterion()
        return ""
    with right:
        quantity = chooser(seen)
    with left:
        legend(sweep, seen)
    left, right = st.columns(2, gap="medium")
    with left:
        of_test(sweep, seen)
    with right:
        draw(sweep, seen, quantity, choices=(quantity,), key="errors_criterion")
    return quantity


def draw_small(sweep: Sweep, seen: View, quantity: str) -> None:
    """Draw the maps of all criteria small, below what makes the grid finer."""
    refine.draw(sweep, seen, quantity)
    row(sweep, seen, quantity)


def legend(sweep: Sweep, seen: View) -> None:
    """Draw what to do with the map and what to look for, in one line beside the chooser."""
    if seen.test_error:
        st.markdown(
            f"Light: low {sweep.said(UNITS[sweep.task])}. **Click a cell** to move the cursor."
        )
    if len(sweep.config.lambdas) == 1:
        st.caption(worded(sweep.config, "This grid has only one λ: the maps are strips."))


def of_test(sweep: Sweep, seen: View) -> None:
    """Draw the test error over the grid, with every criterion's choice on it."""
    if not seen.test_error:
        unseen.draw(HIDDEN)
        return
    draw(sweep, seen, sweeps.place(sweep, seen.split).measured, choices=seen.shown)


def row(sweep: Sweep, seen: View, quantity: str) -> None:
    """Draw little maps of all criteria shown; a click shows one of them large."""
    show(
        views.small_maps,
        sweeps.place(sweep, seen.split),
        on_pick=pick_map,
        quantities=seen.shown,
        kernel=seen.kernel,
        large=quantity,
        fixed=_fixed(sweep, seen, seen.shown),
    )


def draw(
    sweep: Sweep, seen: View, quantity: str, *, choices: tuple[str, ...], key: str = ""
) -> None:
    """Draw one map with the cursor; a click moves the cursor."""
    show(
        views.grid_map,
        sweeps.place(sweep, seen.split),
        key=key,
        on_pick=lambda points: cursor.pick(sweep.config, points),
        quantity=quantity,
        kernel=seen.kernel,
        parameter=seen.parameter,
        lam=seen.lam,
        choices=choices,
        fixed=_fixed(sweep, seen, choices),
    )


def _fixed(sweep: Sweep, seen: View, quantities: Sequence[str]) -> float | None:
    """Return the λ at which criteria stand that choose none, as the finding judges them."""
    free = {c.quantity for c in sweep.config.criteria if not c.criterion.chooses_strength}
    return None if free.isdisjoint(quantities) else seen.lam


def to_family(sweep: Sweep, kernel: str) -> None:
    """Put the cursor into the middle of another family; for callbacks."""
    family = next(f for f in sweep.config.candidates if f.kernel == kernel)
    value = family.points[len(family.points) // 2]
    cursor.move(sweep.config, {"kernel": kernel, "parameter": value})


def pick_map(picked: Sequence[Mapping[str, Any]]) -> None:
    """Show the little map that was clicked large."""
    keys = picked[0].get("customdata") or ()
    if len(keys) > len(cursor.CARRIED):
        linked.put(MAP, keys[len(cursor.CARRIED)])


def _chosen_by(names: Sequence[str]) -> str:
    return f": chosen by {plain(', '.join(names))}" if names else ""
