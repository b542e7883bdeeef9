"""CSV and TSV tables: a data set as a function of bytes and options alone.

No path and no address reaches this module, so it can run in a process of its own; everything
that goes in or comes out can be pickled.
"""

from dataclasses import replace
from typing import Literal

import numpy as np

from kselect_core.data.columns import Cells, Column, cells_of, column
from kselect_core.data.dataset import Dataset
from kselect_core.data.decoding import decoded
from kselect_core.data.features import identifier_finding, matrix
from kselect_core.data.findings import Finding, counted
from kselect_core.data.header import Grid, grid
from kselect_core.data.label_column import label_name
from kselect_core.data.notices import notices
from kselect_core.data.number_style import NumberStyle, style_of
from kselect_core.data.records import records
from kselect_core.data.table_options import TableOptions
from kselect_core.data.target_column import Target, target
from kselect_core.errors import DataError, Question, QuestionError, UnknownNameError
from kselect_core.types import Array

FEWEST_ROWS = 4
_SHOWN = 5
Kind = Literal["asked", "fixed"]


def read_table(
    content: bytes, options: TableOptions | None = None, *, name: str = "table"
) -> Dataset:
    """Return the data set in a CSV or TSV file, with a report of everything that was done.

    Whatever could be read in more than one way raises a ``QuestionError`` that names the option
    and its answers; whatever cannot be used raises a ``DataError`` with line and column.
    """
    options = options or TableOptions()
    text = decoded(content, options.encoding)
    table = records(
        text.text, delimiter=options.delimiter, comments=options.comments, skip=options.skip
    )
    named = grid(table, options)
    return dataset_of(named, options, name=name, findings=(*text.findings, *table.findings))


def dataset_of(
    table: Grid, options: TableOptions, *, name: str, findings: tuple[Finding, ...] = ()
) -> Dataset:
    """Return the data set in a grid of cells."""
    _check_names(table, options)
    label, label_findings = label_name(table, options)
    cells = {
        column_name: cells_of(column_name, texts, table.lines)
        for column_name, texts in zip(table.names, table.columns, strict=True)
        if column_name not in options.drop
    }
    style, style_findings = number_style(list(cells.values()), options)
    goal = target(label, cells.pop(label).texts, table.lines, style=style, options=options)
    columns, dropped = _columns(list(cells.values()), style, options)
    keep, missing_findings = _kept_rows(columns, goal.keep, table.lines, options)
    y, classes = _coded(goal, keep)
    features = matrix([_restricted(c, keep) for c in columns], missing=options.missing)
    hints = notices(features.X, y, features.names, classes=goal.task != "regression")
    report = (
        *findings, *table.findings, *label_findings, *style_findings, *goal.findings, *dropped,
        *missing_findings, *features.findings, *hints,
    )  # fmt: skip
    data = Dataset(features.X, y, name, goal.task, features.names, classes, report)
    return data if options.positive is None else data.against_rest(options.positive)


def number_style(columns: list[Cells], options: TableOptions) -> tuple[NumberStyle, list[Finding]]:
    """Return how numbers are written all over the table."""
    used = [cells for cells in columns if cells.name not in options.as_text]
    odd = {text for cells in used if cells.plain is None for text in cells.texts}
    points = any(cells.plain is not None and cells.has_point for cells in used)
    words = {text.strip() for text in odd} | ({"0.5"} if points else set())
    style = style_of(words, decimal=options.decimal, thousands=options.thousands)
    kind: Kind = "asked" if options.decimal or options.thousands else "fixed"
    findings = []
    if style.decimal == ",":
        findings.append(Finding(kind, "Numbers have a decimal comma."))
    if style.thousands:
        text = f"The mark {style.thousands!r} between groups of three digits was ignored."
        findings.append(Finding(kind, text))
    if any(text != text.strip() for text in odd):
        findings.append(Finding("fixed", "Blanks around cells were ignored."))
    return style, findings


