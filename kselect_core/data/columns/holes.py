"""Sentences on missing values: how they are written, in which columns, where the first one is."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kselect_core.data.words.findings import Finding, counted

_SPELLINGS = 3
_COLUMNS = 5


class Holes(NamedTuple):
    """The missing values of a column: how often each is written which way, the first place."""

    spellings: Counter[str]  # as they are shown
    unit: str
    first: int


def listed(words: Sequence[str]) -> str:
    """Return the first words of a list, and how many more there are."""
    more = f" and {len(words) - _COLUMNS} more" if len(words) > _COLUMNS else ""
    return ", ".join(words[:_COLUMNS]) + more


def sentence(holes: Holes) -> str:
    """Return how many values of a column are missing, how they are written, and where."""
    return f"{_amount(holes.spellings)}, the first in {holes.unit} {holes.first}."


def about_holes(columns: Sequence[tuple[str, Holes | None]]) -> list[Finding]:
    """Return one finding on all missing values of columns, given with their names."""
    holed = [(name, holes) for name, holes in columns if holes is not None]
    if len(holed) < 2:  # noqa: PLR2004
        return [Finding("found", sentence(holes), f"column {name!r}") for name, holes in holed]
    spellings = sum((holes.spellings for _, holes in holed), Counter[str]())
    names = listed([f"{name!r} ({holes.spellings.total()})" for name, holes in holed])
    first = min((holes for _, holes in holed), key=lambda holes: holes.first)
    text = (
        f"{_amount(spellings)} in {len(holed)} columns: {names}; "
        f"the first in {first.unit} {first.first}."
    )
    return [Finding("found", text)]


def _amount(spellings: Counter[str]) -> str:
    shown = ", ".join(f"{word} {count} ×" for word, count in spellings.most_common(_SPELLINGS))
    return f"{counted(spellings.total(), 'missing value')} ({shown})"
