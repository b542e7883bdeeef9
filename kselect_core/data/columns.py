"""One column of raw cells read as numbers or as words."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from kselect_core.data.findings import Finding, counted
from kselect_core.data.limits import MOST_LEVELS
from kselect_core.data.number_style import (
    MARKERS,
    NUMERIC_FORMS,
    NumberStyle,
    form,
    number,
    unit_of,
    unit_stripped,
)
from kselect_core.data.table_options import TableOptions
from kselect_core.errors import DataError, Question
from kselect_core.types import Array

LARGEST = 1e150  # squares must stay finite
EXACT = 2.0**53  # whole numbers beyond it lose digits
_MOST_DIGITS = 19
_SHOWN = 3
_SENTINELS = (-9.0, -99.0, -999.0, -9999.0, -99999.0)
_PLAIN = frozenset("0123456789.eE+-")
_ODD = {"infinite": "an infinite value", "odd": "not a plain decimal number"}


class Column(NamedTuple):
    """A column read: numbers (NaN where missing) or words (None where missing)."""

    name: str
    numbers: Array | None
    words: tuple[str | None, ...] | None
    missing: Array  # bool (n,)
    findings: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()


class Cells(NamedTuple):
    """The raw cells of a column; ``plain`` are its numbers if all are ASCII with a point."""

    name: str
    texts: tuple[str, ...]
    lines: list[int]
    plain: Array | None
    has_point: bool


def cells_of(name: str, texts: tuple[str, ...], lines: list[int]) -> Cells:
    """Return a column of raw cells, converted already if every cell is a plain number."""
    letters = "".join(texts)
    return Cells(name, texts, lines, _plain_numbers(texts, letters), "." in letters)


def _plain_numbers(texts: tuple[str, ...], letters: str) -> Array | None:
    if not _PLAIN.issuperset(letters):
        return None
    try:
        return np.fromiter(map(float, texts), dtype=np.float64, count=len(texts))
    except ValueError:
        return None


def column(cells: Cells, style: NumberStyle, options: TableOptions) -> Column:
    """Return one feature as numbers or words, with what was fixed and what must be asked."""
    name, lines = cells.name, cells.lines
    points_are_decimal = style.decimal == "." != style.thousands
    if (
        cells.plain is not None
        and name not in options.as_text
        and (points_are_decimal or not cells.has_point)
    ):
        return _checked_numbers(name, cells.texts, cells.plain, lines, options)
    stripped = tuple(cell.strip() for cell in cells.texts)
    forms = {cell: form(cell) for cell in set(stripped)}
    counts: Counter[str] = Counter(forms[cell] for cell in stripped)
    present = len(stripped) - counts["missing"]
    if name in options.as_text or not _is_numeric(counts, present, stripped):
        return _words(cells._replace(texts=stripped), counts, options)
    return _numbers(name, stripped, lines, style, options)


def _is_numeric(counts: Counter[str], present: int, cells: tuple[str, ...]) -> bool:
    """Return whether at least half of the cells that are present look like numbers."""
    numeric = sum(counts[kind] for kind in NUMERIC_FORMS)
    units = {unit_of(cell) for cell in set(cells) if form(cell) == "unit"}
    if len(units) > 2:  # noqa: PLR2004  # 1st, 2nd, 3rd, 4wd: words that begin with a digit
        numeric -= counts["unit"]
    return present > 0 and 2 * numeric >= present


def _numbers(
    name: str,
    cells: tuple[str, ...],
    lines: list[int],
    style: NumberStyle,
    options: TableOptions,
) -> Column:
    values: dict[str, float] = {}
    findings: Counter[str] = Counter()
    wrong: list[tuple[int, str]] = []
    units: Counter[str] = Counter()
    for cell, line in zip(cells, lines, strict=True):
        kind = form(cell)
        value = float("nan") if kind == "missing" else number(cell, style)
        if kind == "unit":
            units[cell] += 1
            value = number(unit_stripped(cell), style)
        if value is None:
            wrong.append((line, cell))
        else:
            values[cell] = value
            findings[kind] += 1
    if wrong:
        raise _not_numbers(name, wrong)
    numbers = np.array([values[cell] for cell in cells])
    read = _checked_numbers(name, cells, numbers, lines, options)
    return read._replace(
        findings=(*_about_forms(name, findings, units), *read.findings),
        questions=(*_unit_questions(name, units, options), *read.questions),
    )


def _not_numbers(name: str, wrong: list[tuple[int, str]]) -> DataError:
    shown = "; ".join(
        f"line {line}: {cell[:40]!r} is {_ODD.get(form(cell), 'not a number')}"
        for line, cell in wrong[:_SHOWN]
    )
    more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
    return DataError(
        f"Column {name!r} holds numbers, but {shown}{more}. Correct the cells, leave the column "
        f"out (drop={name!r}) or read it as words (as_text={name!r})."
    )


def _about_forms(name: str, kinds: Counter[str], units: Counter[str]) -> list[Finding]:
    findings = []
    if kinds["foreign"]:
        text = f"{counted(kinds['foreign'], 'number')} with signs or digits of another script."
        findings.append(Finding("fixed", text, f"column {name!r}"))
    if units:
        shown = ", ".join(f"{unit!r}" for unit, _ in units.most_common(_SHOWN))
        text = f"Units were left out of {units.total()} cells ({shown})."
        findings.append(Finding("asked", text, f"column {name!r}"))
    return findings


def _unit_questions(name: str, units: Counter[str], options: TableOptions) -> list[Question]:
    if not units or options.units == "strip":
        return []
    shown = ", ".join(f"{cell!r} = {unit_stripped(cell)}" for cell, _ in units.most_common(_SHOWN))
    text = (
        f"Column {name!r} holds {units.total()} numbers with a unit or sign around them. Strip it "
        f"({shown})? Otherwise leave the column out or read it as words (as_text)."
    )
    return [Question("units", text, ("strip",), "strip")]


def _checked_numbers(
    name: str, cells: tuple[str, ...], numbers: Array, lines: list[int], options: TableOptions
) -> Column:
    _refuse_beyond_range(name, cells, numbers, lines)
    place = f"column {name!r}"
    findings = []
    if np.nanmax(np.abs(numbers), initial=0.0) >= EXACT and any(map(_is_long, cells)):
        text = "Whole numbers above 2⁵³ lose their last digits. Are they identifiers?"
        findings.append(Finding("fixed", text, place))
    padded = sum(cell[:1] == "0" and len(cell) > 1 and cell.isdigit() for cell in set(cells))
    if padded:
        text = f"Leading zeros ({counted(padded, 'number')}) were ignored. Is it an identifier?"
        findings.append(Finding("fixed", text, place))
    numbers, sentinel_findings, questions = _without_sentinel(name, numbers, options)
    missing = np.isnan(numbers)
    findings += sentinel_findings + _about_missing(name, cells, missing, lines)
    return Column(name, numbers, None, missing, tuple(findings), tuple(questions))


def _is_long(cell: str) -> bool:
    return cell.lstrip("+-").isdigit() and len(cell) > 15  # noqa: PLR2004  # 2⁵³ has 16 digits


def _refuse_beyond_range(
    name: str, cells: tuple[str, ...], numbers: Array, lines: list[int]
) -> None:
    far = np.flatnonzero(np.abs(numbers) > LARGEST)
    if len(far):
        i = int(far[0])
        raise DataError(
            f"Line {lines[i]}, column {name!r}: {cells[i][:40]!r} is too large; numbers must lie "
            f"within ±{LARGEST:g}. Rescale the column or leave it out."
        )
    largest = np.nanmax(np.abs(numbers), initial=0.0)
    for cell, line in zip(cells, lines, strict=True) if largest >= EXACT else ():
        if len(cell) > _MOST_DIGITS and cell.lstrip("+-").isdigit():
            raise DataError(
                f"Line {line}, column {name!r}: {cell[:40]!r} is too large: more than "
                f"{_MOST_DIGITS} digits cannot be kept. Is it an identifier? Leave it out."
            )


def _without_sentinel(
    name: str, numbers: Array, options: TableOptions
) -> tuple[Array, list[Finding], list[Question]]:
    """Return numbers without a far-off value such as −999 that stands for missing."""
    mark = _sentinel(numbers)
    if mark is None:
        return numbers, [], []
    count = int((numbers == mark).sum())
    if options.markers is None:
        text = f"Column {name!r} holds {mark:g} ({count} ×), far below the rest. Is it missing?"
        return numbers, [], [Question("markers", text, ("missing", "values"), "missing")]
    if options.markers == "values":
        text = f"{mark:g} ({count} ×) is read as a number."
        return numbers, [Finding("asked", text, f"column {name!r}")], []
    text = f"{mark:g} ({count} ×) is read as missing."
    numbers = np.where(numbers == mark, np.nan, numbers)
    return numbers, [Finding("asked", text, f"column {name!r}")], []


def _sentinel(numbers: Array) -> float | None:
    known = numbers[~np.isnan(numbers)]
    if not len(known) or known.min() not in _SENTINELS:
        return None
    lowest = float(known.min())
    others = known[known != lowest]
    whole_scale = lowest <= -99 or len(others) == 0  # noqa: PLR2004
    return lowest if len(others) and whole_scale and others.min() >= lowest / 2 else None


def _about_missing(
    name: str, cells: tuple[str, ...], missing: Array, lines: list[int]
) -> list[Finding]:
    if not missing.any():
        return []
    words = Counter(
        cell if cell.casefold() in MARKERS else "−999 or the like"
        for cell, gone in zip(cells, missing, strict=True)
        if gone
    )
    shown = ", ".join(f"{word!r} {count} ×" if word else f"empty {count} ×"
                      for word, count in words.most_common(_SHOWN))  # fmt: skip
    first = lines[int(np.argmax(missing))]
    text = f"{counted(int(missing.sum()), 'missing value')} ({shown}), the first in line {first}."
    return [Finding("found", text, f"column {name!r}")]


def _words(column: Cells, counts: Counter[str], options: TableOptions) -> Column:
    name, cells = column.name, column.texts
    empty = np.array([cell == "" for cell in cells])
    marked = np.array([cell != "" and form(cell) == "missing" for cell in cells])
    as_values = options.markers == "values"
    missing = empty if as_values else empty | marked
    words = tuple(None if gone else cell for cell, gone in zip(cells, missing, strict=True))
    findings = _about_missing(name, cells, missing, column.lines)
    questions = []
    if (
        marked.any()
        and options.markers is None
        and not empty.all()
        and counts["missing"] < len(cells)
    ):
        shown = sorted({cell for cell, mark in zip(cells, marked, strict=True) if mark})
        text = (
            f"Column {name!r} holds the words {shown} ({int(marked.sum())} ×): missing values, "
            "or values like any other?"
        )
        questions.append(Question("markers", text, ("missing", "values"), "missing"))
    if _is_date(counts, len(cells)):
        text = f"Column {name!r} holds dates or times, which are no numbers. Leave it out?"
        questions.append(Question("drop", text, (name,), name))
    elif len({word for word in words if word is not None}) > MOST_LEVELS:
        questions += _too_many_levels(name, words)
    return Column(name, None, words, missing, tuple(findings), tuple(questions))


def _is_date(counts: Counter[str], n: int) -> bool:
    return 2 * counts["date"] >= n - counts["missing"] > 0


def _too_many_levels(name: str, words: tuple[str | None, ...]) -> list[Question]:
    known = [word for word in words if word is not None]
    levels = len(set(known))
    if levels == len(known):
        return []  # it names the rows and is left out for that reason
    text = (
        f"Column {name!r} holds {levels} different words; up to {MOST_LEVELS} can be used. "
        "Leave it out?"
    )
    return [Question("drop", text, (name,), name)]
