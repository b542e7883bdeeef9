"""From bytes to named columns, whatever the format: one way in for every table."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from kselect_core.data.formats.arff import arff_grid
from kselect_core.data.formats.decoding import Decoded, decoded
from kselect_core.data.formats.kinds import Format, kind_of
from kselect_core.data.formats.npy.arrays import numpy_grid
from kselect_core.data.formats.packing import refuse_too_many_bytes, unpacked
from kselect_core.data.formats.parquet.table import parquet_grid
from kselect_core.data.formats.strangers import refuse_other_binary
from kselect_core.data.formats.svmlight import (
    Extent,
    Pairs,
    common,
    extent_of,
    pairs_of,
    svmlight_grid,
)
from kselect_core.data.pairs.second_file import about_test
from kselect_core.data.text.batches import all_rows, batch_grid, first_rows, is_large
from kselect_core.data.text.delimiters import NAMES
from kselect_core.data.text.header import grid
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, QuestionError

WORDS: dict[Format, str] = {
    "svmlight": "The file is in svmlight format (LIBSVM).",
    "arff": "The file is an ARFF file.",
    "parquet": "The file is a Parquet file.",
    "npy": "The file is a NumPy array.",
    "npz": "The file is an archive of NumPy arrays.",
}


class Facts(NamedTuple):
    """What is known of a file before its columns have names: ``cells`` only of a plain table."""

    kind: Format
    encoding: str = ""
    delimiter: str = ""
    cells: list[list[str]] | None = None
    findings: tuple[Finding, ...] = ()


class Opened(NamedTuple):
    """Named columns, those of a test file, and what was found on the way."""

    grid: Grid
    findings: tuple[Finding, ...]
    test: Grid | None = None


class _Unpacked(NamedTuple):
    """The bytes of a file, its text if it is one, and what was found so far."""

    kind: Format
    content: bytes
    text: Decoded | None
    findings: tuple[Finding, ...]
    pairs: Pairs | None = None  # of svmlight, if they have been read already


Told = Callable[[Facts], object]


def opened(
    content: bytes,
    options: TableOptions,
    tell: Told = lambda _: None,
    *,
    test: bytes | None = None,
) -> Opened:
    """Return the columns of a table of any format; ``tell`` hears of every step on the way.

    Content decides what the file is, never its name. A ``test`` file may have another format; two
    svmlight files count their features alike and have as many.
    """
    first = _recognised(content, options, tell)
    if test is None:
        return _read(first, options, tell)
    alone = replace(options, member=None)
    with about_test():
        second = _recognised(test, alone)
    first, second, extent = _common(first, second, options)
    table = _read(first, options, tell, extent)
    if first.kind == "text":
        alone = replace(alone, header=table.grid.has_header)
    with about_test():
        other = _test_table(second, alone, extent, table.grid.names)
    report = (*other.findings, *other.grid.findings)
    return table._replace(test=other.grid._replace(findings=report))


def _test_table(
    file: _Unpacked, options: TableOptions, extent: Extent | None, classes: tuple[str, ...]
) -> Opened:
    """Return the columns of a test file; none is asked about that the training file has not."""
    try:
        return _read(file, options, extent=extent)
    except QuestionError as error:
        guesses = {question.guess for question in error.questions if question.option == "drop"}
        strange = tuple(name for name in sorted(filter(None, guesses)) if name not in classes)
        if not strange:
            raise
    return _test_table(file, replace(options, drop=(*options.drop, *strange)), extent, classes)


def _common(
    first: _Unpacked, second: _Unpacked, options: TableOptions
) -> tuple[_Unpacked, _Unpacked, Extent | None]:
    """Return two files, and of two svmlight files the pairs and the extent of both together."""
    if first.text is None or second.text is None or {first.kind, second.kind} != {"svmlight"}:
        return first, second, None
    mine = pairs_of(first.text.text)
    with about_test():
        other = pairs_of(second.text.text)
    extent = common(extent_of(mine), extent_of(other), options)
    return first._replace(pairs=mine), second._replace(pairs=other), extent


def _recognised(content: bytes, options: TableOptions, tell: Told = lambda _: None) -> _Unpacked:
    """Return what a file is, and its text if it is one."""
    size = len(content)
    content, findings = unpacked(content, options)
    if not content:
        raise DataError("The file is empty (0 bytes).")
    kind = kind_of(content)
    refuse_too_many_bytes(size, kind)
    if kind != "text":
        findings = (*findings, Finding("found", WORDS[kind]))
    tell(Facts(kind, findings=findings))
    if kind in ("parquet", "npy", "npz"):
        return _Unpacked(kind, content, None, findings)
    refuse_other_binary(content)
    text = decoded(content, options.encoding, kind=kind)
    findings = (*findings, *text.findings)
    tell(Facts(kind, text.encoding, findings=findings))
    return _Unpacked(kind, content, text, findings)


def _read(
    file: _Unpacked,
    options: TableOptions,
    tell: Told = lambda _: None,
    extent: Extent | None = None,
) -> Opened:
    """Return the columns of a file whose format is known."""
    kind, content, text, findings, pairs = file
    if text is None:
        read = parquet_grid if kind == "parquet" else numpy_grid
        return Opened(read(content, options), findings)
    if kind == "text":
        return _table(text, options, findings, tell)
    if kind == "arff":
        return Opened(arff_grid(text.text, options), findings)
    return Opened(svmlight_grid(pairs or pairs_of(text.text), options, extent), findings)


def _table(text: Decoded, options: TableOptions, about: tuple[Finding, ...], tell: Told) -> Opened:
    """Return the columns of a table of cells and delimiters."""
    large = is_large(text.text)
    table = first_rows(text.text, options) if large else all_rows(text.text, options)
    about = (*about, *table.findings)
    delimiter = NAMES.get(table.delimiter, table.delimiter)
    tell(Facts("text", text.encoding, delimiter, table.cells, about))
    return Opened(batch_grid(text.text, table, options) if large else grid(table, options), about)
