"""Numbers of a test file whose marks mean something else than in the training file, perhaps.

A pair of files has one style, that of the training file. ``1.037`` is a number in most styles; what
it is shows only beside other numbers, and where those of the training file never have three digits
behind the mark it is asked or told.
"""

import re
from collections.abc import Iterable, Iterator

import numpy as np

from kselect_core.data.columns.column import Cells
from kselect_core.data.numbers.style import NumberStyle, number
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import RawColumn, texts_of
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question
from kselect_core.types import Array

_MARKS = ".,"
_THREE = {mark: re.compile(rf"[-+]?[1-9][0-9]{{0,2}}[{mark}][0-9]{{3}}") for mark in _MARKS}
_LONG = {mark: re.compile(rf"[{mark}][0-9]{{3}}|[0-9.,][eE][-+]?[0-9]") for mark in _MARKS}
_FACTOR = 1000.0  # between the two readings


def doubt(
    cells: Cells, trained: RawColumn, *, style: NumberStyle, options: TableOptions, free: bool
) -> Question | Finding | None:
    """Return what is asked or said on a column of numbers of a test file, usually nothing.

    ``trained`` are its cells in the training file; ``free`` says that no number there has a mark,
    so that its style can still be chosen.
    """
    if cells.pointed or (cells.plain is not None and not cells.has_point):
        return None
    written = tuple(_written(cells))
    for mark in (style.decimal, style.thousands):
        if mark not in _THREE or not _is_open(written, mark):
            continue
        texts = texts_of(trained)
        is_decimal = mark == style.decimal
        if isinstance(trained, np.ndarray):
            texts = tuple(cell.replace(".", mark) for cell in texts)
        fits = (
            _fits_decimal(texts, written, mark)
            if is_decimal
            else _fits_groups(texts, written, style)
        )
        if fits:
            return None
        example = next(cell for cell in written if mark in cell)
        if is_decimal and free and options.decimal is None and options.thousands is None:
            return _question(cells.name, example, mark, (written, texts))
        return _finding(cells.name, example, style, options)
    return None


def has_marks(columns: Iterable[RawColumn]) -> bool:
    """Return whether a number of the training file may have a point or a comma."""
    return any(
        mark in cell
        for column in columns
        if not isinstance(column, np.ndarray)
        for cell in column
        for mark in _MARKS
    )


def _written(cells: Cells) -> Iterator[str]:
    """Yield the numbers of a column as they are written, without what stands around them."""
    inner = cells.seen.inner if cells.seen else {}
    for cell in map(str.strip, cells.texts):
        yield inner[cell].number if cell in inner else cell


def _is_open(written: tuple[str, ...], mark: str) -> bool:
    """Return whether every number with a mark has one, and three digits behind it."""
    marked = [cell for cell in written if mark in cell]
    return bool(marked) and all(map(_THREE[mark].fullmatch, marked))


def _fits_decimal(texts: tuple[str, ...], written: tuple[str, ...], mark: str) -> bool:
    """Return whether numbers of the training file have three digits behind the mark as well.

    Where all of them have a mark there, a test file in which some have none is written otherwise.
    """
    here = _always(written, mark) or not _always(texts, mark)
    return here and any(map(_LONG[mark].search, texts))


def _fits_groups(texts: tuple[str, ...], written: tuple[str, ...], style: NumberStyle) -> bool:
    """Return whether the training file has such groups, and decimals only where these have some."""
    here = not _always(texts, style.decimal) or any(style.decimal in cell for cell in written)
    return here and any(style.thousands in cell for cell in texts)


def _always(written: tuple[str, ...], mark: str) -> bool:
    values = [cell for cell in written if any(map(str.isdigit, cell))]
    return bool(values) and all(mark in cell for cell in values)


def _question(
    name: str, example: str, mark: str, cells: tuple[tuple[str, ...], tuple[str, ...]]
) -> Question:
    text = (
        f"Column {name!r} holds cells such as {example!r}, and the training file has no number "
        f"with such a mark there: does it separate thousands (“{mark}”), or is it a decimal mark "
        "(“none”)?"
    )
    here, there = (_median(written, NumberStyle(mark)) for written in cells)
    grouped = abs(np.log(here * _FACTOR / there)) < abs(np.log(here / there))
    return Question("thousands", text, (mark, "none"), mark if grouped else "none")


def _median(written: tuple[str, ...], style: NumberStyle) -> float:
    values = (number(cell.strip(), style) for cell in written)
    sizes: Array = np.array([abs(value) for value in values if value])
    return float(np.median(sizes)) if len(sizes) else 1.0


def _finding(name: str, example: str, style: NumberStyle, options: TableOptions) -> Finding:
    answered = options.decimal is not None or options.thousands is not None
    text = (
        f"{example!r} is read as {number(example, style):.10g}, in the style of the training file, "
        "whose numbers there are never written like that. If it means something else, write both "
        "files alike."
    )
    return Finding("asked" if answered else "notice", text, f"column {name!r}")
