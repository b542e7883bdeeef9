"""From columns of numbers and words to one matrix of numbers."""

import re
from typing import NamedTuple

import numpy as np

from kselect_core.data.columns import Column
from kselect_core.data.findings import Finding
from kselect_core.data.header import counts_rows
from kselect_core.data.limits import MOST_CELLS, MOST_COLUMNS
from kselect_core.data.table_options import TableOptions
from kselect_core.errors import DataError, Question
from kselect_core.types import Array

_ID_NAME = re.compile(r"(?i:(.*[ _-])?(id|index|idx|row|nr|no|row number)|unnamed: 0)|.*[a-z]I[dD]")
_PAIR = 2
_SHOWN = 10


class Features(NamedTuple):
    """A matrix (n, d) with names, NaN where a number is missing."""

    X: Array
    names: tuple[str, ...]
    findings: tuple[Finding, ...]


def identifier_finding(
    name: str, cells: tuple[str, ...], options: TableOptions
) -> Finding | Question | None:
    """Return why a column only names the rows, a question if that is likely, else None."""
    if options.identifiers == "keep" or name in options.as_text:
        return None
    called_so = _ID_NAME.fullmatch(name) is not None
    place = f"column {name!r}"
    if counts_rows(cells):
        if called_so or options.identifiers == "drop":
            return Finding("fixed", "It numbers the rows; left out.", place)
        text = f"Column {name!r} counts 1, 2, 3, …. Does it only number the rows?"
        return Question("identifiers", text, ("drop", "keep"), "drop")
    if called_so and 2 * len(set(cells)) > len(cells):
        if options.identifiers == "drop":
            return Finding("asked", "Left out as an identifier.", place)
        text = f"Column {name!r} is called like an identifier and hardly repeats. Is it one?"
        return Question("identifiers", text, ("drop", "keep"), "drop")
    return None


def matrix(columns: list[Column], *, missing: str) -> Features:
    """Return the columns as numbers: words become 0/1 columns, useless columns are left out."""
    parts: list[Array] = []
    names: list[str] = []
    findings: list[Finding] = []
    constant: list[str] = []
    for column in columns:
        always = _constant(column)
        if always is not None:
            constant.append(f"{column.name!r} ({always})")
            continue
        values, labels, finding = _expanded(column)
        parts.extend(values)
        names.extend(labels)
        findings += [*column.findings, *finding]
    if constant:
        findings.append(_about_constant(constant))
    _refuse_too_wide(len(names), len(columns[0].missing) if columns else 0)
    if not parts:
        raise DataError("No usable feature is left: every column is constant, empty or left out.")
    X = np.column_stack(parts)
    return Features(X, tuple(_unique(names)), tuple(findings) + _about_filling(X, missing))


def _constant(column: Column) -> str | None:
    """Return what a column holds in every row in which it holds anything, else None."""
    if column.missing.all():
        return "empty"
    if column.numbers is not None:
        known = column.numbers[~column.missing]
        return f"{known[0]:g}" if (known == known[0]).all() else None
    words = set(column.words or ())
    return repr(words.pop())[:40] if len(words) == 1 else None


def _about_constant(constant: list[str]) -> Finding:
    shown = ", ".join(constant[:_SHOWN]) + (", …" if len(constant) > _SHOWN else "")
    number = f"{len(constant)} columns are" if len(constant) > 1 else "1 column is"
    return Finding("fixed", f"{number} the same in every row and left out: {shown}.")


def _expanded(column: Column) -> tuple[list[Array], list[str], list[Finding]]:
    if column.numbers is not None:
        return [column.numbers], [column.name], []
    return _indicators(column)


def _indicators(column: Column) -> tuple[list[Array], list[str], list[Finding]]:
    words = np.array([word if word is not None else "" for word in column.words or ()])
    levels = sorted(set(words[~column.missing].tolist()))
    place = f"column {column.name!r}"
    if len(levels) == int((~column.missing).sum()) > _PAIR:
        text = "It holds a different word in every row; left out as an identifier."
        return [], [], [Finding("fixed", text, place)]
    shown = levels[1:] if len(levels) == _PAIR and not column.missing.any() else levels
    values = [(words == level) & ~column.missing for level in shown]
    names = [f"{column.name}={' '.join(level.split())}" for level in shown]
    if column.missing.any() and len(levels) > 1:
        values.append(column.missing)
        names.append(f"{column.name}=(missing)")
    text = f"Its {len(levels)} words became columns of 0 and 1: {', '.join(names)[:200]}."
    findings = [Finding("fixed", text, place)]
    if column.missing.any():
        findings.append(Finding("asked", "Missing words are a word of their own.", place))
    return [v.astype(np.float64) for v in values], names, findings


def _refuse_too_wide(columns: int, rows: int) -> None:
    if columns > MOST_COLUMNS or columns * rows > MOST_CELLS:
        raise DataError(
            f"Words as 0/1 columns would make {columns:,} columns, {columns * rows:,} cells; the "
            f"limits are {MOST_COLUMNS:,} and {MOST_CELLS:,}. Leave out columns with many words."
        )


def _unique(names: list[str]) -> list[str]:
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return result


def _about_filling(X: Array, missing: str) -> tuple[Finding, ...]:
    holes = int(np.isnan(X).sum())
    if not holes or missing != "median":
        return ()
    numbers = "number" if holes == 1 else "numbers"
    text = f"{holes} missing {numbers} will be filled with the median of each training part."
    return (Finding("asked", text),)
