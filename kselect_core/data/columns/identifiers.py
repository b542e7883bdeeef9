"""Columns that only name the rows: left out, asked about, or worth a notice."""

import re

import numpy as np

from kselect_core.data.columns.column import Column
from kselect_core.data.numbers.style import NumberStyle, number
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import RawColumn, counts_rows, distinct
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question
from kselect_core.types import Array

_ID_NAME = re.compile(
    r"(?i:(.*[ _-])?(id|uid|uuid|identifier|index|idx|row|nr|no|row number)|unnamed: 0)"
    r"|.*[a-z]I[dD]"
)
_ENOUGH = 20  # rows below which different numbers mean nothing
_NEARLY = 0.9  # share of different numbers in a first column: a patient may come twice
_USUAL = 2  # so many of them, and they are how this table measures if they are most columns
_SHOWN = 5


def identifier_finding(
    name: str, cells: RawColumn, options: TableOptions
) -> Finding | Question | None:
    """Return why a column only names the rows, a question if that is likely, else None."""
    if options.identifiers == "keep" or name in options.as_text:
        return None
    called_so = _ID_NAME.fullmatch(name) is not None
    text = ""
    if counts_rows(cells):
        if called_so or options.identifiers == "drop":
            return Finding("fixed", "It numbers the rows; left out.", f"column {name!r}")
        text = f"Column {name!r} counts 1, 2, 3, …. Does it only number the rows?"
    elif called_so and 2 * distinct(cells) > len(cells):
        if options.identifiers == "drop":
            return Finding("asked", "Left out as an identifier.", f"column {name!r}")
        if not _measures(cells):
            text = f"Column {name!r} is called like an identifier and hardly repeats. Is it one?"
    return Question("identifiers", text, ("drop", "keep"), "drop") if text else None


def _measures(cells: RawColumn) -> bool:
    """Return whether a cell is a number with a fraction, such as a refractive index."""
    if isinstance(cells, np.ndarray):
        finite = cells[np.isfinite(cells)]
        return bool((finite != np.round(finite)).any())
    style = NumberStyle()
    values = (number(cell.strip(), style) for cell in cells)
    return any(value is not None and not value.is_integer() for value in values)


def about_identifiers(columns: list[Column], options: TableOptions) -> list[Finding]:
    """Return a notice on columns with a different whole number in every row.

    In the first column nearly every row is enough. These may be numbers of patients or quantities,
    which nobody but the owner of the table can tell; where most columns are like that, whole
    numbers are how it measures.
    """
    if options.identifiers == "keep":
        return []
    names = [
        column.name
        for place, column in enumerate(columns)
        if column.numbers is not None and _differ(column.numbers, 1.0 if place else _NEARLY)
    ]
    if not names or len(names) > max(_USUAL, len(columns) / 2):
        return []
    shown = ", ".join(map(repr, names[:_SHOWN])) + (", …" if names[_SHOWN:] else "")
    drop = repr(names[0]) if len(names) == 1 else f"[{shown}]"
    begin, they = (
        (f"Column {shown} holds", "Does it")
        if len(names) == 1
        else (f"Columns {shown} hold", "Do they")
    )
    text = (
        f"{begin} a different whole number in every row or nearly so. {they} only name the rows, "
        f"as the number of a patient does? Then leave out what predicts nothing (drop={drop})."
    )
    return [Finding("notice", text)]


def _differ(numbers: Array, share: float) -> bool:
    """Return whether numbers are whole and at least a share of them different."""
    present = numbers[~np.isnan(numbers)]
    fewest = share * len(present)
    if len(present) < _ENOUGH or present.max() - present.min() + 1 < fewest:
        return False  # the usual case, told without sorting
    return bool((present == np.round(present)).all()) and len(np.unique(present)) >= fewest
