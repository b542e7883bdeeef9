"""Figures of combined kernels: weights, path of the objective, test errors; with their programs."""

import pandas as pd
import streamlit as st

from kselect_core.plotting.combined.errors import combined_errors
from kselect_core.plotting.combined.objective_path import objective_path
from kselect_core.plotting.combined.weight_bars import MOST, weight_bars
from kselect_core.selection.combination.combined import STARTS, Combined, Plan
from kselect_core.views.python import call, literal, record
from kselect_core.words.amounts import counted
from kselect_ui.design.combined.words import (
    UNITS,
    fit_text,
    member_names,
    norm_text,
    objective_text,
    reason_text,
    role_names,
    scaling_text,
    sureness,
)
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import program, sidebar
from kselect_ui.sweep.captions import pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

NAMES = "names = [kernel_label(m.kernel, m.value, m.convention, m.name) for m in found.members]"


def weights(sweep: Sweep, seen: View, plan: Plan, found: Combined) -> None:
    """Draw a bar per kernel: its weight on the split that is looked at, or the mean."""
    names = member_names(found)
    what = "Weights" if seen.split is not None else "Mean weights over the splits, a dot for each"
    part = f"; the {MOST} largest of {len(names)}" if len(names) > MOST else ""
    charts.show(
        Chart(
            key="combination_weights",
            name="Weights of the kernels",
            figure=_weights(found, plan, seen.split),
            numbers=lambda: of_weights(found, names),
            caption=(
                f"{what}{part}: {norm_text(plan)}, {scaling_text(plan)}; dashed: equal weights. "
                f"{where(sweep, seen, found)}"
            ),
            code=_code(plan, "weight_bars", ("kernel_label", "weight_bars"), NAMES, _bars(seen)),
        )
    )


def path(sweep: Sweep, seen: View, plan: Plan, found: Combined) -> None:
    """Draw the values of the objective along the descent from each start, on one split."""
    learnt = found.learnt[seen.one_split]
    told = "; ".join(
        f"from {name} {counted(len(way.points) - 1, 'step')}, {reason_text(way.reason)}"
        for name, way in zip(STARTS, learnt.paths, strict=True)
    )
    charts.show(
        Chart(
            key="combination_path",
            name="Objective along the path",
            figure=_path(found, plan, seen.one_split),
            numbers=lambda: of_path(found, seen.one_split),
            caption=(
                f"{objective_text(sweep, plan)}, projected gradient: {told}. "
                f"{sureness(plan, learnt)}. "
                f"{where(sweep, seen, found, one_split=True)}"
            ),
            code=_code(
                plan,
                "objective_path",
                ("objective_path",),
                f"learnt = found.learnt[{seen.one_split}]",
                "figure = objective_path(learnt.ways, quantity=plan.quantity, best=learnt.best)",
            ),
        )
    )


def errors(sweep: Sweep, seen: View, plan: Plan, found: Combined) -> None:
    """Draw the test errors of the learnt kernel, the single ones and the equal weights."""
    if not st.session_state.get(sidebar.TEST_ERROR, True):
        st.info("The test error is hidden. Switch it on in the side bar.")
        return
    names, rate = role_names(plan), sweep.task == "binary"
    drawn = call(
        "combined_errors",
        _some("found.errors", seen.split),
        literal(list(names)),
        quantity=literal(plan.quantity),
        rate=literal(rate),
    )
    charts.show(
        Chart(
            key="combination_errors",
            name="Test errors of the combined kernel and of others",
            figure=_errors(found, plan, seen.split, rate=rate),
            numbers=lambda: of_errors(found, names, UNITS[sweep.task]),
            caption=(
                f"{fit_text(sweep, plan)}. Small points: splits; large: mean ± standard "
                "deviation. Open: chosen with the test points, for comparison only. "
                f"{where(sweep, seen, found)}"
            ),
            code=_code(plan, "errors", ("combined_errors",), f"figure = {drawn}"),
        )
    )


def where(sweep: Sweep, seen: View, found: Combined, *, one_split: bool = False) -> str:
    """Return what every caption ends with: sample, splits, seed."""
    splits = counted(len(found.learnt), "split")
    if seen.split is not None or one_split:
        splits = f"split {seen.one_split + 1} of {len(found.learnt)}"
    return f"n = {found.n} training points{pair_text(sweep)}, {splits}, seed {sweep.config.seed}."


def of_weights(found: Combined, names: list[str]) -> pd.DataFrame:
    """Return every weight, one row per kernel and one column per split."""
    columns = {f"split {k + 1}": one.weights for k, one in enumerate(found.learnt)}
    return pd.DataFrame({"kernel": names, **columns})


def of_path(found: Combined, split: int) -> pd.DataFrame:
    """Return the values along both paths, one row per point."""
    parts = [
        pd.DataFrame({"start": name, "point": range(1, len(course) + 1), "value": course})
        for name, course in found.learnt[split].ways
    ]
    return pd.concat(parts, ignore_index=True)


def of_errors(found: Combined, names: tuple[str, ...], unit: str) -> pd.DataFrame:
    """Return the test errors, one row per split and kernel."""
    rows = [
        {"split": split + 1, "kernel": name, unit: float(value)}
        for split, row in enumerate(found.errors)
        for name, value in zip(names, row, strict=True)
    ]
    return pd.DataFrame(rows)


def _code(plan: Plan, module: str, drawing: tuple[str, ...], *lines: str) -> str:
    return program.lines(
        f"from kselect_core.plotting.combined.{module} import {', '.join(drawing)}",
        "from kselect_core.selection.combination.combined import Plan, combined",
        "",
        program.assigned("plan", record(plan)),
        "found = combined(config, dataset, plan)",
        *lines,
    )


def _bars(seen: View) -> str:
    drawn = call(
        "weight_bars",
        _some("found.weights", seen.split),
        "names",
        quantity="plan.quantity",
        equal="plan.equal(len(names))",
    )
    return program.assigned("figure", drawn)


def _some(rows: str, split: int | None) -> str:
    """Return all rows, or the one of a split, as a program writes it."""
    return rows if split is None else f"{rows}[{split} : {split + 1}]"


def _part(split: int | None) -> slice:
    return slice(None) if split is None else slice(split, split + 1)


def _weights(found: Combined, plan: Plan, split: int | None) -> Figure:
    names = member_names(found)
    figure: Figure = remembered(weight_bars)(
        found.weights[_part(split)],
        names,
        quantity=plan.quantity,
        equal=plan.equal(len(names)),
    )
    return figure


def _path(found: Combined, plan: Plan, split: int) -> Figure:
    learnt = found.learnt[split]
    figure: Figure = remembered(objective_path)(
        learnt.ways, quantity=plan.quantity, best=learnt.best
    )
    return figure


def _errors(found: Combined, plan: Plan, split: int | None, *, rate: bool) -> Figure:
    figure: Figure = remembered(combined_errors)(
        found.errors[_part(split)], role_names(plan), quantity=plan.quantity, rate=rate
    )
    return figure
