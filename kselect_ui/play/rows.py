"""Each criterion in a row with its choice, drawn in the browser at once."""

import streamlit as st

from kselect_core import views
from kselect_core.plotting.output.rows_payload import Rows, rows_payload
from kselect_core.selection.places.cursor import family_of
from kselect_core.views.curves import lines_of
from kselect_ui.canvas.board import rows
from kselect_ui.figures.pictures import Later
from kselect_ui.figures.shown import chart_of
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import cursor, export
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.state import View

KEY = "play_rows"


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the rows; a click moves the cursor, and those who open what leaves get the figure."""
    if not seen.shown:
        st.info("No criterion is switched on. Choose some under Criteria, above.")
        return
    values = family_of(sweep.config, seen.kernel).values
    with error_in_place():
        told = shelf().get(f"rows {sweep.digest} {seen.shown}", lambda: _rows(sweep, seen, values))
        place = values.index(seen.parameter) if seen.parameter in values else 0
        data = told._asdict() | {"count": len(values), "at": place, "file": KEY}
        rows()(key=KEY, data=data, on_picked_change=lambda: _picked(values))
        _footer(sweep, seen)


def _rows(sweep: Sweep, seen: View, values: tuple[float, ...]) -> Rows:
    at = sweeps.place(sweep, None)
    return rows_payload(
        at.at_lambda(seen.lam),
        at.part("per_lambda", seen.lam),
        lam=seen.lam,
        kernel=seen.kernel,
        values=values,
        view=lines_of(at, seen.shown, frozenset({"test"})),
    )


def _footer(sweep: Sweep, seen: View) -> None:
    """Draw caption and numbers, those of the figure that leaves the page in place of the rows."""

    def chart() -> Chart:
        return chart_of(
            views.criterion_rows,
            sweeps.place(sweep, None),
            kernel=seen.kernel,
            parameter=seen.parameter,
            lam=seen.lam,
            quantities=seen.shown,
        )

    drawn = views.criterion_rows(
        sweeps.place(sweep, None),
        kernel=seen.kernel,
        parameter=seen.parameter,
        lam=seen.lam,
        quantities=seen.shown,
    )
    later = Later(lambda: chart().figure)
    charts.footer(Chart(KEY, drawn.name, later, drawn.numbers, drawn.caption))
    if st.session_state.get(export.OPEN):
        charts.hold(chart())


def _picked(values: tuple[float, ...]) -> None:
    place = st.session_state[KEY].get("picked")
    if isinstance(place, int) and 0 <= place < len(values):
        linked.put(cursor.PARAMETER, values[place])
