"""The machine under the cursor: its numbers, what becomes of them along C, and its picture."""

from functools import lru_cache
from math import isnan

import pandas as pd
import streamlit as st

from kselect_core.plotting.machines.machine_path import machine_path as path_figure
from kselect_core.plotting.machines.machine_picture import machine_picture
from kselect_core.selection.machines.machine_view import (
    BOUNDED,
    FREE,
    MachinePath,
    costs_problem,
    machine_path,
    roles_at,
)
from kselect_core.selection.places.cursor import Cursor, DecisionView
from kselect_core.types import Array, Int
from kselect_core.words.labels import kernel_text, percent, readable
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import remembered
from kselect_ui.svm import code as svm_code
from kselect_ui.svm.views import where
from kselect_ui.sweep import cursor
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import place
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

RESOLUTION = 50  # grid points a side; the browser interpolates
ROLES = {FREE: "free support vector", BOUNDED: "bounded support vector"}


def path_at(sweep: Sweep, seen: View) -> MachinePath:
    """Return the machines of the kernel under the cursor for every C."""
    return _path(sweep.digest, seen.point._replace(lam=0.0))


def numbers(sweep: Sweep, seen: View) -> None:
    """Draw the numbers of the machine at the cursor, with the arrow of the next larger C."""
    path = path_at(sweep, seen)
    i = path.at(seen.lam)
    free, bounded = float(path.free[i]), float(path.bounded[i])
    if isnan(free):
        st.info("The machine at the cursor did not converge: no numbers. Use a smaller C.")
        return
    values = (
        ("Support vectors", f"{free + bounded:.0f} of {path.n}", "α > 0"),
        ("free", f"{free:.0f}", "0 < α < C: on the margin, f = ±1"),
        ("bounded", f"{bounded:.0f}", "α = C: within the margin or on the wrong side"),
        ("‖w‖", readable(float(path.norm[i])), "norm of the normal vector in feature space"),
        ("Margin 1/‖w‖", readable(float(path.margin[i])), "distance of f = ±1 from f = 0"),
        ("R²", readable(path.squared_radius), "smallest ball around the training points"),
        ("Training error", percent(float(path.training_error[i])), "share on the wrong side"),
    )
    with st.container(horizontal=True, gap="medium"):
        for name, value, told in values:
            st.metric(name, value, help=told, width="content")


def along(sweep: Sweep, seen: View) -> None:
    """Draw what becomes of the machine along C."""
    with error_in_place():
        path = path_at(sweep, seen)
        cost = float(path.C[path.at(seen.lam)])
        chart = Chart(
            key="svm_path",
            name="The machine along C",
            figure=remembered(path_figure)(path, cursor=cost, kernel=(seen.kernel, seen.parameter)),
            numbers=lambda: as_table(path),
            caption=(
                f"Machines of the {kernel_text(sweep.config, seen)} for every C of the grid; "
                "dashed line: cursor. A gap: not converged. "
                f"{where(sweep, seen, one_split=True)}"
            ),
            code=svm_code.of_path(seen.point, cost),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def picture(sweep: Sweep, seen: View) -> None:
    """Draw the fit at the cursor with its margins and support vectors."""
    with error_in_place():
        point = seen.point
        bench = sweeps.bench(sweep.digest, seen.one_split)
        roles = roles_at(bench, point)
        shown = bench.decision(point, resolution=RESOLUTION)
        figure: Figure = remembered(machine_picture)(shown, roles, class_names=sweeps.sides(sweep))
        chart = Chart(
            key="svm_picture",
            name="Decision picture with support vectors",
            figure=figure,
            numbers=lambda: as_points(shown, roles),
            caption=(
                f"{place(sweep, seen)}. Circles: free support vectors (on the "
                "margin), squares: bounded ones; dashed: f = ±1. "
                f"{axes(shown, bench.dataset.X.shape[1])} "
                f"{where(sweep, seen, one_split=True)}"
            ),
            code=svm_code.of_picture(point, resolution=RESOLUTION),
        )
        charts.show(chart)


def axes(shown: DecisionView, features: int) -> str:
    """Return what the axes of a decision picture are."""
    if shown.plane == "data":
        return "Axes: the two features, as prepared for the kernel."
    return (
        f"Axes: first two principal components of {features} features; colours and margins are "
        "the slice through the mean, points are projected, so that support vectors need not lie "
        "near the margins drawn."
    )


def as_table(path: MachinePath) -> pd.DataFrame:
    """Return the machines along C as a table."""
    return pd.DataFrame(
        {
            "C": path.C,
            "lambda": path.lambdas,
            "free": path.free,
            "bounded": path.bounded,
            "norm of w": path.norm,
            "margin": path.margin,
            "squared radius": path.squared_radius,
            "training error": path.training_error,
        }
    )


def as_points(shown: DecisionView, roles: Int[Array, " n"]) -> pd.DataFrame:
    """Return the points drawn with their roles."""
    table = pd.DataFrame(shown.points, columns=["first axis", "second axis"])
    parts = ["test" if is_test else "training" for is_test in shown.is_test]
    named = [ROLES.get(int(role), "") for role in roles]
    named += [""] * (len(parts) - len(named))
    return table.assign(label=shown.labels, part=parts, role=named)


@lru_cache(maxsize=64)
def _path(digest: str, point: Cursor) -> MachinePath:
    bench = sweeps.bench(digest, point.split)
    return machine_path(costs_problem(bench, point.kernel, point.parameter))
