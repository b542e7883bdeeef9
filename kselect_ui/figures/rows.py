"""Each criterion in a row with its choice, drawn in the browser at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.plotting.output.rows_payload import Part, Rows, rows_payload
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import family_of
from kselect_core.views.curves import lines_of
from kselect_core.words.labels import distinct
from kselect_ui import canvas
from kselect_ui.canvas.board import rows
from kselect_ui.figures.pictures import Later
from kselect_ui.figures.shown import chart_of
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import of_place
from kselect_ui.sweep import cursor, export, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.files import file_name
from kselect_ui.widgets.state import View

VIEW = views.criterion_rows


def draw(sweep: Sweep, seen: View, *, key: str, row: float | None = None) -> None:
    """Draw the rows; a click moves the cursor, and those who open what leaves get the figure.

    ``row`` are the pixels of a row, None for as many as fit.
    """
    with error_in_place():
        at = sweeps.place(sweep, seen.split)
        options = options_of(seen)
        drawn = VIEW(at, **options)
        fixed = {name: value for name, value in options.items() if name != "parameter"}
        payload = of_place("rows", at, lambda _: _rows(sweep, seen), fixed)
        steps = cursor.parameters(sweep)
        step = steps.index(seen.parameter) if seen.parameter in steps else 0
        with st.container(gap=None):
            data = payload._asdict() | {"file": key, "name": file_name(drawn.name), "row": row}
            config, parts = sweep.config, payload.parts
            rows()(key=key, data=data, on_picked_change=lambda: picked(config, parts, key))
            canvas.say(key, kernel=seen.kernel, step=step)
        later = Later(lambda: chart_of(VIEW, at, **options).figure)
        charts.footer(Chart(key, drawn.name, later, drawn.numbers, drawn.caption))
        if st.session_state.get(export.OPEN):
            charts.hold(chart_of(VIEW, at, key=key, **options))


def options_of(seen: View) -> dict[str, Any]:
    """Return what the view depends on beside its sweep."""
    return {
        "kernel": seen.kernel,
        "parameter": seen.parameter,
        "lam": seen.lam,
        "quantities": seen.shown,
        "test": seen.test_error,
        "joint": seen.joint,
    }


def _rows(sweep: Sweep, seen: View) -> Rows:
    at, joint = sweeps.place(sweep, seen.split), seen.joint
    table = at.at_lambda(seen.lam)
    quantities = set(table["quantity"].unique())
    overlays = frozenset({"test"}) if seen.test_error else frozenset[str]()
    families = {one.kernel: family_of(sweep.config, one.kernel) for one in sweep.config.candidates}
    return rows_payload(
        table,
        at.part("joint" if joint else "per_lambda", seen.lam, fixed=seen.lam if joint else None),
        lam=seen.lam,
        quantities=[q for q in seen.shown if q in quantities],
        steps={kernel: list(distinct(family.values)) for kernel, family in families.items()},
        view=replace(lines_of(at, seen.shown, overlays, joint=joint), band="none"),
    )


def picked(config: SweepConfig, parts: Sequence[Part], key: str) -> None:
    """Put the cursor on what the browser names, if the rows have it."""
    event: Any = st.session_state[key].get("picked")
    pair = isinstance(event, list | tuple) and len(event) == 2  # noqa: PLR2004 (part and place)
    if not pair or not all(isinstance(number, int) for number in event):
        return
    number, at = event
    if 0 <= number < len(parts) and 0 <= at < len(parts[number]["values"]):
        part = parts[number]
        cursor.move(config, {"kernel": part["kernel"], "parameter": part["values"][at]})
