"""The figures made of the table: criterion curves and regret strip; a click moves the cursor."""

from dataclasses import replace
from functools import lru_cache

import pandas as pd
import streamlit as st

from kselect_core.plotting.curves.criterion_curves import criterion_curves
from kselect_core.plotting.curves.lambda_curves import lambda_curves, without_lambda
from kselect_core.plotting.curves.lines import View as Lines
from kselect_core.plotting.curves.regret_strip import regret_strip
from kselect_core.plotting.kit.cursor_line import moved
from kselect_core.plotting.kit.written import written
from kselect_core.selection.config.pairs import ONE_VS_REST
from kselect_core.words.amounts import counted
from kselect_core.words.labels import kernel_text, quantity_text, strength, strength_text, worded
from kselect_ui.figures import code as explore_code
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import captions, cursor
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View


def curves(sweep: Sweep, seen: View) -> None:
    """Draw the criteria over the kernel parameter, or over λ."""
    if not seen.shown:
        st.info("No criterion is switched on. Choose some in the side bar.")
        return
    if seen.over_lambda and not seen.overlays and set(_constant(sweep, seen)) >= set(seen.shown):
        words = "The criteria switched on are the same for every λ: there is nothing to draw."
        st.info(worded(sweep.config, words))
        return
    with error_in_place():
        chart = Chart(
            key="curves",
            name="Criterion curves",
            figure=_figure(sweep, seen),
            numbers=lambda: of_curves(sweep, seen),
            caption=caption(sweep, seen),
            code=explore_code.of_curves(seen, lines(sweep, seen), ends=_with_ends(sweep, seen)),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def regrets(sweep: Sweep, seen: View) -> None:
    """Draw where every criterion chooses and what that costs."""
    if not seen.test_error:
        st.info("The test error is hidden, and with it the regret. Switch it on in the side bar.")
        return
    config = sweep.config
    together = worded(config, "of kernel and λ together")
    what = together if seen.joint else f"for {strength_text(config, seen.lam)}"
    with error_in_place():
        chart = Chart(
            key="regrets",
            name="Regret of every criterion",
            figure=_strip(sweep, replace(seen, kernel="", parameter=0.0)),
            numbers=lambda: of_regrets(sweep, seen),
            caption=f"Choices {what}, one mark per split. Open marks: on the edge of the grid. "
            f"{captions.grid(sweep)}",
            code=explore_code.of_regrets(sweep, seen),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))


def lines(sweep: Sweep, seen: View) -> Lines:
    """Return what the curve figures need of a view."""
    return Lines(
        split=seen.split,
        mode="own units" if seen.axis == "own units" else "normalised",
        quantities=seen.shown,
        error="test_error" if sweep.task == "binary" else "test_squared_error",
        overlays=seen.overlays,
        band="minmax" if seen.split is None else "none",
        joint=seen.joint,
    )


def of_curves(sweep: Sweep, seen: View) -> pd.DataFrame:
    """Return the rows of the table that the curves show."""
    wanted = {*seen.shown}
    wanted |= {"test_error", "test_squared_error"} if seen.test_error else set()
    wanted |= {"training_error", "training_squared_error"} if seen.training_error else set()
    rows = _rows(sweep, seen)
    rows = rows[rows["quantity"].isin(wanted)]
    return rows if seen.split is None else rows[rows["split"] == seen.split]


def of_regrets(sweep: Sweep, seen: View) -> pd.DataFrame:
    """Return the choices that the regret strip shows."""
    chosen = sweeps.choices_at(sweep.digest, seen.table_scope, seen.scope_lam, seen.split)
    return chosen[chosen["quantity"].isin(seen.shown)]


def caption(sweep: Sweep, seen: View) -> str:
    """Return what the curves are made of: fixed value, splits, grid, sample, seed, gaps."""
    config = sweep.config
    count = len(sweep.splits)
    splits = f"mean and range of {count} splits" if count > 1 else "one split"
    if seen.split is not None:
        splits = f"split {seen.split + 1} of {len(sweep.splits)}"
    fixed = kernel_text(config, seen) if seen.over_lambda else strength_text(config, seen.lam)
    grid = f"{counted(len(config.kernels), 'kernel')} × {len(config.lambdas)} {strength(config)}"
    pinned = "best λ" if seen.over_lambda else "kernel and λ chosen together" if seen.joint else ""
    pins = pinned and worded(config, f"pins: {pinned}")
    pairs = f"criteria: mean over {pair_count(sweep)}" if sweep.pair and not config.pair else ""
    parts = (fixed, pins, splits, pairs, grid, sweeps.size_text(sweep), f"seed {config.seed}")
    text = " · ".join(part for part in parts if part)
    return f"{text}{_left_out(sweep, seen)}"


def pair_count(sweep: Sweep) -> str:
    """Return how many binary problems several classes became: ``3 pairs of classes``."""
    count = len(sweeps.pairs(sweep.digest))
    rest = sweep.config.multiclass == ONE_VS_REST
    return f"{count} classes against the rest" if rest else f"{count} pairs of classes"


def _left_out(sweep: Sweep, seen: View) -> str:
    constant = _constant(sweep, seen) if seen.over_lambda else ()
    names = ", ".join(quantity_text(quantity) for quantity in constant)
    every = worded(sweep.config, "the same for every λ, not drawn")
    return f" · {every}: {names}" if names else ""


def _with_ends(sweep: Sweep, seen: View) -> bool:
    """Whether values at K = I and K = 11ᵀ are drawn: machines at these ends take seconds."""
    return seen.axis == "own units" and not sweep.config.C


def _constant(sweep: Sweep, seen: View) -> tuple[str, ...]:
    return without_lambda(_rows(sweep, seen), view=lines(sweep, seen))


def _rows(sweep: Sweep, seen: View) -> pd.DataFrame:
    if seen.over_lambda:
        return sweeps.at_kernel(sweep.digest, seen.kernel, seen.parameter)
    return sweeps.at_lambda(sweep.digest, seen.lam)


def _figure(sweep: Sweep, seen: View) -> Figure:
    """Return the curves with the cursor; drawn anew only where more than the cursor changed."""
    if seen.over_lambda:
        base, x = _over_lambda(sweep, replace(seen, lam=0.0)), seen.lam
    else:
        base, x = _over_kernels(sweep, replace(seen, parameter=1.0)), seen.place
    figure: Figure = moved(base, x)
    return figure


@lru_cache(maxsize=64)
def _over_kernels(sweep: Sweep, seen: View) -> Figure:
    return written(
        criterion_curves(
            _rows(sweep, seen),
            sweeps.choices_at(sweep.digest, seen.table_scope, seen.scope_lam, seen.split),
            lam=seen.lam,
            cursor=(seen.kernel, seen.parameter),
            references=sweeps.references(sweep.digest) if _with_ends(sweep, seen) else None,
            view=lines(sweep, seen),
        )
    )


@lru_cache(maxsize=64)
def _over_lambda(sweep: Sweep, seen: View) -> Figure:
    return written(
        lambda_curves(
            _rows(sweep, seen),
            kernel=seen.kernel,
            parameter=seen.parameter,
            cursor=seen.lam,
            view=lines(sweep, seen),
        )
    )


@lru_cache(maxsize=64)
def _strip(sweep: Sweep, seen: View) -> Figure:
    return written(
        regret_strip(
            of_regrets(sweep, seen),
            sweeps.grids(sweep.digest),
            lam=None if seen.joint else seen.lam,
            split=seen.split,
            rate=sweep.task == "binary",
        )
    )
