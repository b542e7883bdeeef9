"""The report of a sweep with a slider of the kernel, as one file."""

from collections.abc import Callable

import streamlit as st

from kselect_core.plotting.output.page_report import Report
from kselect_core.views.film.report import report_content
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import cursor, reel, switches
from kselect_ui.sweep.finished import Sweep

ABOUT = (
    "One file of at most 3 MB with decision picture, Gram matrix, spectrum and curves, and the "
    "numbers at every kernel. Its slider chooses the kernel; it needs no network, and a print "
    "shows the kernel that is chosen."
)


def draw(sweep: Sweep, name: str, page: Report, write: Callable[[Report], str]) -> None:
    """Draw the button of the report with a slider; nothing for a kernel without a parameter.

    Tables, facts and program are those of the report of the ``page``; ``write`` makes the file.
    """
    with error_in_place():
        seen = cursor.at_cursor(sweep)
        at = reel.line_at(sweep, seen, "parameter")
        if len(at.frames) == 1:
            return
        st.caption(ABOUT)
        film = reel.filmed(sweep, at)
        if film is None:
            return
        shown, test = switches.shown(sweep), switches.test_error()

        def made() -> str:
            content = report_content(film, shown, test=test, start=seen.point)
            return write(
                content._replace(tables=page.tables, facts=page.facts, program=page.program)
            )

        st.download_button(
            "Report with a slider of the kernel (HTML, works offline)",
            made,
            f"{name}_slider.html",
            "text/html",
            key="take_slider",
            on_click="ignore",
        )
