"""The report of an experiment as Markdown, and its results as LaTeX tables."""

import re
from collections.abc import Iterator, Sequence

from kselect_core.experiments.report import grids, words
from kselect_core.experiments.report.cells import Cell, Sheet, sheets
from kselect_core.experiments.report.grids import Grid
from kselect_core.experiments.report.input import ReportInput

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
    parts = [f"# {markdown(content.title)}", markdown(content.source), markdown(content.about)]
    glance = (words.state(content), *content.headlines)
    parts += ["## At a glance", "\n".join(f"- {markdown(line)}" for line in glance)]
    parts += _tables(grids.first(content))
    parts += ["## Results", " ".join(map(markdown, words.reading(content)))]
    slanted = " Not significantly worse: _italics_." if "not worse" in words.marks(content) else ""
    parts.append(f"Best mean of a row: **bold**.{slanted}{_below(content)}")
    for sheet in sheets(content):
        parts += [f"### {markdown(sheet.title)}" if sheet.title else "", _sheet(sheet)]
    known = (grids.progress, grids.failures, grids.remarks, grids.all_rows)
    parts += _tables((grids.silent(content), grids.variants(content), *grids.tables(content)))
    parts += _tables([one(content) for one in known])
    facts = "\n".join(
        f"- {markdown(name)}: {markdown(value)}" for name, value in words.facts(content)
    )
    parts += ["## Where this comes from", facts, _fenced(content.protocol)]
    return "\n\n".join(part for part in parts if part) + "\n"


def report_latex(content: ReportInput) -> str:
    r"""LaTeX tables of the results, for ``\input`` into a paper; needs the package booktabs.

    One table per variant and setting: our mean ± deviation, the best bold, those not significantly
    worse underlined, with the printed number below each.
    """
    head = (
        f"% {_line(f'{content.title}. {content.source}')}",
        f"% Plan {_line(content.plan) or 'unknown'}, results {_line(content.digest) or 'unknown'}.",
        r"% Needs \usepackage{booktabs}; UTF-8.",
        *(f"% {_line(line)}" for line in words.reading(content)),
    )
    tables = [_latex_table(content, sheet) for sheet in sheets(content)]
    return "\n".join((*head, *tables)) + "\n"


def _below(content: ReportInput) -> str:
    if not content.results["printed"].notna().any():
        return ""
    return (
        " Below: as printed, and the difference in printed standard deviations with its verdict "
        "(= as printed, up to 1; ≈ near, up to 2; ▼ lower, ▲ higher)."
    )


def markdown(text: str) -> str:
    """Text that Markdown shows letter by letter, on one line."""
    return _STARTS.sub(r"\1\\\2", _MARKS.sub(r"\\\1", _line(text)))


def latex(text: str) -> str:
    """Text that LaTeX sets letter by letter."""
    return "".join(LATEX.get(sign, sign) for sign in _line(text))


def _line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _sheet(sheet: Sheet) -> str:
    rows = tuple((name, *map(_markdown_cell, cells)) for name, cells in sheet.rows)
    lines = [(sheet.head, *sheet.criteria), *((markdown(row[0]), *row[1:]) for row in rows)]
    heads = tuple(map(markdown, lines[0]))
    return _lines(heads, lines[1:], (False, *(True for _ in sheet.criteria)))


def _markdown_cell(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    ours = f"**{cell.ours}**" if cell.best else f"_{cell.ours}_" if cell.not_worse else cell.ours
    if not cell.paper:
        return ours
    return f"{ours}<br>{cell.paper} ({cell.in_sd} {cell.sign})".replace(" )", ")")


def _tables(given: Sequence[Grid]) -> Iterator[str]:
    for grid in given:
        if grid.rows:
            yield from (f"## {markdown(grid.title)}", _table(grid), markdown(grid.about))


def _table(grid: Grid) -> str:
    return _lines(
        tuple(map(markdown, grid.heads)),
        [tuple(map(markdown, row)) for row in grid.rows],
        grid.numeric,
    )


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    rule = ["---:" if right else "---" for right in numeric]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, rule, *rows))


def _fenced(text: str) -> str:
    """Text as a block of code, with a fence longer than any in the text."""
    if not text:
        return ""
    runs = re.findall(r"`+", text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    return f"{fence}toml\n{text.rstrip()}\n{fence}"


def _latex_table(content: ReportInput, sheet: Sheet) -> str:
    title = ", ".join(filter(None, (content.title, sheet.title)))
    means, *_ = words.reading(content)
    underlined = "; underlined: not significantly worse" if len(words.marks(content)) > 1 else ""
    marks = f"Bold: best of the row{underlined}."
    return "\n".join(
        (
            r"\begin{table}",
            r"\centering\small",
            rf"\caption{{{latex(f'{title}. {means} {marks}')}}}",
            rf"\begin{{tabular}}{{l{'r' * len(sheet.criteria)}}}",
            r"\toprule",
            rf"{' & '.join(('', *map(latex, sheet.criteria)))} \\",
            r"\midrule",
            *_latex_rows(sheet),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        )
    )


def _latex_rows(sheet: Sheet) -> Iterator[str]:
    for name, cells in sheet.rows:
        yield rf"{latex(name)} & {' & '.join(map(_latex_cell, cells))} \\"
        if any(cell and cell.paper for cell in cells):
            papers = (latex(cell.paper) if cell else "" for cell in cells)
            yield rf"\quad\footnotesize printed & {' & '.join(map(_small, papers))} \\"


def _latex_cell(cell: Cell | None) -> str:
    if cell is None:
        return "--"
    ours = latex(cell.ours)
    if cell.best:
        return rf"\textbf{{{ours}}}"
    return rf"\underline{{{ours}}}" if cell.not_worse else ours


def _small(text: str) -> str:
    return rf"\footnotesize {text}" if text else ""
