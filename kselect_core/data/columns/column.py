"""One column of raw cells read as numbers or as words."""

import re
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from kselect_core.data.columns.column_kind import kind_of
from kselect_core.data.columns.dates import about_dates, are_dates
from kselect_core.data.columns.holes import Holes
from kselect_core.data.columns.sentinels import sentinels, without_marks, without_sentinels
from kselect_core.data.numbers.cells import number_cells
from kselect_core.data.numbers.given_arrays import EXACT, LOST_DIGITS
from kselect_core.data.numbers.several_numbers import about_several
from kselect_core.data.numbers.style import NUMERIC_FORMS, Form, NumberStyle, form, number, unit_of
from kselect_core.data.numbers.surroundings import Surroundings, surroundings
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid, RawColumn, texts_of
from kselect_core.data.words.limits import MOST_LEVELS
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question
from kselect_core.types import Array

LARGEST = 1e150  # squares must stay finite
_MOST_DIGITS = 20  # of a whole number of 64 bits
_SHOWN = 3
_SPELLING = 40  # characters of what stands for a missing value
_PLAIN = b"0123456789.eE+-"
_PADDED = re.compile(r"^0\d+$", re.MULTILINE)
_MARKED: tuple[Form, ...] = ("point", "comma", "three", "grouped ,", "grouped .")
_ODD: dict[Form, str] = {"infinite": "an infinite value", "odd": "not a plain decimal number"}


class Column(NamedTuple):
    """A column read: numbers (NaN where missing) or words (None where missing)."""

    name: str
    numbers: Array | None
    words: tuple[str | None, ...] | None
    missing: Array  # bool (n,)
    findings: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()
    marks: tuple[float, ...] = ()  # numbers that stand for missing
    holes: Holes | None = None  # how what is missing is written; counted before rows are left out
    measure: str = ""  # the unit that stands beside the numbers in the file
    gaps: frozenset[str] = frozenset()  # words among numbers that mean a missing value


class Cells(NamedTuple):
    """The raw cells of a column; ``plain`` are its numbers if all are ASCII with a point.

    ``texts`` is empty where the file itself holds numbers.
    """

    name: str
    raw: RawColumn
    texts: tuple[str, ...]
    lines: list[int]
    plain: Array | None
    has_point: bool
    unit: str = "line"
    declared: bool = False  # to be words, by the format of the file
    gap: str = ""  # what stands in the file where a cell is empty here
    delimiter: str = ""  # the mark between the cells of a text
    pointed: bool = False  # its format knows numbers with a decimal point alone
    forms: Mapping[str, Form] = MappingProxyType({})  # of its different cells, without blanks
    seen: Surroundings | None = None  # numbers inside cells that are no plain numbers
    beside: Array | None = None  # the numbers of this column in the training file
    marks: tuple[float, ...] = ()  # those that stand for missing there


def cells_of(name: str, raw: RawColumn, table: Grid) -> Cells:
    """Return a column of raw cells, converted already if every cell is a plain number."""
    bare = Cells(name, raw, (), table.lines, None, has_point=False, unit=table.unit)
    bare = bare._replace(declared=name in table.words, gap=table.gap)
    bare = bare._replace(delimiter=table.delimiter, pointed=table.pointed)
    if isinstance(raw, np.ndarray):
        return bare._replace(plain=raw.astype(np.float64, copy=False))
    plain = _plain_numbers(raw)
    if plain is not None:
        return bare._replace(texts=raw, plain=plain[0], has_point=plain[1])
    bare = bare._replace(texts=raw)
    stripped = [cell.strip() for cell in raw]
    forms = {cell: form(cell) for cell in set(stripped)}
    return bare._replace(forms=forms, seen=surroundings(stripped, forms))


def like_trained(cells: Cells, trained: Column) -> Cells:
    """Return cells of a test file, with what the training file says of their column.

    Words that mean a missing value there do so here; what is far off is so from all numbers.
    """
    cells = cells._replace(beside=trained.numbers, marks=trained.marks)
    stripped = [cell.strip() for cell in cells.texts]
    gone = trained.gaps.intersection(stripped)
    if not gone:
        return cells
    missing: Form = "missing"
    forms = {**{cell: form(cell) for cell in set(stripped)}, **dict.fromkeys(gone, missing)}
    return cells._replace(forms=forms, seen=surroundings(stripped, forms))


def _plain_numbers(texts: tuple[str, ...]) -> tuple[Array, bool] | None:
    """Return numbers and whether one of them has a point, None if a cell is no plain number."""
    cells = pa.array(texts, pa.string())
    letters = bytes(cells.buffers()[2] or b"")
    if letters.translate(None, _PLAIN):
        return None
    try:
        numbers = cells.cast(pa.float64())
    except pa.ArrowInvalid:
        return None
    return np.array(numbers), b"." in letters  # rounded as Python's float does


