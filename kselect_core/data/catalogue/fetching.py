"""Getting a data set of the papers: a copy of a file of the user's, or one from OpenML.

Nothing here is called unless the user asks for it.
"""

import os
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from kselect_core.data.catalogue.paper_catalogue import PAPER_SETS, PaperSet
from kselect_core.data.catalogue.paths import file_content
from kselect_core.data.catalogue.places import FETCHED, data_folder
from kselect_core.data.catalogue.verifying import count_differences, not_it, read, read_verified
from kselect_core.errors import DataError, StorageError
from kselect_core.results.writing import write_atomically

_GZIP = b"\x1f\x8b"


def add(path: str | os.PathLike[str], name: str) -> Path:
    """Copy a file into the user's folder of data sets after verifying it; returns the copy."""
    entry = PAPER_SETS[name]
    _refuse_without_file(entry)
    content = file_content(Path(path))
    read_verified(entry, content, source=os.fspath(path))
    suffix = ".csv.gz" if content.startswith(_GZIP) else ".csv"
    return _kept(f"{name}{suffix}", content)


def fetch(name: str) -> Path:
    """Fetch a set from OpenML into the user's folder, its size and classes checked.

    OpenML's bytes are not the published ones: the order of rows and columns may differ, and with
    it the splits. Returns the file.
    """
    entry = PAPER_SETS[name]
    if not entry.openml:
        raise DataError(
            f"The data set {name!r} cannot be fetched from OpenML. "
            f"{entry.openml_note or entry.note} Source: {entry.source}."
        )
    table = _from_openml(entry)
    counts = table.counts if entry.classes else {}
    rows, columns = table.features.shape
    differences = count_differences(entry, rows=rows, columns=columns, counts=counts)
    if differences:
        raise not_it(entry, f"OpenML {entry.openml}", differences)
    goal = _under_our_names(table.target, counts, dict(entry.classes))
    content = table.features.assign(**{entry.label: goal}).to_csv(index=False).encode()
    read(entry, content)
    return _kept(f"{name}{FETCHED}", content)


class _Table(NamedTuple):
    features: pd.DataFrame
    target: "pd.Series[str]"

    @property
    def counts(self) -> dict[str, int]:
        labels = self.target.dropna()
        return {str(word): int(count) for word, count in labels.value_counts().items() if count}


def _from_openml(entry: PaperSet) -> _Table:
    from sklearn.datasets import fetch_openml  # noqa: PLC0415  # it takes a second to import

    try:
        bunch = fetch_openml(
            data_id=entry.openml,
            target_column=entry.openml_target or "default-target",
            as_frame=True,
            parser="pandas",
            cache=False,
            n_retries=1,
        )
    except (OSError, ValueError, HTTPException) as error:
        reason = str(getattr(error, "reason", "") or error).splitlines()
        raise DataError(
            f"OpenML {entry.openml} ({entry.name}) could not be fetched "
            f"({reason[0][:200] if reason else type(error).__name__}). Is there a connection to "
            f"www.openml.org? Otherwise put {entry.file} into {data_folder()}."
        ) from error
    target = bunch.target if entry.task == "regression" else bunch.target.astype("string")
    return _Table(bunch.data, target)


def _under_our_names(
    target: "pd.Series[str]", counts: Mapping[str, int], ours: Mapping[str, int]
) -> "pd.Series[str]":
    """Return the classes under our names where their counts tell which is which."""
    by_count = {count: name for name, count in ours.items()}
    if not ours or len(by_count) < len(ours):
        return target
    return target.map({name: by_count[count] for name, count in counts.items()})


def _refuse_without_file(entry: PaperSet) -> None:
    if not entry.file:
        why = "it comes with the program" if entry.bundled else entry.note
        raise DataError(f"There is no file to add for the data set {entry.name!r}: {why}")


def _kept(name: str, content: bytes) -> Path:
    folder = data_folder()
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, lambda part: part.write_bytes(content))
    except OSError as error:  # StorageError is one too
        cause = error.__cause__ if isinstance(error, StorageError) else error
        reason = getattr(cause, "strerror", None) or str(cause)
        raise StorageError(
            f"{name} cannot be kept in {folder} ({reason}). Make room there or let KSELECT_HOME "
            "name another folder."
        ) from error
    return path
