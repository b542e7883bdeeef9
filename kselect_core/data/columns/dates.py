"""Columns of dates: those that say so, and those that look like numbers (01.02, 20240131)."""

import re
from collections import Counter

from kselect_core.data.numbers.style import MARKERS
from kselect_core.data.words.findings import Finding

_FORMS = (
    re.compile(r"(0[1-9]|[12][0-9]|3[01])\.(0[1-9]|1[0-2])"),
    re.compile(r"(0[1-9]|1[0-2])\.(0[1-9]|[12][0-9]|3[01])"),
    re.compile(r"(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])"),
)
_FEWEST = 3  # different days


def are_dates(counts: Counter[str], n: int) -> bool:
    """Return whether at least half of the cells that are not missing are dates or times."""
    return 2 * counts["date"] >= n - counts["missing"] > 0


def about_dates(name: str, cells: tuple[str, ...]) -> list[Finding]:
    """Return a notice on a column of numbers all of which could be days."""
    first = next((cell for cell in cells if cell.strip().casefold() not in MARKERS), "").strip()
    if not any(form.fullmatch(first) for form in _FORMS):
        return []  # the usual case, told from one cell
    days = {cell.strip() for cell in cells} - {c for c in cells if c.casefold() in MARKERS}
    alike = any(all(map(form.fullmatch, days)) for form in _FORMS)
    padded = len(first) == len("20240131") or any(day.startswith("0") for day in days)
    if not alike or not padded or len(days) < _FEWEST:
        return []
    text = (
        f"The numbers look like dates ({min(days)!r}), which are no quantities. If they are dates, "
        f"leave the column out (drop={name!r})."
    )
    return [Finding("notice", text, f"column {name!r}")]