def column(cells: Cells, style: NumberStyle, options: TableOptions) -> Column:
    """Return one feature as numbers or words, with what was fixed and what must be asked."""
    name, style = cells.name, style_in(cells, style)
    if name not in options.as_text and _all_plain(cells, style):
        return number_column(cells, style, options)
    stripped = tuple(cell.strip() for cell in texts_of(cells.raw))
    forms = cells.forms or {cell: form(cell) for cell in set(stripped)}
    cells = cells._replace(texts=stripped, forms=forms)
    counts: Counter[str] = Counter(forms[cell] for cell in stripped)
    numeric = _is_numeric(counts, len(stripped) - counts["missing"], forms)
    kind = kind_of(name, cells.seen, options, numeric=numeric)
    if kind.is_number:
        return _numbers(cells, style, options)
    if kind.question is not None:
        counts = Counter()  # whether its words are too many shows once they are words
    read = _words(cells, counts, options)
    questions = read.questions if kind.question is None else (kind.question,)
    return read._replace(findings=kind.findings, questions=questions)


def number_column(cells: Cells, style: NumberStyle, options: TableOptions) -> Column:
    """Return a feature as numbers; refused where a cell is none."""
    style = style_in(cells, style)
    if cells.plain is not None and _all_plain(cells, style):
        return _checked_numbers(cells, cells.plain, options)
    stripped = tuple(cell.strip() for cell in texts_of(cells.raw))
    forms = cells.forms or {cell: form(cell) for cell in set(stripped)}
    return _numbers(cells._replace(texts=stripped, forms=forms), style, options)


def style_in(cells: Cells, style: NumberStyle) -> NumberStyle:
    """Return how the numbers of a column are written: by its format, or as everywhere else."""
    return NumberStyle() if cells.pointed else style


def _all_plain(cells: Cells, style: NumberStyle) -> bool:
    points_are_decimal = style.decimal == "." != style.thousands
    return cells.plain is not None and (points_are_decimal or not cells.has_point)


def _is_numeric(counts: Counter[str], present: int, forms: Mapping[str, Form]) -> bool:
    """Return whether at least half of the cells that are present look like numbers."""
    numeric = sum(counts[kind] for kind in NUMERIC_FORMS)
    units = {unit_of(cell) for cell, kind in forms.items() if kind == "unit"}
    if len(units) > 2:  # noqa: PLR2004  # 1st, 2nd, 3rd, 4wd: words that begin with a digit
        numeric -= counts["unit"]
    return present > 0 and 2 * numeric >= present


def _numbers(column: Cells, style: NumberStyle, options: TableOptions) -> Column:
    cells = column.texts
    numbers = number_cells(column, column.seen, style=style, options=options)
    if numbers.wrong:
        wrong = frozenset(numbers.wrong)
        places = zip(column.lines, cells, strict=True)
        bad = [(line, cell) for line, cell in places if cell in wrong]
        raise _not_numbers(column, bad, style)
    read = _checked_numbers(column, np.array([numbers.values[cell] for cell in cells]), options)
    questions = (*numbers.questions, *read.questions)
    if any(question.option == "markers" for question in numbers.questions):
        read = read._replace(missing=np.zeros(len(cells), dtype=bool))  # not before the answer
    findings = (*numbers.findings, *read.findings)
    gaps = frozenset(column.seen.gaps if column.seen else ())
    return read._replace(findings=findings, questions=questions, measure=numbers.unit, gaps=gaps)


def _not_numbers(column: Cells, wrong: list[tuple[int, str]], style: NumberStyle) -> DataError:
    name = column.name
    mark = "point" if style.decimal == "." else "comma"
    odd = _ODD | dict.fromkeys(_MARKED, f"not a number with a decimal {mark}")
    shown = "; ".join(
        f"{column.unit} {line}: {cell[:40]!r} is {odd.get(form(cell), 'not a number')}"
        for line, cell in wrong[:_SHOWN]
    )
    more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
    return DataError(
        f"Column {name!r} holds numbers, but {shown}{more}. Correct the cells, leave the column "
        f"out (drop={name!r}) or read it as words (as_text={name!r})."
    )


def _checked_numbers(column: Cells, numbers: Array, options: TableOptions) -> Column:
    name, cells = column.name, column.texts
    _refuse_beyond_range(column, numbers)
    place = f"column {name!r}"
    findings = []
    whole = isinstance(column.raw, np.ndarray) and column.raw.dtype.kind in "iu"
    if np.nanmax(np.abs(numbers), initial=0.0) >= EXACT and (whole or any(map(is_long, cells))):
        findings.append(Finding("fixed", LOST_DIGITS, place))
    whole_cells = [cells[i] for i in np.flatnonzero(numbers == np.round(numbers))] if cells else ()
    padded = len(set(_PADDED.findall("\n".join(whole_cells))))
    if padded:
        text = f"Leading zeros ({counted(padded, 'number')}) were ignored. Is it an identifier?"
        findings.append(Finding("fixed", text, place))
    findings += about_dates(name, cells)
    numbers, finding = without_marks(name, numbers, column.marks)
    findings += finding
    before = numbers
    numbers, sentinel_findings, questions = without_sentinels(name, numbers, options, column.beside)
    missing = np.isnan(numbers)
    marks = () if before is numbers else sentinels(before)
    findings += sentinel_findings
    holes = _holes(column, missing)
    return Column(name, numbers, None, missing, tuple(findings), tuple(questions), marks, holes)


