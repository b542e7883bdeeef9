"""Training, test, leave-one-out and k-fold error in one picture."""

from functools import lru_cache, partial
from math import isnan
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core.plotting.kit.cursor_line import moved
from kselect_core.plotting.kit.written import written
from kselect_core.plotting.maps.error_curves import (
    ErrorView,
    error_curves,
    errors_of,
    losses,
    missing_estimates,
)
from kselect_core.words.labels import kernel_text, strength_text, worded
from kselect_ui import PAGES
from kselect_ui.errors import code as errors_code
from kselect_ui.figures.measured import common
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import cursor
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

LOSS, ALONG = "loss", "along"
WAYS = ("over the kernel", "over λ")
ESTIMATES = {"loo": "leave-one-out", "kfold": "k-fold"}


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the errors of one loss with the cursor; a click moves it."""
    known = losses(sweep.table)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        loss = linked.switch("Loss", known, key=LOSS) if len(known) > 1 else known[0]
        along = _along(sweep)
    shown = ErrorView(
        kernel=seen.kernel,
        parameter=seen.parameter,
        lam=seen.lam,
        loss="0/1" if loss == "0/1" else "squared",
        along="kernel" if along == WAYS[0] else "λ",
        split=seen.split,
        test=seen.test_error,
    )
    with error_in_place():
        at = seen.place if shown.along == "kernel" else seen.lam
        figure: Figure = moved(_figure(sweep, _without_cursor(sweep, shown)), at)
        chart = Chart(
            key="errors_curves",
            name="Training, test and cross-validated error",
            figure=figure,
            numbers=lambda: rows(sweep, shown),
            caption=caption(sweep, seen, shown),
            code=errors_code.of_curves(shown),
        )
        charts.show(chart, on_pick=lambda points: cursor.pick(sweep.config, points))
    missing(sweep, shown.loss)


def _along(sweep: Sweep) -> str:
    """Draw the switch between kernel and λ; with one λ there is nothing to switch."""
    if len(sweep.config.lambdas) < 2:  # noqa: PLR2004 (a single point is no curve)
        return WAYS[0]
    return linked.switch("Errors along", WAYS, key=ALONG, words=partial(worded, sweep.config))


def rows(sweep: Sweep, shown: ErrorView) -> pd.DataFrame:
    """Return the rows of the table that the curves show."""
    table = sweep.table
    here_ = table["quantity"].isin(errors_of(table, shown.loss, test=shown.test))
    here_ &= table["kernel"] == shown.kernel
    if shown.along == "kernel":
        here_ &= table["lambda"] == shown.lam
    elif not isnan(shown.parameter):
        here_ &= table["parameter"] == shown.parameter
    if shown.split is not None:
        here_ &= table["split"] == shown.split
    return table[here_]


def caption(sweep: Sweep, seen: View, shown: ErrorView) -> str:
    """Return what is held fixed, what the bands and rings are, and what a loss means."""
    over_kernel = shown.along == "kernel"
    config = sweep.config
    fixed = strength_text(config, seen.lam) if over_kernel else kernel_text(config, seen)
    loss = "share of wrong labels" if shown.loss == "0/1" else "mean squared error"
    many = seen.split is None and len(sweep.splits) > 1
    bands = " Bands: lowest to highest split." if many else ""
    return f"{loss.capitalize()} at {fixed}. Rings: lowest point.{bands} {common(sweep, seen)}"


def missing(sweep: Sweep, loss: str) -> None:
    """Say which cross-validated errors the sweep does not hold, and where to get them."""
    lost = missing_estimates(sweep.table, loss)
    if not lost:
        return
    names = " and ".join(ESTIMATES[key] for key in lost)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f"This sweep holds no {names} error of this loss ({loss}).", width="content")
        st.page_link(PAGES / "sweep.py", label="sweep with it")


def _without_cursor(sweep: Sweep, shown: ErrorView) -> ErrorView:
    """Return the view with what the cursor moves along set to the first value of its grid."""
    family = next(f for f in sweep.config.candidates if f.kernel == shown.kernel)
    if shown.along == "kernel":
        return shown._replace(parameter=family.points[0])
    return shown._replace(lam=sweep.config.lambdas[0])


@lru_cache(maxsize=64)
def _figure(sweep: Sweep, shown: ErrorView) -> Any:  # noqa: ANN401 (a Plotly figure)
    return written(error_curves(sweep.table, view=shown))
