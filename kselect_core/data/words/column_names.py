"""Names of columns as a reader can see them: nothing invisible, no two that look alike."""

import unicodedata
from collections import Counter, defaultdict
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
            groups[look(name)].add(name)
    for alike in groups.values():
        if len(alike) > 1:
            shown = " and ".join(_codes(name) for name in sorted(alike))
            raise DataError(
                f"Two columns have names that look alike: {shown}. Rename one in the header."
            )


def numbered(names: Sequence[str]) -> list[str]:
    """Return names that all differ: the first of equal ones as it is, an empty one by its place.

    A number that would make another name of the table, or one that looks like it, is passed over.
    """
    taken = {look(name) for name in names if name}
    known: set[str] = set()
    numbers: Counter[str] = Counter()
    result = []
    for place, name in enumerate(names, 1):
        if name and name not in known:
            known.add(name)
            result.append(name)
            continue
        base = name or f"column {place}"
        free = base
        while look(free) in taken:
            numbers[base] += 1
            free = f"{base} ({numbers[base] + 1})"
        taken.add(look(free))
        result.append(free)
    return result


def look(name: str) -> str:
    """Return what is the same for names that differ in case, blanks or invisibly."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cc", "Zs"))


def _codes(name: str) -> str:
    return f"{visible(name, keep='')!r} ({' '.join(f'U+{ord(c):04X}' for c in name[:12])})"