def is_long(cell: str) -> bool:
    """Return whether a cell is a number of more digits than every float keeps."""
    return sum(map(str.isdigit, cell)) > 15 and "e" not in cell.lower()  # noqa: PLR2004  # 2⁵³ has 16


def _refuse_beyond_range(column: Cells, numbers: Array) -> None:
    name, cells, lines, unit = column.name, column.texts, column.lines, column.unit.capitalize()
    far = np.flatnonzero(np.abs(numbers) > LARGEST)
    if len(far):
        i = int(far[0])
        shown = repr(cells[i][:40]) if cells else f"{numbers[i]:g}"
        raise DataError(
            f"{unit} {lines[i]}, column {name!r}: {shown} is too large; numbers must lie "
            f"within ±{LARGEST:g}. Rescale the column or leave it out."
        )
    largest = np.nanmax(np.abs(numbers), initial=0.0)
    for cell, line in zip(cells, lines, strict=True) if cells and largest >= EXACT else ():
        digits = cell.lstrip("+-") if len(cell) > _MOST_DIGITS else ""
        if len(digits) > _MOST_DIGITS and digits.isdigit():
            raise DataError(
                f"{unit} {line}, column {name!r}: {cell[:40]!r} is too large: more than "
                f"{_MOST_DIGITS} digits cannot be kept. Is it an identifier? Leave it out."
            )


def _holes(column: Cells, missing: Array) -> Holes | None:
    """Return how often the missing values of a column are written in which way."""
    if not missing.any():
        return None
    return Holes(_spellings(column, missing), column.unit, column.lines[int(np.argmax(missing))])


def _spellings(column: Cells, missing: Array) -> Counter[str]:
    other = "−999 or the like"
    empty = repr(column.gap) if column.gap else "empty"
    if isinstance(column.raw, np.ndarray) and not column.texts:
        count = int(np.isnan(column.raw).sum())
        return +Counter({empty: count, other: int(missing.sum()) - count})
    shown = Counter(
        None if number(cell, NumberStyle()) is not None else cell[:_SPELLING]
        for cell, gone in zip(column.texts, missing, strict=True)
        if gone
    )
    words = {None: other, "": empty}
    return Counter({words.get(cell, repr(cell)): count for cell, count in shown.items()})


def _words(column: Cells, counts: Counter[str], options: TableOptions) -> Column:
    name, cells = column.name, column.texts
    empty = np.array([cell == "" for cell in cells])
    marked = np.array([cell != "" and form(cell) == "missing" for cell in cells])
    as_values = options.markers == "values" or column.declared
    missing = empty if as_values else empty | marked
    words = tuple(None if gone else cell for cell, gone in zip(cells, missing, strict=True))
    questions = []
    if (
        marked.any()
        and not column.declared
        and options.markers is None
        and not empty.all()
        and counts["missing"] < len(cells)
    ):
        texts = sorted({cell for cell, mark in zip(cells, marked, strict=True) if mark})
        shown = ("the words " if len(texts) > 1 else "the word ") + ", ".join(map(repr, texts))
        text = (
            f"Column {name!r} holds {shown} ({int(marked.sum())} ×): missing values, "
            "or values like any other?"
        )
        questions.append(Question("markers", text, ("missing", "values"), "missing"))
    if are_dates(counts, len(cells)):
        text = f"Column {name!r} holds dates or times, which are no numbers. Leave it out?"
        questions.append(Question("drop", text, (name,), name))
    elif len({word for word in words if word is not None}) > MOST_LEVELS:
        several = about_several(name, map(str.strip, cells), column.forms)
        questions += _too_many_levels(name, words, " ".join(about.text for about in several))
    return Column(
        name, None, words, missing, questions=tuple(questions), holes=_holes(column, missing)
    )


def _too_many_levels(
    name: str, words: tuple[str | None, ...], about_numbers: str
) -> list[Question]:
    present = [word for word in words if word is not None]
    levels = len(set(present))
    if levels == len(present):
        return []  # it names the rows and is left out for that reason
    text = (
        f"Column {name!r} holds {levels} different words; up to {MOST_LEVELS} can be used. "
        f"{about_numbers and about_numbers + ' '}Leave it out?"
    )
    return [Question("drop", text, (name,), name)]
