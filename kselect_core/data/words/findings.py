"""What was found, fixed or asked while a data set was read."""

from dataclasses import dataclass
from typing import Final, Literal

from kselect_core.errors import bounded

_LONGEST_PLACE: Final = 250


def counted(number: int, noun: str) -> str:
    """Return "1 row" or "2 rows"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of an import report.

    ``kind`` is "found" (a fact about the file), "fixed" (read differently from what it says),
    "asked" (decided by an option of the caller) or "notice" (nothing changed, but worth knowing).
    ``where`` names the place as the user sees it: a line, a column, or nothing. Both are bounded,
    whatever the file holds.
    """

    kind: Literal["found", "fixed", "asked", "notice"]
    text: str
    where: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", bounded(self.text))
        object.__setattr__(self, "where", bounded(self.where, _LONGEST_PLACE))

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        return f"{self.kind}: {self.text}{place}"
