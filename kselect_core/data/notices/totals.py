"""Notices on a last or first row that is no case of its own: a row of totals or of means."""

import re

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid
from kselect_core.types import Array

_WORD = re.compile(
    r"(?i)(the |grand |sub-?|over)?(total|totals|sum|sums|mean|means|average|averages|avg\.?|"
    r"median|count|std\.?( ?dev\.?)?|minimum|maximum|sub-?total|gesamt|insgesamt|summe|mittelwert|"
    r"durchschnitt|total general|somme|moyenne|media|promedio|suma|totaal|gemiddelde|σ|∑)"
    r"( of .*| row| général)?:?"
)
_FEWEST = 5  # rows above a row of totals
_SEVERAL = 3  # numbers other than zero that a sum must have
_MEANS = 2  # columns that must agree for a row of means: one may do so by chance
_ROUNDED = 0.005  # of the spread: means are printed with few digits
_EXACT = 1e-9
_BLOCK = 64  # columns looked at together: copies stay small


def about_totals(table: Grid, keep: Array, X: Array, y: Array | None) -> list[Finding]:
    """Return a notice if the last or the first row is a total of the others, or says so.

    ``keep`` says which rows of the table are those of X; ``y`` are the targets if they are numbers.
    """
    rows = np.flatnonzero(keep).tolist()
    for place, which in ((-1, "last"), (0, "first")):
        word = _word(table, rows[place])
        kind = "" if word else _arithmetic(X, y, place)
        if not word and not kind:
            continue
        says = f"says {word!r}" if word else f"is the {kind} of the others"
        text = (
            f"The {which} row {says}: a row of totals? It is read as a case like the others; if "
            "it is not, take it out of the file."
        )
        return [Finding("notice", text, f"{table.unit} {table.lines[rows[place]]}")]
    return []


def _word(table: Grid, place: int) -> str:
    """Return the word of a row that calls it a total; "" if a column holds it elsewhere too."""
    for column in table.columns:
        if isinstance(column, np.ndarray):
            continue
        word = column[place].strip()
        if _WORD.fullmatch(word) and sum(cell.strip() == word for cell in column) == 1:
            return word[:40]
    return ""


def _arithmetic(X: Array, y: Array | None, place: int) -> str:
    """Return "sum" or "mean" where a row is that of the others in at least half of the columns."""
    if len(X) <= _FEWEST:
        return ""
    blocks = [X[:, begin : begin + _BLOCK] for begin in range(0, X.shape[1], _BLOCK)]
    blocks += [] if y is None else [y[:, None]]
    count, sums, means = np.sum([_agreeing(block, place) for block in blocks], axis=0).tolist()
    if count and 2 * sums >= count:
        return "sum"
    return "mean" if means >= _MEANS and 2 * means >= count else ""


def _agreeing(values: Array, place: int) -> tuple[int, int, int]:
    """Return how many columns vary, and in how many of them a row is the sum or the mean."""
    row, others = values[place], values[1:] if place == 0 else values[:-1]
    nonzero = (others != 0).sum(axis=0)
    varied = (nonzero >= _SEVERAL) & (others.min(axis=0) < others.max(axis=0)) & np.isfinite(row)
    varied &= ~((others == 0) | (others == 1)).all(axis=0)  # words: a column of 0 and 1
    row, others = row[varied], others[:, varied]
    exact = np.abs(row - others.sum(axis=0)) <= _EXACT * np.abs(others).sum(axis=0)
    near = np.abs(row - others.mean(axis=0)) <= _ROUNDED * others.std(axis=0)
    new = ~(others == row).any(axis=0)  # a total or a mean is hardly one of the numbers themselves
    return row.size, int((exact & new).sum()), int((near & new).sum())
