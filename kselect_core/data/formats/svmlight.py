"""svmlight and LIBSVM files: a label and ``number:value`` pairs on every line, zeros left out."""

import re
from array import array
from itertools import pairwise
from math import isinf
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.numbers.given_arrays import EXACT, LOST_DIGITS
from kselect_core.data.text.lines import INNER_MARKS, lines_of
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid, RawColumn
from kselect_core.data.words.limits import MOST_COLUMNS, MOST_ROWS, MOST_SPARSE_CELLS
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError, shortened
from kselect_core.types import Array

LABEL: Final = "label"
_NUMBER: Final = re.compile(
    r"[-+]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,5})?"
)
_PAIR: Final = (
    r"(?>[0-9]{1,18}:[-+]?(?:[0-9]{1,400}+(?:\.[0-9]{0,400}+)?|\.[0-9]{1,400}+)"
    r"(?:[eE][-+]?[0-9]{1,5}+)?)"
)
_PAIRS: Final = re.compile(f"{_PAIR}(?> {_PAIR})*+")  # nothing is tried twice
_ENDLESS: Final = re.compile(r"(?i:[-+]?(?:nan|inf|infinity))")
_INDEX: Final = re.compile(r"[0-9]{1,18}")


class Line(NamedTuple):
    """A row: its label as it stands, the numbers of its features, their values."""

    number: int
    label: str
    indices: "array[int]"  # 16 bytes for a pair, where lists take 60
    values: "array[float]"


class Pairs(NamedTuple):
    """The rows of a file as they stand, and what was found in them."""

    rows: list[Line]
    findings: tuple[Finding, ...]


class Extent(NamedTuple):
    """The lowest and the highest number of a feature, and the line of the highest."""

    lowest: int
    highest: int
    line: int


def svmlight_grid(pairs: Pairs, options: TableOptions, extent: Extent | None = None) -> Grid:
    """Return dense columns x1, x2, … and the label; refused where they would not fit.

    ``extent`` is that of this file and of another one that must have the same columns.
    """
    rows, findings = pairs
    extent = extent or extent_of(pairs)
    base, about_base = _base(extent.lowest, options)
    width = _width(extent.highest, base, options)
    cells = width * len(rows)
    if width > MOST_COLUMNS or cells > MOST_SPARSE_CELLS:
        raise DataError(
            f"The file has {len(rows):,} rows of {width:,} features (the number {extent.highest:,} "
            f"stands in line {extent.line}), {cells:,} cells with its zeros; the limits are "
            f"{MOST_COLUMNS:,} features and {MOST_SPARSE_CELLS:,} cells."
        )
    X = np.zeros((len(rows), width), order="F")
    for i, row in enumerate(rows):
        X[i, np.array(row.indices, dtype=np.int64) - base] = row.values
    columns: list[RawColumn] = [X[:, j] for j in range(width)]
    columns.append(tuple(row.label for row in rows))
    names = (*(f"x{j + 1}" for j in range(width)), LABEL)
    lines = [row.number for row in rows]
    report = (*findings, *about_base, *_about_digits(X))
    grid = Grid(names, columns, lines, has_header=False, findings=report, pointed=True)
    return grid._replace(index_base=base)


def _about_digits(X: Array) -> tuple[Finding, ...]:
    """Return that whole numbers among the features may have lost digits, if they are so large."""
    large = np.maximum(X.max(axis=0), -X.min(axis=0)) >= EXACT
    if not large.any():
        return ()
    text = f"{LOST_DIGITS} They are in {counted(int(large.sum()), 'column')}."
    return (Finding("fixed", text, f"column 'x{int(np.argmax(large)) + 1}'"),)


def pairs_of(text: str) -> Pairs:
    """Return the rows of a file; refused where a line cannot be meant."""
    rows: list[Line] = []
    grouped = 0
    marked = any(mark in text for mark in INNER_MARKS)
    for number, whole in enumerate(lines_of(text), 1):
        data = whole.partition("#")[0]
        if marked:
            _refuse_marks(number, data)
        words = data.split()
        if not words:
            continue
        if len(rows) == MOST_ROWS:
            raise DataError(f"More than {MOST_ROWS:,} rows; leave out rows.")
        pairs = [word for word in words[1:] if not word.startswith("qid:")]
        grouped += len(pairs) < len(words) - 1
        rows.append(_row(number, words[0], pairs))
    if not any(row.indices for row in rows):
        raise DataError("The file has labels but no features.")
    text = f"The group (qid) of {counted(grouped, 'row')} was ignored."
    return Pairs(rows, (Finding("fixed", text),) if grouped else ())


