"""The report of an experiment as Markdown, and its results as LaTeX tables."""

import re

from kselect_core.experiments.report import words
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.templates import TEMPLATES, parts
from kselect_core.words.escaped import latex, markdown, on_one_line


def report_markdown(content: ReportInput) -> str:
    """Markdown text with the parts of the HTML report, but without its figures."""
    facts = [f"{markdown(name)}: {markdown(value)}" for name, value in words.facts(content)]
    return TEMPLATES.get_template("report.md.j2").render(
        parts(content) | {"facts": facts, "fence": _fence(content.protocol)}
    )


def report_latex(content: ReportInput) -> str:
    r"""LaTeX tables of the results, for ``\input`` into a paper; needs the package booktabs.

    One table per variant and setting: our mean ± deviation, the best bold, those not significantly
    worse underlined, with the printed number below each.
    """
    return LATEX_TEMPLATES.get_template("report.tex.j2").render(parts(content))


def _fence(text: str) -> str:
    """Fence of a block of code, longer than any in the text."""
    runs = re.findall(r"`+", text)
    return "`" * max(3, 1 + max(map(len, runs), default=0))


LATEX_TEMPLATES = TEMPLATES.overlay(
    block_start_string="<%",
    block_end_string="%>",
    variable_start_string="<<",
    variable_end_string=">>",
    comment_start_string="<#",
    comment_end_string="#>",
)
TEMPLATES.filters |= {"markdown": markdown, "latex": latex, "line": on_one_line}
