"""Cells that hold several numbers at once, such as 120/80 or 10-20: words, and that is told."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from kselect_core.data.numbers.style import NUMERIC_FORMS, Form
from kselect_core.data.numbers.typography import western
from kselect_core.data.words.findings import Finding

_LONGEST: Final = 80  # characters of a cell that may be numbers
_PAIR: Final = 2  # different cells that say the same as words
_SHOWN: Final = 3
_NUMBER: Final = r"(?>[-+]?(?:[0-9]++(?:[.,][0-9]++)?+|[.,][0-9]++)(?:[eE][-+]?[0-9]++)?+)"
_BETWEEN: Final = r"(?: ?(?:\.\.+|…|[-/:;,|x×*&+~]|to|bis|and|und|by|à)(?: ?|$)| )"
_UNIT: Final = r"(?: ?[%‰°]| ?[A-Za-zµμ°Ω]{1,12}(?:[/·][A-Za-zµμ]{1,6}[²³]?)?)?"
_SEVERAL: Final = re.compile(
    rf"[(\[{{<>]?=? ?{_NUMBER}{_UNIT}(?:{_BETWEEN}{_NUMBER}{_UNIT}){{1,20}}+ ?[)\]}}]?"
)


def holds_several(cell: str) -> bool:
    """Return whether a cell is several numbers and what separates them, and nothing else."""
    if len(cell) > _LONGEST or cell[:1].isalpha() or sum(map(str.isdigit, cell)) < _PAIR:
        return False
    return _SEVERAL.fullmatch(" ".join(western(cell).split())) is not None


def about_several(name: str, cells: Iterable[str], forms: Mapping[str, Form]) -> list[Finding]:
    """Return a notice where most cells of a column of words hold numbers, some of them several.

    ``forms`` says how each different cell is written.
    """
    some = {cell for cell, kind in forms.items() if kind == "text" and holds_several(cell)}
    if len(some) <= _PAIR:
        return []
    rows = Counter(cells)
    several = sum(rows[cell] for cell in some)
    one = sum(count for cell, count in rows.items() if forms[cell] in NUMERIC_FORMS)
    present = sum(count for cell, count in rows.items() if forms[cell] != "missing")
    if 2 * (several + one) < present:
        return []
    often = [cell for cell, _ in rows.most_common() if cell in some][:_SHOWN]
    shown = ", ".join(repr(" ".join(cell.split())[:40]) for cell in often)
    text = (
        f"{several} of {present} cells hold several numbers ({shown}), which are words here. To "
        "use them as numbers, give each a column of its own in the file."
    )
    return [Finding("notice", text, f"column {name!r}")]
