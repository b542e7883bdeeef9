"""Whether a file or a data set is the one the papers use: what differs, in words."""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256

import numpy as np

from kselect_core.data.catalogue.paper_catalogue import PaperSet
from kselect_core.data.formats.decoding import decoded
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.table.reading import read_table
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError


def read(entry: PaperSet, content: bytes) -> Dataset:
    """Return the data set in the bytes of a file, the reader's questions answered."""
    options = TableOptions.from_keywords(
        label=entry.label, task=entry.task, missing="median", **dict(entry.options)
    )
    return read_table(content, options, name=entry.name)


def read_verified(entry: PaperSet, content: bytes, *, source: str) -> Dataset:
    """Return the data set in the published bytes; ``source`` names the file in the error."""
    differences = content_differences(entry, content)
    try:
        data = read(entry, content)
    except DataError as error:
        if not differences:
            raise
        raise not_it(entry, source, [*differences, f"it cannot be read ({error})"]) from error
    differences += shape_differences(entry, data)
    if differences:
        raise not_it(entry, source, differences)
    return data


def content_differences(entry: PaperSet, content: bytes) -> list[str]:
    """Return whether the bytes, or the text in them once unpacked, are not the published ones."""
    digests = {entry.sha256, entry.text_sha256} - {""}
    digest = sha256(content).hexdigest()
    if not digests or digest in digests or _text_sum(content) in digests:
        return []
    return [f"SHA-256 expected {entry.sha256}, found {digest}"]


def shape_differences(entry: PaperSet, data: Dataset) -> list[str]:
    """Return how rows, features and class counts differ from those of the catalogue."""
    n, d = data.X.shape
    return [
        *_differences({"rows": (entry.rows, n), "features": (entry.features, d)}),
        *_class_differences(dict(entry.classes), class_counts(data)),
    ]


def count_differences(
    entry: PaperSet, *, rows: int, columns: int, counts: Mapping[str, int]
) -> list[str]:
    """Return how a table from elsewhere differs in size, its classes under whatever names."""
    differences = _differences({"rows": (entry.rows, rows), "columns": (entry.columns, columns)})
    expected = sorted(count for _, count in entry.classes)
    if expected and sorted(counts.values()) != expected:
        differences += _class_differences(dict(entry.classes), counts)
    return differences


def class_counts(data: Dataset) -> dict[str, int]:
    """Return how many rows each class has; nothing for regression."""
    if data.task == "regression":
        return {}
    codes = (data.y > 0).astype(np.int64) if data.task == "binary" else data.y
    return {name: int((codes == code).sum()) for code, name in enumerate(data.class_names)}


def not_it(entry: PaperSet, source: str, differences: list[str]) -> DataError:
    """Return the error that says what a file should be and what it is."""
    return DataError(
        f"{source} does not hold the data set {entry.name!r} of the papers: "
        f"{'; '.join(differences)}. Put the published {entry.file or 'set'} there "
        f"({entry.source})."
    )


def _text_sum(content: bytes) -> str:
    try:
        text = decoded(content, None).text.replace("\r\n", "\n")
        return sha256(text.encode()).hexdigest()
    except DataError:
        return ""


def _differences(numbers: Mapping[str, tuple[int, int]]) -> list[str]:
    return [
        f"{what} expected {expected}, found {counted}"
        for what, (expected, counted) in numbers.items()
        if expected != counted
    ]


def _class_differences(expected: Mapping[str, int], counted: Mapping[str, int]) -> list[str]:
    if Counter(expected) == Counter(counted):
        return []
    return [f"classes expected {_listed(expected)}, found {_listed(counted)}"]


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in counts.items()) or "none"
