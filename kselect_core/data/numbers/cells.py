"""The cells of a column of numbers, each as a value, as missing, or as what must be asked."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kselect_core.data.numbers.sign_questions import (
    about_flags,
    about_units,
    flag_question,
    gap_question,
    unit_question,
)
from kselect_core.data.numbers.style import Form, NumberStyle, number
from kselect_core.data.numbers.surroundings import Surroundings
from kselect_core.data.numbers.units import single_unit
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question

_SHOWN = 3
_NAN = float("nan")


class TextColumn(Protocol):
    """The name and the cells of a column, and how each different cell is written."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def texts(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def forms(self) -> Mapping[str, Form]: ...  # noqa: D102


@dataclass
class NumberCells:
    """What the different cells of a column mean, and what was done or must be asked."""

    values: dict[str, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)  # no numbers, in the order of the file
    unit: str = ""
    findings: list[Finding] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def number_cells(
    column: TextColumn, seen: Surroundings | None, *, style: NumberStyle, options: TableOptions
) -> NumberCells:
    """Return the values of the cells of a column, NaN where one is missing."""
    name, forms, rows = column.name, column.forms, Counter(column.texts)
    read = NumberCells()
    for cell in rows:
        value = _NAN if forms[cell] == "missing" else _value(cell, seen, style, options)
        if value is None:
            read.wrong.append(cell)
        else:
            read.values[cell] = value
    if not read.wrong:
        other = [cell for cell in rows if forms[cell] == "foreign"]
        read.findings += about_spelling(name, rows, {cell: read.values[cell] for cell in other})
        if seen:
            _tell(name, seen, read, options)
    return read


def _value(
    cell: str, seen: Surroundings | None, style: NumberStyle, options: TableOptions
) -> float | None:
    """Return the value of a cell, NaN where it is missing, None where it is no number."""
    if seen is None or not (cell in seen.inner or cell in seen.gaps or cell in seen.others):
        return number(cell, style)
    if cell in seen.gaps:
        return None if options.markers == "values" else _NAN
    inner = seen.inner.get(cell)
    if inner is not None and inner.flag and options.flagged == "missing":
        return _NAN
    return None if inner is None else number(inner.number, style)


def _tell(name: str, seen: Surroundings, read: NumberCells, options: TableOptions) -> None:
    """Add what was done with units, marks and words for missing values, or ask about it."""
    place = f"column {name!r}"
    if seen.measured:
        read.unit = single_unit(name, seen)
        read.findings.append(about_units(seen, place))
        read.questions += [] if options.units == "strip" else [unit_question(name, seen)]
    if seen.flagged:
        read.findings.append(about_flags(seen, options, place))
        read.questions += [] if options.flagged else [flag_question(name, seen)]
    if seen.gaps and options.markers is None:
        read.questions.append(gap_question(name, seen))


def about_spelling(name: str, rows: Counter[str], values: dict[str, float]) -> list[Finding]:
    """Return what is said on numbers that are spelt in another way than usual."""
    if not values:
        return []
    many = counted(sum(rows[cell] for cell in values), "number")
    shown = ", ".join(f"{cell[:20]!r} = {values[cell]:g}" for cell in list(values)[:_SHOWN])
    text = f"{many} with signs or digits of another script or spelling ({shown})."
    return [Finding("fixed", text, f"column {name!r}")]
