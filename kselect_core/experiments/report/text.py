"""The report of an experiment as Markdown, and its results as LaTeX tables."""

import re

from kselect_core.experiments.report import words
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.parts import TEMPLATES, parts

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~&$!])")
_STARTS = re.compile(r"^(\d*)([-+=.)])(?=[-+=\s]|$)")
LATEX = {sign: f"\\{sign}" for sign in "{}$&#_%"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "±": r"$\pm$",
    "−": r"$-$",
    "–": "--",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "≈": r"$\approx$",
    "²": r"$^2$",
    "…": r"\dots{}",
    "“": "``",
    "”": "''",
    '"': "''",
    "λ": r"$\lambda$",
    "τ": r"$\tau$",
    "σ": r"$\sigma$",
    "γ": r"$\gamma$",
    "η": r"$\eta$",
}


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


def markdown(text: str) -> str:
    """Text that Markdown shows letter by letter, on one line."""
    return _STARTS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", _line(text)))


def latex(text: str) -> str:
    """Text that LaTeX sets letter by letter."""
    return "".join(LATEX.get(sign, sign) for sign in _line(text))


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


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
TEMPLATES.filters |= {"markdown": markdown, "latex": latex, "line": _line}
