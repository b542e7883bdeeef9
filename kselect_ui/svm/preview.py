"""One kernel's machines for data whose sweep has another learner: what needs no sweep."""

import streamlit as st

from kselect_core.plotting.machines.machine_path import machine_path as path_figure
from kselect_core.plotting.machines.machine_picture import machine_picture
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.machines.machine_view import costs_problem, machine_path, roles_at
from kselect_core.selection.machines.small_svm import small_svm
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.words.labels import kernel_text, strength_text
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import kept, remembered
from kselect_ui.svm import code as svm_code
from kselect_ui.svm.machine import RESOLUTION, as_points, as_table, axes
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart, Figure


def draw(sweep: Sweep) -> None:
    """Draw the machines of a middling kernel: a picture, and what becomes of them along C."""
    if sweep.task == "regression":
        return
    with error_in_place():
        bench = _bench(sweep.digest)
        point = middle(bench.config)
        st.markdown(
            f"For a first look: machines of one kernel in the middle of a small grid "
            f"({kernel_text(bench.config, point)})."
        )
        left, right = st.columns([46, 54], gap="medium")
        with left:
            charts.show(_picture(sweep, bench, point))
        with right:
            charts.show(_path(sweep, bench, point))


def middle(config: SweepConfig) -> Cursor:
    """Return the middle of a grid, on its first split."""
    family = config.candidates[0]
    lam = config.lambdas[len(config.lambdas) // 2]
    return Cursor(0, family.kernel, family.values[len(family.values) // 2], lam)


def _picture(sweep: Sweep, bench: Workbench, point: Cursor) -> Chart:
    shown, roles = bench.decision(point, resolution=RESOLUTION), roles_at(bench, point)
    figure: Figure = remembered(machine_picture)(
        shown, roles, class_names=bench.dataset.class_names
    )
    return Chart(
        key="svm_preview_picture",
        name="Decision picture with support vectors",
        figure=figure,
        numbers=lambda: as_points(shown, roles),
        caption=(
            f"{kernel_text(bench.config, point)}, {strength_text(bench.config, point.lam)}. "
            "Circles: free support vectors (on the margin), squares: bounded ones; dashed: "
            "f = ±1. "
            f"{axes(shown, bench.dataset.X.shape[1])} {_where(sweep, bench)}"
        ),
        code=svm_code.small() + svm_code.of_picture(point, resolution=RESOLUTION),
    )


def _path(sweep: Sweep, bench: Workbench, point: Cursor) -> Chart:
    path = machine_path(costs_problem(bench, point.kernel, point.parameter))
    cost = float(path.C[path.at(point.lam)])
    return Chart(
        key="svm_preview_path",
        name="The machine along C",
        figure=remembered(path_figure)(path, cursor=cost, kernel=(point.kernel, point.parameter)),
        numbers=lambda: as_table(path),
        caption=(
            f"Machines of the {kernel_text(bench.config, point)}; dashed line: the C of the "
            f"picture. {_where(sweep, bench)}"
        ),
        code=svm_code.small() + svm_code.of_path(point, cost),
    )


def _where(sweep: Sweep, bench: Workbench) -> str:
    n = len(bench.split.problem.y)
    points = f"n = {n} training points{pair_text(sweep)}"
    return f"Split 1 of this sweep · {points} · seed {sweep.config.seed}"


@kept
def _bench(digest: str) -> Workbench:
    data = sweeps.data(digest)
    return Workbench(small_svm(sweeps.load(digest).lens, data.X.shape[1]), data, 0)
