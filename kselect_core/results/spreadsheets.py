"""Tables for spreadsheet programs, which would carry out text that looks like a formula.

A cell of a CSV file that begins with one of `TRIGGERS` is a formula for Excel, LibreOffice and
Google Sheets, and a formula may start programs and ask other hosts. The name of a class or of a
column is anybody's text.
"""

import pandas as pd

TRIGGERS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")  # noqa: RUF001


ENDS = "\r\n"
"""Of lines; with them a text that holds either is quoted."""


def spreadsheet(table: pd.DataFrame) -> bytes:
    """CSV file for spreadsheet programs, in which nothing is a formula.

    It begins with a byte-order mark, without which Excel misreads what is not ASCII.
    """
    return harmless(table).to_csv(index=False, lineterminator=ENDS).encode("utf-8-sig")


def harmless(table: pd.DataFrame) -> pd.DataFrame:
    """Table whose texts, names of columns included, begin with ``'`` where they would be formulas.

    Numbers stay numbers, also negative ones that are written as text.
    """
    safe = table.rename(columns=_harmless)
    for place in range(table.shape[1]):
        column = table.iloc[:, place]
        if not pd.api.types.is_numeric_dtype(column):
            safe.isetitem(place, column.map(_harmless).array)
    return safe


def _harmless(cell: object) -> object:
    if isinstance(cell, str) and cell.startswith(TRIGGERS) and not _number(cell):
        return f"'{cell}"
    return cell


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return cell.strip() == cell
