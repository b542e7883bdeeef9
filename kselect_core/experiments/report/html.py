"""The report of an experiment as one HTML file that needs no network."""

from typing import NamedTuple

from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.templates import TEMPLATES, parts
from kselect_core.plotting.kit.theme import CONFIG
from kselect_core.plotting.output.page_report import Drawn


class _Figure(NamedTuple):
    """A figure as HTML; Plotly's own writer escapes what stands in its script."""

    name: str
    caption: str
    body: str


def report_html(content: ReportInput) -> str:
    """One HTML page that asks nothing of any host; every text is shown letter by letter.

    Results as the papers print them, data sets by criteria, with the printed number and the
    difference in printed deviations in each cell; then figures, further tables, what the source
    leaves open, what was run, all rows, and where it comes from. Plotly is inside if there are
    figures, else the page has no script at all.
    """
    figures = [_figure(picture, number) for number, picture in enumerate(content.figures)]
    return TEMPLATES.get_template("report.html.j2").render(parts(content), figures=figures)


def _figure(drawn: Drawn, number: int) -> _Figure:
    """Return one figure; the first one brings the library for all."""
    body = drawn.figure.to_html(
        config=dict(CONFIG),
        include_plotlyjs=number == 0,
        include_mathjax=False,
        full_html=False,
        div_id=f"figure-{number}",
    )
    return _Figure(drawn.name, drawn.caption, body)
