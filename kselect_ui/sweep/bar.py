"""The bar under the heading, always in sight: sweep, cursor, criteria, and the errors there."""

import streamlit as st

from kselect_core.errors import KselectError
from kselect_ui import canvas
from kselect_ui.server.messages import error_ends_page, plain
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import cursor, finished, sidebar
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts

KEY = "bar"


def draw() -> None:
    """Draw the controls of every page about a sweep in one row, and the errors at the cursor."""
    visitor()
    with st.container(key=KEY, gap=None):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            with error_ends_page(), st.container(width=215):
                sidebar.run(finished.titles())
                sweep = finished.current()
            cursor.controls(sweep)
            shown = sidebar.shown(sweep)
            with st.popover(f"Criteria ({len(shown)})", key="bar_criteria"):
                sidebar.criteria(sweep)
            with st.container(width=165, gap=None):
                sidebar.switches()
        _errors(sweep)
        sidebar.pair(sweep)
    canvas.listen(clicker=charts.large())


def _errors(sweep: Sweep) -> None:
    """Draw the errors at the cursor, beside what the sweep is about."""
    about = f"{plain(sweep.name)}: {sidebar.size_text(sweep)}"
    with st.container(horizontal=True, gap="small", key="bar_words"):
        st.markdown(f"{_here(sweep)} :gray[· {about}]", width="content")


def _here(sweep: Sweep) -> str:
    from kselect_core.views.here import errors_text  # noqa: PLC0415 (views of all pages)

    if not sidebar.test_error():
        return "Errors are hidden"
    kernel, parameter, lam = cursor.position(sweep)
    try:
        at = finished.place(sweep, cursor.split_shown())
        errors = errors_text(at, kernel=kernel, parameter=parameter, lam=lam)
    except KselectError as error:
        return plain(error, limit=200)
    return f"At the cursor: {errors} · {at.splits_text}"
