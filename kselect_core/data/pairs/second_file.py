"""The rows of a test file, read as the training file decides: names, words, classes, marks."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kselect_core.data.columns.column import (
    Cells,
    Column,
    cells_of,
    column,
    like_trained,
    number_column,
)
from kselect_core.data.columns.features import Coding, coded, coding_of, is_useless
from kselect_core.data.columns.gaps import kept_rows, merged, missing_questions, restricted
from kselect_core.data.columns.holes import about_holes
from kselect_core.data.columns.target_column import Target, target_alike
from kselect_core.data.numbers.style import MARKERS, NumberStyle
from kselect_core.data.numbers.units import refuse_other_unit
from kselect_core.data.pairs.matching import matched
from kselect_core.data.pairs.other_marks import doubt, has_marks
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError
from kselect_core.types import Array

_SHOWN = 5


class Plan(NamedTuple):
    """What the training file decided; ``columns`` are its features, of the rows that are kept."""

    table: Grid
    label: str
    columns: list[Column]
    style: NumberStyle
    goal: Target
    options: TableOptions


class Rows(NamedTuple):
    """Features and targets of a test file, and what was found in it."""

    X: Array
    y: Array
    findings: tuple[Finding, ...]


@contextmanager
def about_test(what: str = "Test file") -> Iterator[None]:
    """Let errors and questions say that they are about the test file, or test points."""
    try:
        yield
    except QuestionError as error:
        if any(question.option == "member" for question in error.questions):
            raise DataError("The archive of the test file must hold a single table.") from error
        questions = [replace(q, text=f"{what}: {q.text}") for q in error.questions]
        raise QuestionError(questions) from error
    except DataError as error:
        raise DataError(f"{what}: {error}") from error


def rows_of(table: Grid, plan: Plan) -> Rows:
    """Return the rows of a test file as the training file's features and classes."""
    options = plan.options
    used = [column for column in plan.columns if not is_useless(column)]
    needed = [plan.label, *(one.name for one in used)]
    table, others, alike = matched(
        table, plan.table, needed, (*options.drop, *(one.name for one in plan.columns))
    )
    findings = [*_about_fit(table, others), *alike]
    raw = dict(zip(table.names, table.columns, strict=True))
    cells = {name: cells_of(name, raw[name], table) for name in needed}
    goal = target_alike(cells[plan.label], plan.goal, style=plan.style, options=options)
    read = [_alike(cells[one.name], one, plan) for one in used]
    doubts = _doubts([*(cells[one.name] for one in used if one.words is None)], plan)
    if goal.task == "regression":
        doubts += _doubts([cells[plan.label]], plan)
    questions = [doubt for doubt in doubts if isinstance(doubt, Question)]
    questions += [question for one in read for question in one.questions]
    questions = [*merged(questions), *missing_questions(read, options)]
    if questions:
        raise QuestionError(questions)
    keep, gaps = kept_rows(read, goal.keep, table, options)
    if not keep.any():
        raise DataError("No usable row is left.")
    parts = []
    for trained, tested in zip(used, read, strict=True):
        parts += _values(restricted(tested, keep), trained, table, keep)
    notices = [finding for one in read for finding in one.findings if finding.kind != "fixed"]
    notices += about_holes([(one.name, one.holes) for one in read])
    notices += [doubt for doubt in doubts if isinstance(doubt, Finding)]
    about = (*findings, *goal.findings, *notices, *gaps)
    return Rows(np.column_stack(parts), goal.values[keep[goal.keep]], tuple(map(marked, about)))


def _doubts(columns: list[Cells], plan: Plan) -> list[Question | Finding]:
    """Return what is asked and said on numbers that the style of the training file may misread."""
    trained = dict(zip(plan.table.names, plan.table.columns, strict=True))
    used = [trained[name] for name in (plan.label, *(one.name for one in plan.columns))]
    free = not has_marks(used)
    doubts = [
        doubt(one, trained[one.name], style=plan.style, options=plan.options, free=free)
        for one in columns
    ]
    return [one for one in doubts if one is not None]


def marked(finding: Finding, what: str = "test file") -> Finding:
    """Return a finding that says that it is about the test file, or test points."""
    where = f"{what}, {finding.where}" if finding.where else what
    return replace(finding, where=where)


def _about_fit(table: Grid, others: tuple[str, ...]) -> list[Finding]:
    """Return how many rows there are, and which columns nobody asked for."""
    rows = counted(len(table.lines), "row")
    about = [Finding("found", f"{rows} to test on, in a file of their own.")]
    if others:
        shown = ", ".join(map(repr, others[:_SHOWN])) + (", …" if len(others) > _SHOWN else "")
        text = f"Columns that the training file does not use were left out: {shown}."
        about.append(Finding("fixed", text))
    return about


def _alike(cells: Cells, trained: Column, plan: Plan) -> Column:
    """Return a column as numbers or words, whichever it is in the training file."""
    options = plan.options
    if trained.words is not None:
        folded = {word.casefold() for word in trained.words if word is not None}
        markers = "values" if folded & MARKERS else options.markers or "missing"
        as_words = replace(options, as_text=(trained.name,), markers=markers)
        return column(cells, plan.style, as_words)._replace(questions=(), findings=())
    read = number_column(like_trained(cells, trained), plan.style, options)
    if not read.missing.all():
        refuse_other_unit(trained.name, read.measure, trained.measure)
    return read


def _values(tested: Column, trained: Column, table: Grid, keep: Array) -> list[Array]:
    if tested.numbers is not None:
        return [tested.numbers]
    coding = coding_of(trained)
    _refuse_new_words(tested, coding, table, keep)
    return coded(tested, coding)


def _refuse_new_words(tested: Column, coding: Coding, table: Grid, keep: Array) -> None:
    lines = np.array(table.lines)[keep].tolist()
    for word, line in zip(tested.words or (), lines, strict=True):
        if word is not None and word not in coding.levels:
            levels = ", ".join(map(repr, coding.levels[:_SHOWN]))
            raise DataError(
                f"{table.unit.capitalize()} {line}, column {tested.name!r}: {word[:40]!r} does not "
                f"occur in the training file ({levels}{', …' * (len(coding.levels) > _SHOWN)})."
            )
