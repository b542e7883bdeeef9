"""Whether the first row of a table names its columns or is a row of data.

A name is told by what stands below it: a word above numbers is one. A marker of missing values,
a number among other signs or a word that occurs below may as well be a value.
"""

from collections import Counter
from itertools import islice

from kselect_core.data.numbers.gap_words import GAP_WORDS
from kselect_core.data.numbers.inner_number import inner
from kselect_core.data.numbers.style import MARKERS, NUMERIC_FORMS, form
from kselect_core.errors import Question, QuestionError

_ROWS = 1000  # rows below the first that are looked at
_FEWEST = 100  # of them in a table of many columns
_CELLS = 1_000_000
_SHOWN = 5
_LONGEST = 20  # characters of a cell in a question
_FIGURES = NUMERIC_FORMS | {"date"}
_NAMES_TOO = frozenset(("unit", "odd"))  # figures that are also names: 100m, 2019_2020


def has_header(rows: list[list[str]]) -> bool:
    """Return whether the first row names the columns; ask where it could be data."""
    first = [cell.strip() for cell in rows[0]]
    if any(form(cell) in _FIGURES - _NAMES_TOO for cell in first):
        raise _question(first, _columns(rows))
    columns = _columns(rows)
    if not columns:
        return True
    doubtful = [cell.casefold() for cell in first if cell and _may_be_value(cell)]
    if not doubtful and _has_names(first, columns):
        return True
    if doubtful and not _cannot_be_names(doubtful) and _has_names(first, columns, len(doubtful)):
        return True
    raise _question(first, columns)


def _columns(rows: list[list[str]]) -> list[tuple[str, ...]]:
    """Return the first cells below the first row, by columns; nothing if no row has as many."""
    most = max(_FEWEST, min(_ROWS, _CELLS // len(rows[0])))
    fitting = (row for row in islice(rows, 1, None) if len(row) == len(rows[0]))
    return list(zip(*(map(str.strip, row) for row in islice(fitting, most)), strict=True))


def _may_be_value(cell: str) -> bool:
    """Return whether a cell marks a missing value or holds a number with other signs."""
    if _is_missing(cell) or form(cell) in _FIGURES:
        return True
    number = None if cell[0].isalpha() else inner(cell)
    return number is not None and bool(number.flag or number.bookkeeping)


def _is_missing(cell: str) -> bool:
    return cell.casefold() in MARKERS or cell.casefold() in GAP_WORDS


def _cannot_be_names(doubtful: list[str]) -> bool:
    """Return whether cells are signs such as “?”, or repeat; Na and NA may well be names."""
    signs = any(not any(map(str.isalnum, cell)) for cell in doubtful)
    return signs or len(set(doubtful)) < len(doubtful)


def _has_names(first: list[str], columns: list[tuple[str, ...]], fewest: int = 1) -> bool:
    """Return whether so many words stand above numbers, and none occurs below.

    Where no column holds numbers, words above few different ones are names.
    """
    words = {j: cell for j, cell in enumerate(first) if cell and not _may_be_value(cell)}
    if any(cell in columns[j] for j, cell in words.items()):
        return False
    numeric = (j for j in words if _holds_figures(columns[j]))
    if len(list(islice(numeric, fewest))) == fewest:
        return True
    others = len(words) < len([cell for cell in first if cell])
    repeated = max(Counter(words.values()).values(), default=0) > 1
    return not (others or repeated) and any(map(_has_few_words, columns))


def _holds_figures(column: tuple[str, ...]) -> bool:
    """Return whether most cells that are not missing are numbers or dates."""
    present = [cell for cell in column if not _is_missing(cell)]
    return 2 * sum(form(cell) in _FIGURES for cell in present) > len(present)


def _has_few_words(column: tuple[str, ...]) -> bool:
    return len(set(column)) <= len(column) / 2


def _question(first: list[str], columns: list[tuple[str, ...]]) -> QuestionError:
    shown = ", ".join(f"“{cell[:_LONGEST]}”" for cell in first[:_SHOWN])
    shown += ", …" if len(first) > _SHOWN else ""
    text = f"The first row ({shown}) could hold the names of the columns, or data."
    guess = "no" if columns and _fits(first, columns) else "yes"
    return QuestionError([Question("header", text, ("yes", "no"), guess)])


def _fits(first: list[str], columns: list[tuple[str, ...]]) -> bool:
    """Return whether a first row looks like those below it, whatever is missing in it."""
    pairs = list(zip(first, columns, strict=True))
    present = [(cell, column) for cell, column in pairs if not _is_missing(cell)]
    words = [(cell, column) for cell, column in present if not _may_be_figure(cell)]
    stands = any(cell in column for cell, column in words)
    if stands and any(cell and _is_missing(cell) for cell in first):
        return True
    if any(_may_be_figure(cell) is not _holds_figures(column) for cell, column in present):
        return False
    return stands or not any(_has_few_words(column) for _, column in words)


def _may_be_figure(cell: str) -> bool:
    return form(cell) in _FIGURES or (bool(cell) and _may_be_value(cell))
