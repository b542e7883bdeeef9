"""Where a data set of the papers is found on this machine."""

import os
from pathlib import Path
from typing import Literal, NamedTuple

from kselect_core.data.catalogue.paper_catalogue import PAPER_SETS, PaperSet
from kselect_core.data.catalogue.paths import (
    FOLDER_VARIABLE,
    SUFFIXES,
    about_extra_folder,
    extra_tables,
)
from kselect_core.errors import DataError
from kselect_core.results.writing import home

FETCHED = ".openml.csv"  # tables from OpenML: the same set, but not the published bytes
Kind = Literal["file", "fetched", "bundled"]


class Place(NamedTuple):
    """Where a set is: a file with the published bytes, one from OpenML, or in the program."""

    kind: Kind
    path: Path | None = None

    def __str__(self) -> str:
        return str(self.path) if self.path else "comes with the program"


class Status(NamedTuple):
    """A data set of the papers on this machine: its place, None if it is absent, and its size."""

    name: str
    place: Place | None
    rows: int
    columns: int
    licence: str


def data_folder() -> Path:
    """Return the user's folder of data sets."""
    return home() / "data"


def tables_of_user() -> dict[str, Path]:
    """Return the files in the user's folder, by their names with and without a suffix.

    A CSV file comes before others of the same bare name; what a file is, its content tells.
    """
    folder = data_folder()
    files = sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
    tables = {path.name: path for path in files if not path.name.startswith(".")}
    for path in sorted(tables.values(), key=lambda path: (not path.name.endswith(SUFFIXES), path)):
        tables.setdefault(path.name.removesuffix(".gz").partition(".")[0] or path.name, path)
    return tables


def find(entry: PaperSet) -> Path | None:
    """Return the file of a set: in the folder KSELECT_DATA, else in the user's folder."""
    path = place(entry)
    return path.path if path else None


def place(entry: PaperSet) -> Place | None:
    """Return where a set is, None if nowhere; published files come before fetched ones."""
    extra = extra_tables().get(entry.name)
    if extra is not None and entry.file:
        return Place("file", extra)
    kinds: tuple[tuple[str, Kind], ...] = (*((suffix, "file") for suffix in SUFFIXES),
                                           (FETCHED, "fetched"))  # fmt: skip
    for suffix, kind in kinds:
        path = data_folder() / f"{entry.name}{suffix}"
        if entry.file and path.is_file():
            return Place(kind, path)
    return Place("bundled") if entry.bundled else None


def status() -> list[Status]:
    """Return every data set of the papers with its place on this machine."""
    return [
        Status(entry.name, place(entry), entry.rows, entry.columns, entry.licence)
        for entry in PAPER_SETS.values()
    ]


def absent(entry: PaperSet) -> DataError:
    """Return the error that says where a set was looked for and how to get it."""
    if not entry.available:
        return DataError(f"{entry.title} ({entry.name}): {entry.note}")
    wrong = about_extra_folder()
    folder, ours = "" if wrong else os.environ.get(FOLDER_VARIABLE), data_folder()
    looked = f"{folder} ({FOLDER_VARIABLE}) and {ours}" if folder else f"{ours}"
    unset = "" if folder or wrong else f"; {FOLDER_VARIABLE} names no other folder"
    fetch = f" To fetch it from OpenML: kselect data fetch {entry.name}." if entry.openml else ""
    return DataError(
        f"The data set {entry.name!r} ({entry.title}) is not on this machine. Looked for in "
        f"{looked}{unset}.{wrong and ' ' + wrong} Put {entry.file} into such a folder, or let a "
        f"file be checked and copied: kselect data add FILE --as {entry.name}.{fetch} "
        f"Source: {entry.source}. Licence: {entry.licence}."
    )
