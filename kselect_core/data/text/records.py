"""From text to records: the cells of a table, and where every record begins."""

import csv
import re
from itertools import islice
from typing import NamedTuple

from kselect_core.data.text.delimiters import DELIMITERS, NAMES, Dialect, likely_delimiter, trimmed
from kselect_core.data.text.lines import (
    about_line_ends,
    lines_of,
    most_lines,
    plain_lines,
    top_line,
)
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.limits import LONGEST_CELL, MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from kselect_core.errors import DataError, Question, QuestionError

_COMMENTS = ("#", "//")
NO_CONTENT = "without any content left out."
_ERROR_CELL = re.compile(
    r"(?i)#(n/a( n/a)?|na|null!|div/0[!?]?|value[!?]?|ref[!?]?|num[!?]?|name\?)[\"']?\s*[,;\t|]"
)


class Records(NamedTuple):
    """Cells of every record that is not blank, with the line on which it begins."""

    cells: list[list[str]]
    lines: list[int]
    delimiter: str
    findings: tuple[Finding, ...]


def records(
    text: str, *, delimiter: str | None = None, comments: str | None = None, skip: int = 0
) -> Records:
    """Return the cells of a table; the delimiter with the most even records wins."""
    body, first_line, findings = _without_preamble(text, comments, skip)
    if skip and not body.strip():
        count = counted(sum(1 for _ in lines_of(text)), "line")
        raise DataError(f"The text has {count}; nothing is left after the first {skip:,}.")
    marked, body, first_line = _excel_mark(body, first_line)
    chosen = delimiter or marked or likely_delimiter(body)
    _refuse_too_large(body, chosen)
    cells, lines, skipped = _parsed(body, chosen, first_line)
    if not cells:
        raise DataError("The file holds delimiters but nothing between them.")
    if max(map(len, cells)) == 1:
        raise DataError(
            "The table has only one column; it needs a label and at least one feature. If cells "
            "are separated by something else than , ; tab | or space, replace it by a comma."
        )
    if delimiter is None and chosen != ",":
        findings.append(Finding("fixed", f"Cells are separated by a {NAMES[chosen]}."))
    return Records(cells, lines, chosen, (*findings, *skipped))


def _without_preamble(text: str, comments: str | None, skip: int) -> tuple[str, int, list[Finding]]:
    """Return the text below skipped and comment lines, and the number of its first line."""
    findings = about_line_ends(text)
    lines = lines_of(text)
    skipped = sum(len(line) for line in islice(lines, skip))
    if skip:
        findings.append(Finding("asked", f"The first {skip} lines were left out."))
    count, length = 0, 0
    for line in lines_of(text[skipped:]):
        start = line.lstrip()
        if start and (not start.startswith(_COMMENTS) or _ERROR_CELL.match(start)):
            break
        count, length = count + 1, length + len(line)
    noted = text[skipped : skipped + length].strip()
    if not noted or comments == "data":
        return text[skipped:], skip + 1, findings
    if comments is None:
        question = f"Line {skip + 1} looks like a comment: “{top_line(noted)[:80]}”. Skip it?"
        raise QuestionError([Question("comments", question, ("skip", "data"), "skip")])
    findings.append(Finding("asked", f"{counted(count, 'comment line')} at the top skipped."))
    return text[skipped + length :], skip + count + 1, findings


def _excel_mark(text: str, first_line: int) -> tuple[str | None, str, int]:
    """Return the delimiter of a first line such as ``sep=;`` and the text below it."""
    if text[:4].lower() != "sep=":
        return None, text, first_line
    line = next(lines_of(text), "")
    mark = line.rstrip("\r\n")
    if mark[4:] in DELIMITERS:
        return mark[4:], text[len(line) :], first_line + 1
    return None, text, first_line


def _refuse_too_large(text: str, delimiter: str) -> None:
    rows = most_lines(text)
    columns = top_line(text).count(delimiter) + 1
    if rows > MOST_ROWS + 1:
        raise DataError(f"About {rows:,} rows; the limit is {MOST_ROWS:,}. Leave out rows.")
    if columns > MOST_COLUMNS:
        raise DataError(f"{columns:,} columns; the limit is {MOST_COLUMNS:,}. Leave out columns.")
    if rows * columns > MOST_CELLS:
        raise DataError(f"About {rows * columns:,} cells; the limit is {MOST_CELLS:,}.")


def _parsed(
    text: str, delimiter: str, first_line: int
) -> tuple[list[list[str]], list[int], list[Finding]]:
    short = _short_lines(text, delimiter)
    if short is None:
        begins, rows = _quoted(text, delimiter, first_line)
    else:
        rows = [line.split(delimiter) for line in short]
        begins = list(range(first_line, first_line + len(rows)))
    empty = [(k, len(row)) for k, row in enumerate(rows) if not any(map(str.strip, row))]
    noted = [(begins[k], cells) for k, cells in empty]
    if empty:
        gone = {k for k, _ in empty}
        rows = [row for k, row in enumerate(rows) if k not in gone]
        begins = [begin for k, begin in enumerate(begins) if k not in gone]
    if delimiter == " ":
        rows = [trimmed(row, delimiter) for row in rows]
    if short is None:
        _refuse_long_cells(rows, begins)
    return rows, begins, _about_empty(noted, begins)


def _short_lines(text: str, delimiter: str) -> list[str] | None:
    """Return the lines of a text each of which can be cut into cells, None if they cannot.

    That is so without quotes, between which a mark may be text, and without cells that are refused.
    """
    if '"' in text or delimiter == " ":
        return None
    lines = plain_lines(text)
    return None if max(map(len, lines)) > LONGEST_CELL else lines


def _quoted(text: str, delimiter: str, first_line: int) -> tuple[list[int], list[list[str]]]:
    """Return where every record begins, and its cells."""
    reader = csv.reader(lines_of(text), Dialect(delimiter, text))
    begins, rows = [first_line], list[list[str]]()
    try:
        for row in reader:
            rows.append(row)
            begins.append(first_line + reader.line_num)
    except csv.Error as error:
        raise _unreadable(str(error), begins[-1]) from error
    return begins[:-1], rows


def _about_empty(empty: list[tuple[int, int]], lines: list[int]) -> list[Finding]:
    noted = [line for line, cells in empty if cells > 1 or (lines and line < lines[-1])]
    return [about_empty(noted)] if noted else []


def about_empty(lines: list[int]) -> Finding:
    """Return what is said of lines that hold nothing."""
    text = f"{counted(len(lines), 'line')} {NO_CONTENT}"
    return Finding("fixed", text, f"line {lines[0]}")


def _unreadable(reason: str, line: int) -> DataError:
    if "unexpected end" in reason:
        return DataError(f'A quote (") opened in the record of line {line} is never closed.')
    if "field limit" in reason:
        return DataError(
            f"Line {line} holds a cell of more than {LONGEST_CELL:,} characters; perhaps a quote "
            '(") is never closed.'
        )
    return DataError(f"Line {line} cannot be read: {reason}.")


def _refuse_long_cells(cells: list[list[str]], lines: list[int]) -> None:
    for row, line in zip(cells, lines, strict=True):
        if sum(map(len, row)) > LONGEST_CELL and max(map(len, row)) > LONGEST_CELL:
            raise DataError(
                f"Line {line} holds a cell of more than {LONGEST_CELL:,} characters; "
                "drop that column before loading."
            )