def _check_names(table: Grid, options: TableOptions) -> None:
    for name in (*options.drop, *options.as_text):
        if name not in table.names:
            raise UnknownNameError("column", name, table.names)
    if len(table.names) - len(set(options.drop)) < 2:  # noqa: PLR2004
        raise DataError("The table needs a label and at least one feature.")
    if len(table.lines) < FEWEST_ROWS:
        raise DataError(
            f"The table has {counted(len(table.lines), 'data row')}; at least {FEWEST_ROWS} are "
            "needed, 2 per class: one to train on and one to test."
        )


def _columns(
    columns: list[Cells], style: NumberStyle, options: TableOptions
) -> tuple[list[Column], list[Finding]]:
    """Return the features read one by one; all their questions are asked together."""
    read: list[Column] = []
    findings = [Finding("asked", "Left out.", f"column {name!r}") for name in options.drop]
    questions: list[Question] = []
    for cells in columns:
        verdict = identifier_finding(cells.name, cells.texts, options)
        if isinstance(verdict, Finding):
            findings.append(verdict)
            continue
        questions += [verdict] if verdict is not None else []
        read.append(column(cells, style, options))
        questions += read[-1].questions
    questions = [*_merged(questions), *_missing_questions(read, options)]
    if questions:
        raise QuestionError(questions)
    return read, findings


def _merged(questions: list[Question]) -> list[Question]:
    """Return one question per option and answers, with the texts of all of them."""
    groups: dict[tuple[str, tuple[str, ...]], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.option, question.choices), []).append(question)
    return [
        replace(group[0], text=" ".join(q.text for q in group[:_SHOWN]))
        for group in groups.values()
    ]


def _missing_questions(columns: list[Column], options: TableOptions) -> list[Question]:
    """Return the question what to do about missing values, with the places."""
    holes = [c for c in columns if c.missing.any() and not c.missing.all()]
    if options.missing != "refuse" or not holes:
        return []
    total = sum(int(c.missing.sum()) for c in holes)
    rows = int(np.any([c.missing for c in holes], axis=0).sum())
    parts = [
        f"{finding.where.capitalize()}: {finding.text}"
        for hole in holes[:_SHOWN]
        for finding in hole.findings
        if finding.kind == "found"
    ]
    text = (
        f"{counted(total, 'missing value')} in {rows} of {len(holes[0].missing)} rows. "
        f"{' '.join(parts)} "
        "Leave out those rows, or fill in the median of each training part (for words: a word of "
        "its own)?"
    )
    return [Question("missing", text, ("drop_rows", "median"), "median")]


def _kept_rows(
    columns: list[Column], labelled: Array, lines: list[int], options: TableOptions
) -> tuple[Array, list[Finding]]:
    if options.missing != "drop_rows":
        return labelled, []
    holes = [c.missing for c in columns if not c.missing.all()]
    gone = np.any(holes, axis=0) if holes else np.zeros(len(lines), dtype=bool)
    if not gone.any():
        return labelled, []
    text = f"{int(gone.sum())} of {len(lines)} rows were left out: a value is missing."
    return labelled & ~gone, [Finding("asked", text, f"first: line {lines[int(np.argmax(gone))]}")]


def _restricted(read: Column, keep: Array) -> Column:
    if keep.all():
        return read
    numbers = None if read.numbers is None else read.numbers[keep]
    words = read.words and tuple(w for w, kept in zip(read.words, keep, strict=True) if kept)
    return read._replace(numbers=numbers, words=words, missing=read.missing[keep])


def _coded(goal: Target, keep: Array) -> tuple[Array, tuple[str, ...]]:
    """Return the targets of the rows that are kept, and the classes that still occur."""
    values = goal.values[keep[goal.keep]]
    if len(values) < FEWEST_ROWS:
        raise DataError(
            f"Only {len(values)} usable rows are left; at least {FEWEST_ROWS} are needed."
        )
    if goal.task == "regression":
        return values, ()
    counts = {word: int((values == word).sum()) for word in goal.classes}
    few = [word for word, count in counts.items() if count < 2]  # noqa: PLR2004
    if few:
        raise DataError(f"Too few usable rows are left of class {few[0]!r}: {counts[few[0]]}.")
    codes = np.array([goal.classes.index(value) for value in values.tolist()])
    return (np.where(codes == 1, 1.0, -1.0) if goal.task == "binary" else codes), goal.classes
