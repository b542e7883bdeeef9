"""Write the tables of ``docs/data_sets.md`` again: ``python docs/tools/refresh_data_sets.py``.

Each table stands between ``<!-- table: name -->`` and ``<!-- end -->``.
"""

import re
from collections.abc import Callable
from pathlib import Path

from kselect_core.data.catalogue.paper_sets import PAPER_SETS, PaperSet

DOCUMENT = Path(__file__).parents[1] / "data_sets.md"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(^<!-- end -->$)", re.DOTALL | re.MULTILINE)
FEW = 7  # classes with counts of their own; of more only their number is told


def refreshed(text: str) -> str:
    """Return the document's text with every table as the catalogue has it now."""
    return TABLE.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n{found[3]}", text)


def sizes() -> str:
    """Return what each set is called and how large it is."""
    head = ("set", "in the papers", "rows", "columns", "as read", "empty cells", "classes")
    return _table(head, [_size(entry) for entry in PAPER_SETS.values() if entry.available])


def sources() -> str:
    """Return where each set comes from and how to get it."""
    head = ("set", "title", "source", "licence", "found in", "OpenML")
    return _table(head, [_source(entry) for entry in PAPER_SETS.values()])


def notes() -> str:
    """Return what is odd about a set and what the papers do not say."""
    told = (e for e in PAPER_SETS.values() if e.note or e.left_out)
    return "".join(f"- **{e.name}**: {_escaped(_note(e))}\n" for e in told)


TABLES: dict[str, Callable[[], str]] = {"sizes": sizes, "sources": sources, "notes": notes}


def _size(entry: PaperSet) -> tuple[str, ...]:
    papers: dict[str, list[str]] = {}
    for paper, name in entry.papers:
        papers.setdefault(paper, []).append(name)
    called = "; ".join(f"{paper}: {', '.join(names)}" for paper, names in papers.items())
    numbers = map(str, (entry.rows, entry.columns, entry.features, entry.missing))
    return (f"`{entry.name}`", called or "–", *numbers, _classes(entry))


def _classes(entry: PaperSet) -> str:
    if entry.task == "regression":
        return "regression"
    if len(entry.classes) > FEW:
        return f"{len(entry.classes)} classes"
    return ", ".join(f"{name}: {count}" for name, count in entry.classes)


def _source(entry: PaperSet) -> tuple[str, ...]:
    ways = [f"`{entry.file}`"] * bool(entry.file) + ["the program itself"] * bool(entry.bundled)
    openml = f"{entry.openml}. " if entry.openml else ""
    openml += f"(target {entry.openml_target}) " if entry.openml_target else ""
    found = " or ".join(ways) or "nowhere"
    last = f"{openml}{entry.openml_note}".strip() or "–"
    return (f"`{entry.name}`", entry.title, entry.source, entry.licence, found, last)


def _note(entry: PaperSet) -> str:
    left_out = f"Left out: {entry.left_out}." if entry.left_out else ""
    return f"{entry.note} {left_out}".strip()


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *(tuple(map(_escaped, row)) for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("_", "\\_") if "`" not in text else text


if __name__ == "__main__":
    DOCUMENT.write_text(refreshed(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
