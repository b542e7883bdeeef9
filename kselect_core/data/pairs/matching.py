"""The columns of a test file under the names that they have in the training file."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

from kselect_core.data.words.column_names import look
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid
from kselect_core.errors import DataError, shortened

_SHOWN = 5


class Matched(NamedTuple):
    """The needed columns of a test file, the names of those left over, and what was found."""

    table: Grid
    others: tuple[str, ...]
    findings: tuple[Finding, ...]


def matched(
    test: Grid, trained: Grid, needed: Sequence[str], left_out: Collection[str] = ()
) -> Matched:
    """Return columns of a test file under the names of the training file; refused if one lacks.

    Columns with the same name in the header are matched by their order, if both files have as
    many of them; a name that only looks alike is taken where there is no other. Neither needed
    columns nor those that are known to be ``left_out`` count as left over.
    """
    places, unclear = _places(test, trained)
    alike = _alike(test, trained, {*places, *unclear}, set(places.values()))
    for name in needed:
        if name not in places and name not in alike:
            raise _lacking(name, needed, test, {**places, **alike}, unclear)
    used = places | alike
    table = test._replace(
        names=tuple(needed),
        columns=[test.columns[used[name]] for name in needed],
        words=frozenset(name for name in needed if test.names[used[name]] in test.words),
        given=(),
    )
    places_used = {used[name] for name in (*needed, *left_out) if name in used}
    others = tuple(name for place, name in enumerate(test.names) if place not in places_used)
    renamed = [(test.names[place], name) for name, place in alike.items() if name in needed]
    return Matched(table, others, _about_alike(renamed))


def _places(test: Grid, trained: Grid) -> tuple[dict[str, int], dict[str, tuple[int, int]]]:
    """Return where each column of the training file stands, and how often unclear names occur."""
    by_name: defaultdict[str, list[int]] = defaultdict(list)
    for place, given in enumerate(test.given or test.names):
        by_name[given].append(place)
    mine = trained.given or trained.names
    often, before = Counter(mine), Counter[str]()
    places: dict[str, int] = {}
    unclear: dict[str, tuple[int, int]] = {}
    for name, given in zip(trained.names, mine, strict=True):
        same, own = by_name.get(given, []), by_name.get(name, [])
        if len(same) == often[given]:
            places[name] = same[before[given]]
        elif len(own) == 1:
            places[name] = own[0]
        elif same:
            unclear[name] = (often[given], len(same))
        before[given] += 1
    return places, unclear


def _alike(test: Grid, trained: Grid, settled: set[str], taken: set[int]) -> dict[str, int]:
    """Return where columns stand whose names differ only in case, blanks or codes of letters."""
    open_names = [name for name in trained.names if name not in settled]
    if not open_names:
        return {}
    looks: defaultdict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(test.given or test.names):
        if place not in taken:
            looks[look(name)].append(place)
    places_of = {name: looks.get(look(name), []) for name in open_names}
    return {name: places[0] for name, places in places_of.items() if len(places) == 1}


def _about_alike(renamed: list[tuple[str, str]]) -> tuple[Finding, ...]:
    if not renamed:
        return ()
    shown = ", ".join(f"{here!r} is {there!r}" for here, there in renamed[:_SHOWN])
    shown += ", …" if len(renamed) > _SHOWN else ""
    text = (
        f"Names of columns that differ in case, blanks or codes of letters were matched: {shown}."
    )
    return (Finding("fixed", text),)


def _lacking(
    name: str,
    needed: Sequence[str],
    test: Grid,
    known: dict[str, int],
    unclear: dict[str, tuple[int, int]],
) -> DataError:
    if name in unclear:
        mine, theirs = unclear[name]
        return DataError(
            f"The name of column {shortened(name)} stands {mine} × in the header of the training "
            f"file and {theirs} × here, so the columns cannot be matched. Give "
            "every column its own name in both files."
        )
    lacking = [one for one in needed if one not in known]
    more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
    return DataError(
        f"It has no column {name!r}{more}, which the training file has. Its columns: "
        f"{', '.join(map(repr, test.names[:_SHOWN]))}{', …' if len(test.names) > _SHOWN else ''}."
    )
