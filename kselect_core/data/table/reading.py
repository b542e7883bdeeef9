"""Tables of any format: a data set as a function of bytes and options alone.

No path and no address reaches this module, so it can run in a process of its own; everything
that goes in or comes out can be pickled.
"""

from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from typing import Literal

import numpy as np

from kselect_core.data.columns import gaps
from kselect_core.data.columns.column import Cells, Column, cells_of, column
from kselect_core.data.columns.features import matrix
from kselect_core.data.columns.identifiers import about_identifiers, identifier_finding
from kselect_core.data.columns.label_column import label_name
from kselect_core.data.columns.target_column import Target, target, target_alike
from kselect_core.data.formats.opening import opened
from kselect_core.data.notices.notices import notices
from kselect_core.data.notices.totals import about_totals
from kselect_core.data.numbers.several_numbers import about_several
from kselect_core.data.numbers.style import NUMERIC_FORMS, NumberStyle, ask_about_dots, style_of
from kselect_core.data.pairs.common_rows import about_common_rows
from kselect_core.data.pairs.second_file import Plan, about_test, marked, rows_of
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.set.grams import parameter_of, stacked
from kselect_core.data.set.square_tables import about_symmetry
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Across, Grid
from kselect_core.data.words.limits import FEWEST_ROWS
from kselect_core.data.words.table_options import GRAM, TableOptions
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    Question,
    QuestionError,
    UnknownNameError,
    shortened,
)
from kselect_core.types import Array

Kind = Literal["asked", "fixed"]


def read_table(
    content: bytes,
    options: TableOptions | None = None,
    *,
    name: str = "table",
    test: bytes | None = None,
) -> Dataset:
    """Return the data set in a file of any format, with a report of everything that was done.

    Whatever could be read in more than one way raises a ``QuestionError`` that names the option
    and its answers; whatever cannot be used raises a ``DataError`` with line and column.
    ``test`` is a second file whose rows come last and must fit what the first one decides.
    A path is refused: `load_dataset` reads the file.
    """
    if isinstance(content, str | PathLike):
        allowed = "the bytes of a file; load_dataset reads the file of a path"
        raise InvalidParameterError("read_table", "the content", allowed, content)
    options = options or TableOptions()
    table = opened(content, options, test=test)
    return dataset_of(table.grid, options, name=name, findings=table.findings, test=table.test)


def dataset_of(
    table: Grid,
    options: TableOptions,
    *,
    name: str,
    findings: tuple[Finding, ...] = (),
    test: Grid | None = None,
    tell: Callable[[NumberStyle], object] = lambda _: None,
) -> Dataset:
    """Return the data set in a grid of cells, and in that of a test file.

    ``tell`` hears how numbers are written as soon as that is known.
    """
    _check_names(table, options)
    symmetry = about_symmetry(table.columns, len(table.lines), options)
    label, label_findings = label_name(table, options)
    options = replace(options, as_text=(*options.as_text, *(table.words - {*options.drop, label})))
    cells = {
        column_name: cells_of(column_name, raw, table)
        for column_name, raw in zip(table.names, table.columns, strict=True)
        if column_name not in options.drop
    }
    style, style_findings = number_style(list(cells.values()), options)
    tell(style)
    goal = target(cells.pop(label), style=style, options=options)
    rest = list(cells.values())
    # each column has the kernel values of one point: none of them counts the rows
    of_points = options.symmetric == GRAM and len(rest) % len(rest[0].raw) == 0
    columns, dropped = _columns(rest, style, options, of_points=of_points)
    keep, missing_findings = gaps.kept_rows(gaps.with_values(columns), goal.keep, table, options)
    y, classes = _coded(goal, keep)
    columns = [gaps.restricted(c, keep) for c in columns]
    features = matrix(columns, missing=options.missing, of_points=of_points)
    hints = about_totals(table, keep, features.X, None if classes else y)
    hints += notices(features.X, y, features.names, classes=bool(classes))
    report = (
        *findings, *table.findings, *symmetry, *label_findings, *style_findings, *goal.findings,
        *dropped, *missing_findings, *features.findings, *hints,
    )  # fmt: skip
    data = Dataset(features.X, y, name, goal.task, features.names, classes, report)
    plan = Plan(table, label, columns, style, goal._replace(classes=classes), options)
    if options.symmetric == GRAM:
        data = of_matrices(data, plan, tested=test is not None)
    elif test is not None:
        data = _with_test(data, test, plan)
    if options.rows is not None:
        data = data.drawn(options.rows, seed=options.rows_seed or 0)
    return data if options.positive is None else data.against_rest(options.positive)


