"""The machine under the cursor: its numbers, what becomes of them along C, and its picture."""

from dataclasses import replace
from math import isnan

import streamlit as st

from kselect_core import views
from kselect_core.selection.machines.machine_view import MachinePath
from kselect_core.selection.machines.stab_view import ShuffleBand
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.views import MachineAt
from kselect_core.views.cursor import Kept
from kselect_core.views.machines.place import Trained
from kselect_core.words.labels import percent, readable
from kselect_ui.figures import pictures
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import kept, shelf
from kselect_ui.sweep import cursor, finished as sweeps, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def at_cursor(sweep: Sweep, seen: View, shuffles: ShuffleBand | None = None) -> MachineAt:
    """Return the machine under the cursor, with what visitors share about it."""
    at, computed = pictures.at_cursor(sweep, seen), Trained(sweep.table, shuffles)
    point = (at.config, at.dataset, at.cursor, at.ready)
    return MachineAt(*point, computed=computed, keeper=shelf())


def draw(sweep: Sweep, seen: View, at: MachineAt) -> None:
    """Draw the numbers of the machine, its picture, and what becomes of it along C."""
    numbers(at.path, at.cursor.lam)
    left, right = st.columns([46, 54], gap="medium")
    with left:
        pictures.machine(sweep, seen, at)
    with right:
        show(
            views.machines_along_costs,
            at,
            on_pick=lambda points: cursor.pick(sweep.config, points),
        )


def numbers(path: MachinePath, lam: float) -> None:
    """Draw the numbers of the machine at one λ."""
    i = path.at(lam)
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
        for name, value, text in values:
            st.metric(name, value, help=text, width="content")


def preview(sweep: Sweep) -> None:
    """Draw the machine with the kernel and ridge at the cursor, of a sweep with another learner."""
    if sweep.task == "regression":
        return
    with error_in_place():
        at = _beside(sweep, Cursor(cursor.split_shown() or 0, *cursor.position(sweep)))
        left, right = st.columns([46, 54], gap="medium")
        with left:
            if not pictures.no_plane(sweep):
                show(
                    views.decision_of_machine,
                    at,
                    key="svm_preview_picture",
                    test=switches.test_error(),
                )
        with right:
            show(views.machines_along_costs, at, key="svm_preview_path")


def _beside(sweep: Sweep, point: Cursor) -> MachineAt:
    """Return the machine beside a point of a sweep with another learner, with what is shared."""
    at = _first_look(sweep.digest, point.split).moved(point)
    bench = _bench(sweep.digest, point.split)
    return replace(at, keeper=shelf(), ready=Kept(bench, lambda: bench.spectrum(at.cursor)))


@kept
def _first_look(digest: str, split: int) -> MachineAt:
    sweep = sweeps.load(digest)
    return MachineAt.first_look(sweep.lens, sweeps.data(digest), Cursor(split, *sweep.start))


@kept
def _bench(digest: str, split: int) -> Workbench:
    """The machines' kernels, one of which is held: a step of λ makes none."""
    at = _first_look(digest, split)
    return Workbench(at.config, at.dataset, split)