def _refuse_marks(number: int, data: str) -> None:
    mark = next((letter for letter in data if letter in INNER_MARKS), None)
    if mark is not None:
        raise DataError(
            f"Line {number} holds the character U+{ord(mark):04X}, which ends a line "
            "in some programs and not in others. Replace it by a line end or a blank."
        )


def _row(number: int, label: str, pairs: list[str]) -> Line:
    if "," in label:
        raise DataError(
            f"Line {number} has several labels ({shortened(label)}); one label per row is needed."
        )
    if ":" in label:
        raise DataError(f"Line {number} begins with {shortened(label)} and not with a label.")
    if _ENDLESS.fullmatch(label) or (_NUMBER.fullmatch(label) and isinf(float(label))):
        raise DataError(f"Line {number}: the label {shortened(label)} is no finite number.")
    indices, values = _numbers(number, pairs)
    for before, after in pairwise(indices):
        if after <= before:
            word = "repeated" if after == before else "not in ascending order"
            raise DataError(f"Line {number}: the numbers of features are {word} ({after}).")
    return Line(number, label, indices, values)


def _numbers(number: int, pairs: list[str]) -> tuple["array[int]", "array[float]"]:
    """Return indices and values, of a line of plain pairs all at once."""
    line = " ".join(pairs)
    if _PAIRS.fullmatch(line):
        flat = line.replace(":", " ").split(" ")
        values = array("d", map(float, flat[1::2]))
        if not any(map(isinf, values)):
            return array("q", map(int, flat[::2])), values
    entries = [_pair(number, pair) for pair in pairs]
    return array("q", (index for index, _ in entries)), array("d", (value for _, value in entries))


def _pair(number: int, pair: str) -> tuple[int, float]:
    index, colon, value = pair.partition(":")
    if not colon:
        raise DataError(
            f"Line {number}: {shortened(pair)} is no pair such as 3:0.5; this is not svmlight."
        )
    if not _INDEX.fullmatch(index):
        raise DataError(
            f"Line {number}: {shortened(index)} is no number of a feature (0, 1, 2, …)."
        )
    if not _NUMBER.fullmatch(value) or isinf(float(value)):
        raise DataError(
            f"Line {number}: {shortened(value)} of feature {index} is no finite number."
        )
    return int(index), float(value)


def extent_of(pairs: Pairs) -> Extent:
    """Return between which numbers the features of a file lie."""
    used = [row for row in pairs.rows if row.indices]
    widest = max(used, key=lambda row: row.indices[-1])
    lowest = min(row.indices[0] for row in used)
    return Extent(lowest, widest.indices[-1], widest.number)


def common(mine: Extent, other: Extent, options: TableOptions) -> Extent:
    """Return the extent of a file and its test file, which must count their features alike."""
    if options.index_base is None and mine.lowest != other.lowest and 0 in (mine[0], other[0]):
        text = (
            f"The lowest number of a feature is {mine.lowest} in the training file and "
            f"{other.lowest} in the test file. Do both count from 0? Otherwise one of them must be "
            "renumbered."
        )
        raise QuestionError([Question("index_base", text, ("0",), "0")])
    widest = max(mine, other, key=lambda extent: extent.highest)
    return widest._replace(lowest=min(mine.lowest, other.lowest))


def _base(lowest: int, options: TableOptions) -> tuple[int, list[Finding]]:
    """Return the number of the first feature: one or zero, asked where the file cannot tell."""
    base = options.index_base
    if base is None and lowest > 1:
        text = (
            f"The lowest number of a feature is {lowest}, so the file cannot tell whether its "
            "features count from 1 or from 0. "
            "Another file of the same data must use the same numbering."
        )
        raise QuestionError([Question("index_base", text, ("1", "0"), "1")])
    if base is None:
        base = lowest
        return base, [Finding("found", f"The features count from {base}.")]
    if lowest < base:
        raise DataError(f"A feature has the number {lowest}, so they cannot count from {base}.")
    return base, [Finding("asked", f"The features count from {base}.")]


def _width(highest: int, base: int, options: TableOptions) -> int:
    needed = highest - base + 1
    if options.n_features is None:
        return needed
    if options.n_features < needed:
        raise DataError(
            f"The file has {needed:,} features, more than n_features={options.n_features:,}."
        )
    return options.n_features
