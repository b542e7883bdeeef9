"""Rows with missing values: asked about once for all columns, kept or left out."""

from dataclasses import replace

import numpy as np

from kselect_core.data.columns.column import Column
from kselect_core.data.columns.holes import sentence
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question
from kselect_core.types import Array

_SHOWN = 5


def merged(questions: list[Question]) -> list[Question]:
    """Return one question per option and answers, with the texts of all of them."""
    groups: dict[tuple[str, tuple[str, ...]], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.option, question.choices), []).append(question)
    return [_one_question(group) for group in groups.values()]


def _one_question(group: list[Question]) -> Question:
    """Return a question for several columns; where the guesses differ, that of words."""
    texts = [question.text for question in group[:_SHOWN]]
    if len(group) > _SHOWN:
        texts.append(f"{counted(len(group) - _SHOWN, 'more column')} too.")
    guesses = {question.guess for question in group}
    guess = "words" if "words" in guesses else group[0].guess
    return replace(group[0], text=" ".join(texts), guess=guess)


def with_values(columns: list[Column]) -> list[Column]:
    """Return the columns that are not empty; in a training file empty ones are left out."""
    return [column for column in columns if not column.missing.all()]


def missing_questions(columns: list[Column], options: TableOptions) -> list[Question]:
    """Return the question what to do about missing values, with the places."""
    holes = [c for c in columns if c.missing.any()]
    if options.missing != "refuse" or not holes:
        return []
    total = sum(int(c.missing.sum()) for c in holes)
    rows = int(np.any([c.missing for c in holes], axis=0).sum())
    parts = [
        f"Column {hole.name!r}: {sentence(hole.holes)}"
        for hole in holes[:_SHOWN]
        if hole.holes is not None
    ]
    if len(holes) > _SHOWN:
        parts.append(f"{counted(len(holes) - _SHOWN, 'more column')} too.")
    text = (
        f"{counted(total, 'missing value')} in {rows:,} of {len(holes[0].missing):,} rows. "
        f"{' '.join(parts)} "
        "Leave out those rows, or fill in the median of each training part (for words: a word of "
        "its own)?"
    )
    return [Question("missing", text, ("drop_rows", "median"), "median")]


def kept_rows(
    columns: list[Column], labelled: Array, table: Grid, options: TableOptions
) -> tuple[Array, list[Finding]]:
    """Return which rows have a label and, if that is wanted, no missing value."""
    if options.missing != "drop_rows":
        return labelled, []
    holes = [c.missing for c in columns]
    lines = table.lines
    gone = np.any(holes, axis=0) if holes else np.zeros(len(lines), dtype=bool)
    if not gone.any():
        return labelled, []
    text = f"{int(gone.sum())} of {len(lines)} rows were left out: a value is missing."
    first = f"first: {table.unit} {lines[int(np.argmax(gone))]}"
    return labelled & ~gone, [Finding("asked", text, first)]


def restricted(read: Column, keep: Array) -> Column:
    """Return a column with some of its rows."""
    if keep.all():
        return read
    numbers = None if read.numbers is None else read.numbers[keep]
    words = read.words and tuple(w for w, stays in zip(read.words, keep, strict=True) if stays)
    return read._replace(numbers=numbers, words=words, missing=read.missing[keep])
