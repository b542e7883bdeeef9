"""Named columns of raw cells: what every reader hands on, whatever the format of the file."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.types import Array

RawColumn = tuple[str, ...] | Array
"""Cells of text, or numbers: float64 with NaN where missing, or integers that a float rounds."""
_EXACT = 2.0**53  # whole numbers below it are kept digit by digit


class Across(NamedTuple):
    """Kernel values of test points (rows) with the points, a table a matrix, and their labels."""

    tables: tuple[Array, ...]
    names: tuple[str, ...]
    labels: RawColumn


class Grid(NamedTuple):
    """Named columns of raw cells, with the place of every row.

    ``lines`` counts as the user does, from 1; ``unit`` says what: lines of a text, or rows of a
    file that has no lines. ``words`` are the columns a format declares to be words, even where
    they look like numbers or like marks of a missing value; "" is missing there. ``gap`` is what
    stands in the file where a cell is "" here. ``delimiter`` is the mark between the cells of a
    text, if there is one. ``given`` are the names as they stand in a header, where some may be
    empty or equal; it is empty where a format knows no such names. ``pointed`` says that the format
    knows numbers with a decimal point alone. ``matrices`` are the names of Gram matrices that stand
    side by side, ``across`` has their test points. ``index_base`` is the number of the
    first feature in a format that numbers them.
    """

    names: tuple[str, ...]
    columns: list[RawColumn]
    lines: list[int]
    has_header: bool
    findings: tuple[Finding, ...]
    unit: Literal["line", "row"] = "line"
    words: frozenset[str] = frozenset()
    gap: str = ""
    delimiter: str = ""
    given: tuple[str, ...] = ()
    pointed: bool = False
    matrices: tuple[str, ...] = ()
    across: Across | None = None
    index_base: int | None = None


def texts_of(column: RawColumn) -> tuple[str, ...]:
    """Return the cells of a column as text; numbers in their shortest spelling, NaN as ""."""
    if not isinstance(column, np.ndarray):
        return column
    values, places = np.unique(column, return_inverse=True)
    texts = [spelling(value) for value in values.tolist()]
    return tuple(texts[place] for place in places.tolist())


def spelling(value: float) -> str:
    """Return a number as text that reads back to it; whole numbers without a point."""
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return ""
    return str(int(value)) if abs(value) < _EXACT and value.is_integer() else repr(value)


def distinct(column: RawColumn) -> int:
    """Return how many different cells a column has; all missing numbers count as one."""
    return len(np.unique(column)) if isinstance(column, np.ndarray) else len(set(column))


def counts_rows(column: RawColumn | Sequence[str]) -> bool:
    """Return whether a column is 0, 1, 2, … or 1, 2, 3, …."""
    if isinstance(column, np.ndarray):
        steps = np.arange(len(column))
        return any(np.array_equal(column, steps + start) for start in (0, 1))
    return any(
        all(cell.strip() == str(k) for k, cell in enumerate(column, start)) for start in (0, 1)
    )