def of_matrices(data: Dataset, plan: Plan, *, tested: bool) -> Dataset:
    """Return a table of kernel values as points known by them alone, with those to test on."""
    if tested:
        raise DataError(
            "A Gram matrix has no test file. Test points stand in its .npz file, as arrays K_test "
            "and y_test beside K and y, or are given in Python: Dataset.from_gram(K, y, "
            "test=K_test, y_test=…)."
        )
    names = plan.table.matrices
    blocks = (
        np.hsplit(data.X, len(names)) if names and not data.X.shape[1] % len(names) else [data.X]
    )
    family = dict(zip(names or ("K",), blocks, strict=False))
    across, y, finding = _across(plan)
    points = stacked(family, across, parameter=parameter_of(names), labels=len(data.y))
    return replace(
        data,
        X=points.X,
        y=np.concatenate([data.y, y]),
        test_rows=len(y),
        feature_names=points.feature_names,
        matrices=points.matrices,
        report=(*data.report, *finding, *points.findings),
    )


def _across(plan: Plan) -> tuple[dict[str, Array] | None, Array, tuple[Finding, ...]]:
    """Return the test points that stand beside Gram matrices: kernel values and labels."""
    table, across = plan.table, plan.table.across
    if across is None:
        return None, np.empty(0), ()
    lines = list(range(1, len(across.labels) + 1))
    cells = cells_of(plan.label, across.labels, table._replace(lines=lines))
    with about_test("Test points"):
        goal = target_alike(cells, plan.goal, style=plan.style, options=plan.options)
        _refuse_other_rows(across, len(goal.keep))
    tables = {name: rows[goal.keep] for name, rows in zip(across.names, across.tables, strict=True)}
    rows = counted(len(goal.values), "point")
    finding = Finding("found", f"{rows} to test on, known by their kernel values with the others.")
    return (
        tables,
        _codes(goal, goal.values),
        (
            finding,
            *(marked(one, "test points") for one in goal.findings),
        ),
    )


def _refuse_other_rows(across: Across, labels: int) -> None:
    for name, rows in zip(across.names, across.tables, strict=True):
        if len(rows) != labels:
            raise DataError(
                f"{shortened(name)} has {counted(len(rows), 'row')} for them, but there are "
                f"{counted(labels, 'label')}."
            )


def number_style(columns: list[Cells], options: TableOptions) -> tuple[NumberStyle, list[Finding]]:
    """Return how numbers are written all over the table."""
    used = [cells for cells in columns if cells.name not in options.as_text]
    odd = {text for cells in used if cells.plain is None for text in cells.texts}
    inside = {one.number for cells in used if cells.seen for one in cells.seen.inner.values()}
    points = any(cells.plain is not None and cells.has_point for cells in used)
    words = {cell for cells in used for cell, kind in cells.forms.items() if kind in NUMERIC_FORMS}
    words |= inside | ({"0.5"} if points else set())
    if options.decimal is None and options.thousands is None:
        ask_about_dots(cells.texts for cells in used if cells.delimiter in (";", "\t"))
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
    columns: list[Cells], style: NumberStyle, options: TableOptions, *, of_points: bool
) -> tuple[list[Column], list[Finding]]:
    """Return the features read one by one; all their questions are asked together."""
    read: list[Column] = []
    findings = [Finding("asked", "Left out.", f"column {name!r}") for name in options.drop]
    questions: list[Question] = []
    for cells in columns:
        verdict = None if of_points else identifier_finding(cells.name, cells.raw, options)
        several = about_several(cells.name, map(str.strip, cells.texts), cells.forms)
        if isinstance(verdict, Finding):
            findings += [verdict, *several]
            continue
        questions += [verdict] if verdict is not None else []
        read.append(column(cells, style, options))
        questions += read[-1].questions
        findings += several if read[-1].words is not None else []
    questions = [*gaps.merged(questions), *gaps.missing_questions(gaps.with_values(read), options)]
    if questions:
        raise QuestionError(questions)
    return read, [*findings, *([] if of_points else about_identifiers(read, options))]


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
    return _codes(goal, values), goal.classes


def _codes(goal: Target, values: Array) -> Array:
    """Return classes as numbers, targets as they are."""
    if goal.task == "regression":
        return values
    places = {name: code for code, name in enumerate(goal.classes)}
    codes = np.array([places[value] for value in values.tolist()])
    return np.where(codes == 1, 1.0, -1.0) if goal.task == "binary" else codes


def _with_test(data: Dataset, test: Grid, plan: Plan) -> Dataset:
    """Return a data set with the rows of a test file behind its own."""
    with about_test():
        rows = rows_of(test, plan)
    news = [marked(finding) for finding in test.findings if _is_news(finding, data)]
    y = _codes(plan.goal, rows.y)
    common = about_common_rows((data.X, data.y), (rows.X, y))
    return replace(
        data,
        X=np.concatenate([data.X, rows.X]),
        y=np.concatenate([data.y, y]),
        report=(*data.report, *news, *rows.findings, *common),
        test_rows=len(rows.y),
    )


def _is_news(finding: Finding, data: Dataset) -> bool:
    """Return whether something was done with a test file that is not said of the training file."""
    return finding.kind == "asked" or (finding.kind != "found" and finding not in data.report)
