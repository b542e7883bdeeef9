"""Columns whose cells hold numbers among other signs: what stands around them, and how much.

Only columns that are no plain numbers come here, and every different cell is looked at once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kselect_core.data.numbers.gap_words import GAP_WORDS, likely_gaps
from kselect_core.data.numbers.inner_number import Inner, inner_numbers
from kselect_core.data.numbers.style import NUMERIC_FORMS, Form

FEW_UNITS = 5  # more are no units but words beside a number, as in an address
_COMMON = 500  # different cells, those of most rows, that are looked at first
_SAMPLE = 500  # of the others, from all of the file
_WORTH = 1 / 3  # of the rows: fewer in both are not half of all
_PAIR = 2
_PLAIN_FORMS = NUMERIC_FORMS - {"unit", "odd", "infinite"}
_TO_LOOK_INTO = frozenset(("unit", "text"))
_RAISED = "¹²³⁰⁴⁵⁶⁷⁸⁹"
_RAISED_TEN = re.compile(rf"10[{_RAISED}]+")
_NOTE_LETTERS = re.compile(r"[abcdefnpruvxyz]{1,2}")  # footnotes: none of them is a usual unit
_ORDINAL = re.compile(r"(?i)st|nd|rd|th")
_CODE_LETTER = re.compile(r"[A-Z]")
_MONTH = re.compile(r"(?i)(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?")


@dataclass(frozen=True)
class Surroundings:
    """The numbers inside the cells of a column that are no plain numbers, and the other cells."""

    inner: Mapping[str, Inner]
    plain: tuple[str, ...]  # cells that are numbers as they stand
    others: Counter[str]  # cells without exactly one number
    gaps: Counter[str]  # words that seem to mean a missing value
    rows: Counter[str]  # how often each cell occurs that is not missing

    @cached_property
    def total(self) -> int:
        """Rows with a value."""
        return self.rows.total() - self.gaps.total()

    @cached_property
    def numbers(self) -> int:
        """Rows whose cell holds exactly one number."""
        return sum(self.rows[cell] for cell in (*self.plain, *self.inner))

    @cached_property
    def units(self) -> set[str]:
        """What stands beside the numbers and looks like a unit or a word."""
        return {same_unit(inner.unit) for inner in self.inner.values() if inner.unit}

    @cached_property
    def flagged(self) -> list[str]:
        """The cells whose number is changed by a mark, such as <0.5."""
        return [cell for cell, inner in self.inner.items() if inner.flag]

    @cached_property
    def measured(self) -> list[str]:
        """The cells with a unit, or with a sign as bookkeepers write it."""
        return [cell for cell, f in self.inner.items() if f.unit or f.bookkeeping]

    @cached_property
    def is_mixed(self) -> bool:
        """Whether there are several units, or numbers with and without one."""
        bare = self.plain or any(not inner.unit for inner in self.inner.values())
        return len(self.units) > 1 or bool(self.units and bare)

    @cached_property
    def is_text(self) -> bool:
        """Whether the words around the numbers are what a cell says: places, days, 1st and 2nd."""
        units = self.units
        return len(units) > FEW_UNITS or (
            len(units) > 1
            and any(all(map(kind.fullmatch, units)) for kind in (_ORDINAL, _CODE_LETTER, _MONTH))
        )

    @cached_property
    def has_levels(self) -> bool:
        """Whether more than two different cells hold a number: two say as much as words."""
        return len(self.plain) + len(self.inner) > _PAIR


def surroundings(cells: Iterable[str], forms: Mapping[str, Form]) -> Surroundings | None:
    """Return what stands around the numbers of a column, if most of its cells hold one.

    ``forms`` says how each different cell is written.
    """
    if not any(kind in _TO_LOOK_INTO for kind in forms.values()):
        return None
    rows = Counter(cells)
    for cell in [cell for cell in rows if forms[cell] == "missing"]:
        del rows[cell]
    if not _may_hold_one(rows, forms):
        return None
    seen = _looked_at(rows, forms)
    return seen if (seen.inner or seen.gaps) and (2 * seen.numbers >= seen.total > 0) else None


def same_unit(unit: str) -> str:
    """Return a unit without the plural or the point of an abbreviation: years, hrs."""
    base = unit.rstrip(".") or unit
    plural = len(base) > _PAIR and base.endswith("s") and base.isalpha()
    return base[:-1] if plural else base


def _may_hold_one(rows: Counter[str], forms: Mapping[str, Form]) -> bool:
    """Return whether so many rows seem to hold a number that all of them are worth a look."""
    ranked = [cell for cell, _ in rows.most_common()]
    common, rare = ranked[:_COMMON], ranked[_COMMON:]
    places = np.random.default_rng(len(rare)).permutation(len(rare))[:_SAMPLE].tolist()
    sample = [rare[place] for place in places]
    parts = [(common, 1.0), (sample, len(rare) / max(1, len(sample)))]
    holding = total = 0.0
    for cells, weight in parts:
        seen = _looked_at(Counter({cell: rows[cell] for cell in cells}), forms)
        holding, total = holding + weight * seen.numbers, total + weight * seen.total
    return holding >= _WORTH * total > 0


def _looked_at(rows: Counter[str], forms: Mapping[str, Form]) -> Surroundings:
    inner = inner_numbers(cell for cell in rows if forms[cell] not in _PLAIN_FORMS)
    notes = any(
        one and one.flag and any(map(_RAISED.__contains__, cell)) for cell, one in inner.items()
    )
    if notes:  # 10² beside 12² is a ten with a note
        inner |= dict.fromkeys(cell for cell in rows if _RAISED_TEN.fullmatch(cell))
    plain = tuple(cell for cell in rows if cell not in inner)
    numbers = {cell: one for cell, one in inner.items() if one is not None}
    others = Counter({cell: rows[cell] for cell, one in inner.items() if one is None})
    gaps = Counter({cell: n for cell, n in others.items() if cell.casefold() in GAP_WORDS})
    words = Counter({cell: n for cell, n in others.items() if forms[cell] == "text"})
    gaps = gaps or likely_gaps(words, different=len(plain) + len(numbers))
    return Surroundings(_with_notes(numbers, plain), plain, others - gaps, gaps, rows)


def _with_notes(numbers: dict[str, Inner], plain: tuple[str, ...]) -> dict[str, Inner]:
    """Return numbers whose single letters are notes, as in 12 a, where they are no unit."""
    units = {inner.unit for inner in numbers.values() if inner.unit}
    bare = bool(plain) or any(not inner.unit for inner in numbers.values())
    apart = all(" " in cell for cell, inner in numbers.items() if inner.unit)
    if not all(map(_NOTE_LETTERS.fullmatch, units)) or not (bare or (apart and len(units) > 1)):
        return numbers
    return {
        cell: inner._replace(unit="", flag=inner.flag or "note") if inner.unit else inner
        for cell, inner in numbers.items()
    }
