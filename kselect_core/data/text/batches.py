"""Large tables of text: a batch of rows at a time, columns of plain numbers as numbers at once.

How the table is written, its first rows say, read as those of any table. A column becomes numbers
only if every cell of it is a number that can mean nothing else; all others stay text, and are
read, asked about and remarked on like those of a small table.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from kselect_core.data.numbers.given_arrays import EXACT
from kselect_core.data.text.header import grid
from kselect_core.data.text.lines import most_lines
from kselect_core.data.text.records import NO_CONTENT, Records, about_empty, records
from kselect_core.data.text.single_quotes import without_single_quotes
from kselect_core.data.words.findings import counted
from kselect_core.data.words.grid import Grid, RawColumn
from kselect_core.data.words.limits import (
    LONGEST_CELL,
    MOST_BYTES,
    MOST_CELLS,
    MOST_CLASSES,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_ROWS_LARGE,
)
from kselect_core.data.words.room import refuse_without_room
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError
from kselect_core.types import Array

HEAD: Final = 2**19
"""Characters whose whole lines are the first rows."""

BATCH: Final = 2**23
"""Bytes that are read together."""

_PLAIN = b"0123456789.eE+-"
_PADDED = r"^[+-]?0[0-9]"  # leading zeros: an identifier, a day, a code
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+")  # 1.037
_DAY = re.compile(r"(19|20)[0-9]{6}")  # 20240131
_BEFORE_QUOTE = re.compile(r'[,;\t|] +"')
_SHOWN = 3
_ELSE = "Save it as CSV with one cell under each name, or as Parquet."


def is_large(text: str) -> bool:
    """Return whether a table has too many rows or bytes to be cut into cells."""
    return len(text) > MOST_BYTES or most_lines(text) > MOST_ROWS + 1


def all_rows(text: str, options: TableOptions) -> Records:
    """Return the cells of a table."""
    return records(text, delimiter=options.delimiter, comments=options.comments, skip=options.skip)


def first_rows(text: str, options: TableOptions) -> Records:
    """Return the cells of the first rows of a large table."""
    end = text.rfind("\n", 0, HEAD) + 1
    if not end:
        raise DataError(f"The first line has more than {HEAD:,} characters. {_ELSE}")
    first = all_rows(text[:end], options)
    findings = tuple(one for one in first.findings if not one.text.endswith(NO_CONTENT))
    return first._replace(findings=findings)  # lines without content are told of the whole table


def batch_grid(text: str, first: Records, options: TableOptions) -> Grid:
    """Return the columns of a large table whose ``first`` rows are known."""
    named = grid(first, options)
    _refuse_unusual(text, first, named)
    _refuse_too_large(text, len(named.names))
    file = _File(text, named, first.delimiter)
    read: dict[int, RawColumn] = {**_numbers(file, _possible_numbers(named, options))}
    read |= _words(file, [j for j in range(len(named.names)) if j not in read])
    columns = [read[j] for j in range(len(named.names))]
    lines = file.lines(len(columns[0]))
    keep = ~_empty_rows(columns)
    gone = sorted({*np.array(lines)[~keep].tolist(), *file.blank})
    lines = [line for line, stays in zip(lines, keep.tolist(), strict=True) if stays]
    if not keep.all():
        columns = [_restricted(column, keep) for column in columns]
    noted = [line for line in gone if line < lines[-1] or file.ends_with_delimiter]
    findings = [about_empty(noted)] if noted else []
    unit: Literal["line", "row"] = "line" if file.lines_are_rows else "row"
    report = (*named.findings, *findings)
    return named._replace(columns=columns, lines=lines, unit=unit, findings=report)


class _File:
    """A table of text as pyarrow reads it: cells as they stand, empty ones as empty."""

    def __init__(self, text: str, named: Grid, delimiter: str) -> None:
        self.content, self.begins = text.encode(), named.lines[0]
        self.names = [str(j) for j in range(len(named.names))]
        self.delimiter, self.quotes = delimiter, '"' in text
        self.ends_with_delimiter = text.rstrip("\r\n ").endswith(delimiter)
        self.blank = set[int]()  # lines of nothing but blanks
        self._last = most_lines(text) + (not text.endswith(("\n", "\r")))
        self.lines_are_rows = True

    def lines(self, rows: int) -> list[int]:
        """Return the line of every row; its number where a cell has several lines."""
        end = self.begins + rows + len(self.blank)
        self.lines_are_rows = end == self._last + 1
        if not self.lines_are_rows:
            return list(range(1, rows + 1))
        return [line for line in range(self.begins, end) if line not in self.blank]

    def batches(self, columns: Iterable[int]) -> Iterator[Any]:
        """Yield the rows of some columns, many at a time; refuse rows with other cells."""
        wrong: list[tuple[int, int]] = []

        def note(row: Any) -> str:  # noqa: ANN401 - pyarrow has no types
            if not row.text.strip():
                self.blank.add(row.number)
                return "skip"
            wrong.append((row.number, row.actual_columns))
            return "skip" if len(wrong) < _SHOWN else "error"

        used = [str(j) for j in columns]
        try:
            yield from csv.open_csv(
                pa.BufferReader(self.content),
                csv.ReadOptions(
                    use_threads=False,
                    block_size=BATCH,
                    skip_rows=self.begins - 1,
                    column_names=self.names,
                ),
                csv.ParseOptions(
                    delimiter=self.delimiter,
                    newlines_in_values=self.quotes,
                    ignore_empty_lines=False,
                    invalid_row_handler=note,
                ),
                csv.ConvertOptions(
                    include_columns=used,
                    column_types=dict.fromkeys(used, pa.string()),
                    strings_can_be_null=False,
                ),
            )
        except pa.ArrowInvalid as error:
            if not wrong:
                raise DataError(f"The table cannot be read: {error}. {_ELSE}") from error
        if wrong:
            places = ", ".join(f"line {number} has {count}" for number, count in wrong[:_SHOWN])
            raise DataError(
                f"Rows should have {counted(len(self.names), 'cell')}, but {places}. Correct them; "
                "perhaps a text holds the delimiter and needs quotes."
            )


def _numbers(file: _File, possible: list[int]) -> dict[int, Array]:
    """Return the columns all cells of which are plain numbers."""
    parts: dict[int, list[Array]] = {j: [] for j in possible}
    for batch in file.batches(possible) if possible else ():
        for j in list(parts):
            numbers = _plain(batch.column(str(j)))
            if numbers is None:
                del parts[j]
            else:
                parts[j].append(numbers)
    return {j: np.concatenate(numbers) for j, numbers in parts.items()}


def _plain(cells: Any) -> Array | None:  # noqa: ANN401
    """Return numbers, NaN where a cell is empty; None if one may mean something else."""
    letters = bytes(cells.buffers()[2] or b"")
    if letters.translate(None, _PLAIN) or pc.any(pc.match_substring_regex(cells, _PADDED)).as_py():
        return None
    try:
        filled = pc.if_else(pc.equal(cells, ""), pa.scalar(None, pa.string()), cells)
        numbers = np.array(filled.cast(pa.float64()).to_numpy(zero_copy_only=False))
    except pa.ArrowInvalid:
        return None
    return numbers if np.nanmax(np.abs(numbers), initial=0.0) < EXACT else None


def _words(file: _File, columns: list[int]) -> dict[int, tuple[str, ...]]:
    """Return the cells of columns as text, a word that is repeated once."""
    words: dict[int, list[str]] = {j: [] for j in columns}
    unique: dict[str, str] = {}
    for batch in file.batches(columns) if columns else ():
        for j in columns:
            cells = batch.column(str(j))
            if (pc.max(pc.utf8_length(cells)).as_py() or 0) > LONGEST_CELL:
                raise DataError(
                    f'A cell has more than {LONGEST_CELL:,} characters; perhaps a quote (") is '
                    "never closed."
                )
            words[j] += [unique.setdefault(word, word) for word in cells.to_pylist()]
    return {j: tuple(cells) for j, cells in words.items()}


def _possible_numbers(named: Grid, options: TableOptions) -> list[int]:
    """Return the columns whose first cells are plain numbers, and nothing like a label or a day."""
    if options.decimal or options.thousands:
        return []
    as_words = {options.label, *options.as_text}
    return [
        j
        for j, (name, cells) in enumerate(zip(named.names, named.columns, strict=True))
        if name not in as_words and not _is_open({cell for cell in cells if cell})
    ]


def _is_open(cells: set[str]) -> bool:
    """Return whether different cells are few, or may mean something else than they say."""
    pointed = [cell for cell in cells if "." in cell]
    others = all(map(_THOUSANDS.fullmatch, pointed)) if pointed else False
    return len(cells) <= MOST_CLASSES or others or all(map(_DAY.fullmatch, cells))


def _refuse_unusual(text: str, first: Records, named: Grid) -> None:
    """Refuse tables whose cells do not stand under their names as they are."""
    widths = {len(row) for row in first.cells[1:]}
    quotes = without_single_quotes(first.cells)[1] or _BEFORE_QUOTE.search(text)
    if widths != {len(named.names)} or quotes or first.delimiter == " ":
        raise DataError(
            f"A table of more than {MOST_BYTES / 1e6:.0f} MB or {MOST_ROWS:,} rows is read in its "
            "plainest form only: no single quotes, no blanks before quotes or between cells, no "
            f"cells beyond the names. {_ELSE}"
        )


def _refuse_too_large(text: str, columns: int) -> None:
    rows = most_lines(text)
    if rows > MOST_ROWS_LARGE + 1 or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        raise DataError(
            f"About {rows:,} rows and {columns:,} columns; the limits are {MOST_ROWS_LARGE:,} "
            f"rows, {MOST_COLUMNS:,} columns and {MOST_CELLS:,} cells. Leave out rows or columns."
        )
    refuse_without_room(rows * columns)


def _empty_rows(columns: list[RawColumn]) -> Array:
    """Return which rows hold nothing."""
    empty: Array = np.ones(len(columns[0]), dtype=bool)
    for column in columns:
        if not empty.any():
            break
        cells = (not cell.strip() for cell in column) if isinstance(column, tuple) else None
        empty &= np.isnan(column) if cells is None else np.fromiter(cells, bool, len(column))
    return empty


def _restricted(column: RawColumn, keep: Array) -> RawColumn:
    if isinstance(column, tuple):
        return tuple(cell for cell, stays in zip(column, keep.tolist(), strict=True) if stays)
    part: Array = column[keep]
    return part
