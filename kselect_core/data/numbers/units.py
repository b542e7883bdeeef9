"""Units around numbers: one in a column can be left out, different ones cannot."""

from kselect_core.data.numbers.surroundings import Surroundings, same_unit
from kselect_core.errors import DataError

_SHOWN = 5


def single_unit(name: str, seen: Surroundings) -> str:
    """Return the unit of a column, "" if none; refuse ``1kg`` beside ``2g`` or beside ``1``."""
    examples: dict[str, str] = {}
    plain = seen.plain[0] if seen.plain else ""
    for cell, inner in seen.inner.items():
        if inner.unit:
            examples.setdefault(same_unit(inner.unit), cell)
        elif not inner.bookkeeping:
            plain = plain or cell
    shown = [repr(cell[:40]) for cell in list(examples.values())[:_SHOWN]]
    if examples and plain:
        shown.append(f"{plain!r} without a unit")
    if len(shown) > 1:
        raise DataError(
            f"Column {name!r} holds numbers in different units: {', '.join(shown)}. They would not "
            f"be comparable without them. Convert them to one unit, leave the column out "
            f"(drop={name!r}) or read it as words (as_text={name!r})."
        )
    return next(iter(examples), "")


def refuse_other_unit(name: str, unit: str, trained: str) -> None:
    """Refuse a column of a test file that is measured otherwise than in the training file."""
    if unit != trained:
        here, there = (repr(one) if one else "no unit" for one in (unit, trained))
        raise DataError(
            f"Column {name!r} has {here} here and {there} in the training file. Convert one of "
            "them, so that both are written alike."
        )
