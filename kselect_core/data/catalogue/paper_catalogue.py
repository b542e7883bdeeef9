"""The data sets of the five papers: one entry per actual set, whatever the papers call it.

The facts stand in ``paper_sets.toml`` beside this file.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from kselect_core.errors import DataError, UnknownNameError
from kselect_core.registry import registry

Task = Literal["binary", "multiclass", "regression"]
Pairs = tuple[tuple[str, str], ...]
FILE: Final = Path(__file__).with_name("paper_sets.toml")
PAPERS: Final = ("SPS", "KS", "SM", "SEKM", "STAB")


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSet:
    """One data set of the papers; zero and "" mean "not known" or "there is none".

    ``rows``, ``columns`` (without the label), ``classes`` and ``missing`` (empty cells) count the
    file, ``features`` the columns as read: words as columns of 0 and 1, without ``left_out``.
    ``papers`` holds (paper, its name for the set), ``options`` the answers to the reader's
    questions; missing numbers always wait for the median of a training part. ``sha256`` is that
    of the published file, ``text_sha256`` that of its text if the file is compressed.
    """

    name: str
    title: str
    papers: Pairs
    task: Task
    rows: int = 0
    columns: int = 0
    features: int = 0
    classes: tuple[tuple[str, int], ...] = ()
    missing: int = 0
    label: str = "label"
    options: Pairs = ()
    left_out: str = ""
    file: str = ""
    sha256: str = ""
    text_sha256: str = ""
    bundled: str = ""
    feature_names: tuple[str, ...] = ()
    source: str
    licence: str
    openml: int = 0
    openml_target: str = ""
    openml_note: str = ""
    note: str = ""

    @property
    def available(self) -> bool:
        """Whether there is any way to load the set."""
        return bool(self.file or self.bundled)

    def names_in(self, paper: str) -> tuple[str, ...]:
        """Return what a paper calls the set, in the order of its tables."""
        return tuple(name for source, name in self.papers if source == paper)


def paper_set(name: str, paper: str = "") -> PaperSet:
    """Return the data set that a paper (or any of them, or kselect) calls by a name.

    A name that means two different sets, such as "breast-cancer", needs the paper.
    """
    if paper and paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    entries = [entry for entry in PAPER_SETS.values() if name in _names(entry, paper)]
    wanted = name.casefold()
    entries = entries or [
        e for e in PAPER_SETS.values() if wanted in map(str.casefold, _names(e, paper))
    ]
    if len(entries) > 1:
        meanings = "; ".join(f"{entry.name}: {entry.title}" for entry in entries)
        raise DataError(f"{name!r} means more than one data set ({meanings}). Name the paper too.")
    if not entries:
        names = {n for entry in PAPER_SETS.values() for n in _names(entry, paper)}
        raise UnknownNameError(f"data set of {paper or 'the papers'}", name, names)
    return entries[0]


def _names(entry: PaperSet, paper: str) -> tuple[str, ...]:
    """Return the names of a set in a paper; without a paper those in all of them and our own."""
    if paper:
        return entry.names_in(paper)
    return (entry.name, *(name for _, name in entry.papers))


def _entry(name: str, facts: Mapping[str, Any]) -> PaperSet:  # Any: TOML
    pairs = {
        "papers": tuple((paper, n) for paper, names in facts["papers"].items() for n in names),
        "classes": tuple(facts.get("classes", {}).items()),
        "options": tuple(facts.get("options", {}).items()),
        "feature_names": tuple(facts.get("feature_names", ())),
    }
    return PaperSet(**{**facts, **pairs, "name": name})


def _entries() -> list[PaperSet]:
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [_entry(name, facts) for name, facts in table.items()]


PAPER_SETS: Final = registry("data set of the papers", *_entries())
