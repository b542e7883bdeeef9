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
from kselect_core.experiments.report.marked import marked_results
from kselect_core.experiments.report.marked_up import report_latex, report_markdown
from kselect_core.experiments.views import ExperimentAt
from kselect_core.plotting.output.page_report import Drawn
from kselect_core.views.python import literal
from kselect_ui.experiments.shelf import DIGITS, Experiment
from kselect_ui.sweep import export
from kselect_ui.widgets import charts
from kselect_ui.widgets.files import file_name

_SHIPPED = '''"""{title}"""

from kselect_core.experiments.example import example

plan, store = example()
'''
_STORED = '''"""{title}"""

from kselect_core.experiments.plan.plan import restored
from kselect_core.results.store import Store

store = Store(read_only=True)
plan = restored(store.plan("{hash}"))
'''
_NUMBERS = """
content = report_of(plan, store, test={test})

if __name__ == "__main__":
    print(content.results.to_string(index=False))
"""
REPORT = "from kselect_core.experiments.report.reporting import report_of"


def panel(of: Experiment, at: ExperimentAt, finding: str) -> None:
    """Draw the report as files, how to repeat the experiment, and the way out of every page."""
    st.header("Download", anchor=False)
    content = _with_figures(at)
    report = content.titled()
    name = file_name(f"{at.content.name} {at.content.plan[:6]}")
    with st.container(horizontal=True):
        for label, data, ending, kind in (
            ("Report (HTML)", lambda: report_html(report), "html", "text/html"),
            ("Markdown", lambda: report_markdown(report), "md", "text/markdown"),
            ("LaTeX", lambda: report_latex(report), "tex", "application/x-tex"),
            ("Protocol (TOML)", content.protocol, "toml", "application/toml"),
            ("All tables and manifest (zip)", _zipped(content), "zip", "application/zip"),
        ):
            st.download_button(
                label,
                data,
                f"{name}.{ending}",
                kind,
                key=f"x_take_{ending}",
                on_click="ignore",
            )
    left, right = charts.beside([1, 1])
    with left:
        st.caption("The same on the command line")
        st.code(_commands(of, at), language="bash", wrap_lines=True)
    with right:
        st.caption("The same numbers in Python")
        st.code(program(of, at), language="python", wrap_lines=True)
    export.offer(lambda: _parcel(of, at, finding, name))


def _commands(of: Experiment, at: ExperimentAt) -> str:
    """Return the commands that repeat an experiment and, of this computer's store, report it."""
    again = at.content.again
    return again if of.shipped else f"{again}\nkselect report {of.key}"


def _parcel(of: Experiment, at: ExperimentAt, finding: str, name: str) -> export.Parcel:
    content = at.content
    return export.Parcel(
        name=name,
        subject=content.title,
        start=start(of),
        program=program(of, at),
        tables=(
            ("Results", content.results),
            ("Outcomes by split", content.outcomes),
            *((("Timings", content.timings),) if len(content.timings) else ()),
        ),
        shown=(("Results", marked_results(at.results)),),
        configuration=content.protocol,
        facts=(
            ("Plan", content.plan),
            ("Digest of the results", content.digest),
            ("Seed", str(content.seed)),
            ("To repeat it", content.again),
        ),
        finding=finding,
    )


def start(of: Experiment) -> str:
    """Return the lines after which ``plan`` and ``store`` exist."""
    title = f"A part of the experiment {of.plan.hash[:12]} of kselect, read from its store."
    form = _SHIPPED if of.shipped else _STORED
    return form.format(title=title, hash=of.plan.hash[:DIGITS])


def program(of: Experiment, at: ExperimentAt) -> str:
    """Return a program that prints the result table."""
    before = start(of).replace("\n\nfrom", f"\n\n{REPORT}\nfrom", 1)
    return before + _NUMBERS.format(test=literal(at.part.test))


def _with_figures(at: ExperimentAt) -> ReportInput:
    figures = tuple(Drawn(chart.name, chart.figure, chart.caption) for chart in charts.drawn())
    return replace(at.content, figures=figures)


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
