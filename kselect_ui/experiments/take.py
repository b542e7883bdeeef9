"""What leaves the page of experiments: reports, tables, programs, and how to repeat it."""

import io
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import streamlit as st

from kselect_core.experiments.report.folder import FILES, write_report
from kselect_core.experiments.report.html import report_html
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.text import report_latex, report_markdown
from kselect_core.plotting.output.page_report import Drawn
from kselect_ui.experiments.code import program, start
from kselect_ui.experiments.look import ExperimentAt
from kselect_ui.experiments.tables import result_rows
from kselect_ui.sweep import export
from kselect_ui.widgets import charts
from kselect_ui.widgets.files import file_name


def panel(look: ExperimentAt, finding: str) -> None:
    """Draw the report as files, how to repeat the experiment, and the way out of every page."""
    st.header("Take it along", anchor=False)
    content = _with_figures(look)
    name = file_name(f"{look.content.name} {look.content.plan[:6]}")
    with st.container(horizontal=True):
        for label, made, ending, kind in (
            ("Report (HTML)", lambda: report_html(content), "html", "text/html"),
            ("Markdown", lambda: report_markdown(content), "md", "text/markdown"),
            ("LaTeX", lambda: report_latex(content), "tex", "application/x-tex"),
            ("Protocol (TOML)", content.protocol, "toml", "application/toml"),
            ("All tables and manifest (zip)", _zipped(content), "zip", "application/zip"),
        ):
            st.download_button(
                label,
                made,
                f"{name}.{ending}",
                kind,
                key=f"x_take_{ending}",
                on_click="ignore",
            )
    left, right = charts.beside([1, 1])
    with left:
        st.caption("The same on the command line")
        st.code(_commands(look), language="bash", wrap_lines=True)
    with right:
        st.caption("The same numbers in Python")
        st.code(program(look), language="python", wrap_lines=True)
    export.offer(lambda: _parcel(look, finding, name))


def _commands(look: ExperimentAt) -> str:
    """Return the commands that repeat an experiment and, of this computer's store, report it."""
    again = look.content.again
    return again if look.experiment.shipped else f"{again}\nkselect report {look.experiment.key}"


def _parcel(look: ExperimentAt, finding: str, name: str) -> export.Parcel:
    content = look.content
    return export.Parcel(
        name=name,
        subject=content.title,
        start=start(look.experiment),
        program=program(look),
        tables=(
            ("Results", content.results),
            ("Outcomes by split", content.outcomes),
            *((("Timings", content.timings),) if len(content.timings) else ()),
        ),
        shown=(("Results", result_rows(look)),),
        configuration=content.protocol,
        facts=(
            ("Plan", content.plan),
            ("Digest of the results", content.digest),
            ("Seed", str(content.seed)),
            ("To repeat it", content.again),
        ),
        finding=finding,
    )


def _with_figures(look: ExperimentAt) -> ReportInput:
    drawn = tuple(Drawn(chart.name, chart.figure, chart.caption) for chart in charts.drawn())
    return replace(look.content, figures=drawn)


def _zipped(content: ReportInput) -> Callable[[], bytes]:
    def made() -> bytes:
        buffer = io.BytesIO()
        with tempfile.TemporaryDirectory() as folder:
            place = write_report(Path(folder) / "report", content)
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as whole:
                for name in FILES:
                    whole.write(place / name, name)
        return buffer.getvalue()

    return made
