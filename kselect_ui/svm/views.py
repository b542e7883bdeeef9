"""What the page of support vector machines looks at: maps over C × γ, slices through the cursor."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core import views
from kselect_core.criteria.machine.svm_kfold import hoeffding
from kselect_core.errors import KselectError
from kselect_core.plotting.kit.written import written
from kselect_core.plotting.maps.cost_maps import cost_maps, cursor_moved
from kselect_core.plotting.maps.values import GridValues, MapView, as_table, grid_values
from kselect_core.words.amounts import counted
from kselect_core.words.labels import (
    percent,
    quantities,
    quantity_key,
    quantity_text,
)
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place
from kselect_ui.svm import code as svm_code
from kselect_ui.sweep import cursor, sidebar
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.state import View

PAPER = ("svm_kfold", "svm_loo", "stab", "marg")  # the comparison of the paper, in its order
TEST = "test_error"
SLICES = (views.along_costs, views.along_kernels)


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, the paper's criteria that the sweep holds."""
    return replace(
        cursor.at_cursor(sweep),
        shown=compared(sweep),
        test_error=sidebar.test_error(),
    )


def compared(sweep: Sweep) -> tuple[str, ...]:
    """Return the quantities of the paper's comparison that a sweep holds; else its first few."""
    every = quantities(sweep.config)
    found = [q for key in PAPER for q in every if quantity_key(q) == key]
    return tuple(found) or every[: len(PAPER)]


def where(sweep: Sweep, seen: View, *, one_split: bool = False) -> str:
    """Return what every caption ends with: splits, size, seed."""
    which = sweeps.place(sweep, seen.one_split if one_split else seen.split).splits_text
    size = sweeps.size_text(sweep)
    if one_split and sweep.pair:  # what is drawn is a machine of these two
        size = f"n = {sweeps.bench(sweep.digest, seen.one_split).split.n}{pair_text(sweep)}"
    parts = (which, size, f"seed {sweep.config.seed}")
    text = " · ".join(part for part in parts if part)
    return text[0].upper() + text[1:]


def maps(sweep: Sweep, seen: View) -> None:
    """Draw the maps side by side; a click moves the cursor."""
    with error_in_place():
        shown = (*seen.shown, *((TEST,) if seen.test_error else ()))
        view_ = MapView(shown[0], seen.kernel, seen.split, seen.shown)
        place = (seen.parameter, seen.lam)
        grid = f"{counted(len(sweep.config.kernels), 'kernel')} × {len(sweep.config.lambdas)} C"
        dotted = " Dotted frame: lowest test error." if seen.test_error else ""
        chart = Chart(
            key="svm_maps",
            name="Maps of the criteria over C and the kernel parameter",
            figure=cursor_moved(_maps(sweep, view_, shown), _values(sweep, view_), place),
            numbers=lambda: pd.concat(
                [as_table(grid_values(sweep.table, view_._replace(quantity=q))) for q in shown],
                ignore_index=True,
            ),
            caption=(
                "Each map in its own colours: blue is its best value, full yellow its median and "
                "all that is worse. Large marker: the map's own choice; small ones: those of the "
                f"others. Solid frame: cursor.{dotted} Crosses: no value. Click a cell to put the "
                f"cursor there.{_confidence(sweep, shown)} {grid} · {where(sweep, seen)}"
            ),
            code=svm_code.of_maps(view_, shown, place),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def _confidence(sweep: Sweep, shown: tuple[str, ...]) -> str:
    """Return the confidence term of cross-validation, which no cell can change."""
    folds = [c for c in sweep.config.criteria if c.quantity in shown and c.key == "svm_kfold"]
    if not folds:
        return ""
    try:
        n = sweeps.bench(sweep.digest, 0).split.n
    except KselectError:
        return ""
    k = int(str(folds[0].criterion.checked(dict(folds[0].options))["k"]))
    return (
        f" Hoeffding's term of {quantity_text(folds[0].quantity)} at δ = 5 %: "
        f"{percent(hoeffding(n, k))} for n = {n}, the same in every cell."
    )


def slices(sweep: Sweep, seen: View) -> None:
    """Draw the criteria and the test error along C and along the kernel parameter."""
    at = sweeps.place(sweep, seen.split)
    for place, view_ in zip(st.columns(2, gap="medium"), SLICES, strict=True):
        with place:
            show(
                view_,
                at,
                on_pick=lambda points: cursor.pick(sweep.config, points),
                kernel=seen.kernel,
                parameter=seen.parameter,
                lam=seen.lam,
                quantities=seen.shown,
                overlays=seen.overlays,
            )


@lru_cache(maxsize=32)
def _maps(sweep: Sweep, shown: MapView, quantities_: tuple[str, ...]) -> Any:  # noqa: ANN401 (a Plotly figure)
    return written(cost_maps(sweep.table, sweep.choices, quantities=quantities_, view=shown))


@lru_cache(maxsize=32)
def _values(sweep: Sweep, shown: MapView) -> GridValues:
    return grid_values(sweep.table, shown)
