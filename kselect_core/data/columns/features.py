"""From columns of numbers and words to one matrix of numbers."""

from typing import NamedTuple

import numpy as np

from kselect_core.data.columns.column import Column
from kselect_core.data.columns.holes import about_holes, listed
from kselect_core.data.numbers.given_arrays import LOST_DIGITS
from kselect_core.data.words.column_names import numbered, visible
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.limits import MOST_CELLS, MOST_COLUMNS
from kselect_core.data.words.lookalikes import about_lookalikes
from kselect_core.errors import DataError
from kselect_core.types import Array

_PAIR = 2
_SHOWN = 10
_LONGEST = 40  # letters of the words of one column among many


class Features(NamedTuple):
    """A matrix (n, d) with names, NaN where a number is missing."""

    X: Array
    names: tuple[str, ...]
    findings: tuple[Finding, ...]


class Coding(NamedTuple):
    """The words of a column, and which of them have a column of 0 and 1."""

    levels: list[str]
    shown: list[str]
    with_missing: bool


def matrix(columns: list[Column], *, missing: str, of_points: bool = False) -> Features:
    """Return the columns as numbers: words become 0/1 columns, useless columns are left out.

    Columns ``of_points`` are kernel values of one each, which may be the same for all rows: an
    empty fingerprint has 0 in common with each.
    """
    always = {column.name: None if of_points else _constant(column) for column in columns}
    constant = [f"{name!r} ({value})" for name, value in always.items() if value is not None]
    used = [column for column in columns if always[column.name] is None]
    parts: list[Array] = []
    names: list[str] = []
    findings = about_holes([(column.name, column.holes) for column in used])
    for column in used:
        values, labels = _expanded(column)
        parts.extend(values)
        names.extend(labels)
        findings += column.findings
    findings += _about_words([column for column in used if column.words is not None])
    if constant:
        rounded = (f for c in columns if always[c.name] is not None for f in c.findings)
        findings += [finding for finding in rounded if finding.text == LOST_DIGITS]
        findings.append(_about_constant(constant))
    _refuse_too_wide(len(names), len(columns[0].missing) if columns else 0)
    if not parts:
        raise DataError("No usable feature is left: every column is constant, empty or left out.")
    X = np.column_stack(parts)
    return Features(X, tuple(numbered(names)), tuple(findings) + _about_filling(X, missing))


def _constant(column: Column) -> str | None:
    """Return what a column holds in every row in which it holds anything, else None."""
    if column.missing.all():
        return "empty"
    if column.numbers is not None:
        present = column.numbers[~column.missing]
        return f"{present[0]:g}" if (present == present[0]).all() else None
    words = set(column.words or ())
    return repr(words.pop())[:40] if len(words) == 1 else None


def _about_constant(constant: list[str]) -> Finding:
    shown = ", ".join(constant[:_SHOWN]) + (", …" if len(constant) > _SHOWN else "")
    number = f"{len(constant)} columns are" if len(constant) > 1 else "1 column is"
    return Finding("fixed", f"{number} the same in every row and left out: {shown}.")


def is_useless(column: Column) -> bool:
    """Return whether a column is left out: it is the same in every row, or names the rows."""
    return _constant(column) is not None or (column.words is not None and _names_rows(column))


def _expanded(column: Column) -> tuple[list[Array], list[str]]:
    if column.numbers is not None:
        return [column.numbers], [column.name]
    if _names_rows(column):
        return [], []
    coding = coding_of(column)
    return coded(column, coding), _indicator_names(column, coding)


def _indicator_names(column: Column, coding: Coding) -> list[str]:
    names = [f"{column.name}={visible(' '.join(level.split()))}" for level in coding.shown]
    return [*names, f"{column.name}=(missing)"] if coding.with_missing else names


def _about_words(columns: list[Column]) -> list[Finding]:
    """Return what became of the columns of words, in one sentence for all of them."""
    findings = [
        Finding(
            "fixed",
            "It holds a different word in every row; left out as an identifier.",
            f"column {column.name!r}",
        )
        for column in columns
        if _names_rows(column)
    ]
    coded_columns = [(c, coding_of(c)) for c in columns if not _names_rows(c)]
    if len(coded_columns) == 1:
        ((column, coding),) = coded_columns
        names = ", ".join(_indicator_names(column, coding))[:200]
        words = f"{len(coding.levels)} words" + coding.with_missing * " and what is missing"
        text = f"Its {words} became columns of 0 and 1: {names}."
        findings.append(Finding("fixed", text, f"column {column.name!r}"))
    elif coded_columns:
        shown = listed([f"{c.name!r} ({_levels(coding)})" for c, coding in coded_columns])
        text = f"The words of {len(coded_columns)} columns became columns of 0 and 1: {shown}."
        findings.append(Finding("fixed", text))
    for column, coding in coded_columns:
        findings += about_lookalikes(coding.levels, f"column {column.name!r}")
    return findings + _about_missing_words([c for c, _ in coded_columns if c.missing.any()])


def _levels(coding: Coding) -> str:
    words = ", ".join(" ".join(level.split()) for level in coding.levels)
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"


def _about_missing_words(columns: list[Column]) -> list[Finding]:
    text = "Missing words are a word of their own"
    if len(columns) == 1:
        return [Finding("asked", f"{text}.", f"column {columns[0].name!r}")]
    names = listed([repr(column.name) for column in columns])
    return [Finding("asked", f"{text}: columns {names}.")] if columns else []


def _names_rows(column: Column) -> bool:
    present = [word for word in column.words or () if word is not None]
    return len(set(present)) == len(present) > _PAIR


def coding_of(column: Column) -> Coding:
    """Return how the words of a column become numbers; two words need one column only."""
    levels = sorted({word for word in column.words or () if word is not None})
    holes = bool(column.missing.any())
    shown = levels[1:] if len(levels) == _PAIR and not holes else levels
    return Coding(levels, shown, holes and len(levels) > 1)


def coded(column: Column, coding: Coding) -> list[Array]:
    """Return the words of a column as 0 and 1; NaN where missing words have no column."""
    place = {level: number for number, level in enumerate(coding.shown)}
    places = np.array([-1 if word is None else place.get(word, -1) for word in column.words or ()])
    values = [(places == number).astype(np.float64) for number in range(len(place))]
    if coding.with_missing:
        return [*values, column.missing.astype(np.float64)]
    return [np.where(column.missing, np.nan, value) for value in values]


def _refuse_too_wide(columns: int, rows: int) -> None:
    if columns > MOST_COLUMNS or columns * rows > MOST_CELLS:
        raise DataError(
            f"Words as 0/1 columns would make {columns:,} columns, {columns * rows:,} cells; the "
            f"limits are {MOST_COLUMNS:,} and {MOST_CELLS:,}. Leave out columns with many words."
        )


def _about_filling(X: Array, missing: str) -> tuple[Finding, ...]:
    holes = int(np.isnan(X).sum())
    if not holes or missing != "median":
        return ()
    numbers = "number" if holes == 1 else "numbers"
    text = f"{holes} missing {numbers} will be filled with the median of each training part."
    return (Finding("asked", text),)
