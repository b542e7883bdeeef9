"""Names of columns as a reader can see them: nothing invisible, no two that look alike."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from kselect_core.errors import DataError

JOINERS = "\u200c\u200d"  # part of the spelling of many scripts and emoji


def visible(name: str, keep: str = JOINERS) -> str:
    """Return a name with its invisible characters written as codes."""
    return "".join(
        c if c in keep or unicodedata.category(c) not in ("Cf", "Cc") else f"\\u{ord(c):04x}"
        for c in name
    )


def refuse_lookalikes(names: Sequence[str]) -> None:
    """Refuse names that differ but look the same."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        if name.strip():
            groups[_look(name)].add(name)
    for alike in groups.values():
        if len(alike) > 1:
            shown = " and ".join(_codes(name) for name in sorted(alike))
            raise DataError(
                f"Two columns have names that look alike: {shown}. Rename one in the header."
            )


def _look(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc", "Zs"))


def _codes(name: str) -> str:
    return f"{visible(name, keep='')!r} ({' '.join(f'U+{ord(c):04X}' for c in name[:12])})"
