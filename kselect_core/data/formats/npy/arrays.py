"""NumPy's ``.npy`` and ``.npz`` files: one array of numbers, or features and label by name.

Labels may be texts of a fixed width; objects are never opened.
"""

import zipfile
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.formats.npy.header import START, Header, header_of, numbers_of, oddity
from kselect_core.data.formats.npy.words import are_words, words_of
from kselect_core.data.formats.packing import ZIP, member_content, member_start, members_of
from kselect_core.data.words.column_names import numbered, visible
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid, RawColumn
from kselect_core.data.words.table_options import GRAM, TableOptions
from kselect_core.errors import DataError, Question, QuestionError, shortened
from kselect_core.types import Array

_FEATURES = frozenset(("x", "data", "features", "inputs"))
_LABELS = frozenset(("y", "label", "labels", "target", "targets", "class", "classes"))
_SPARSE = frozenset(("indices", "indptr", "data"))
_TABLE: Final = 2  # dimensions
_SHOWN = 5
_FEWEST = 4  # rows of a Gram matrix


class Member(NamedTuple):
    """An array in an archive."""

    info: zipfile.ZipInfo
    header: Header


def numpy_grid(content: bytes, options: TableOptions) -> Grid:
    """Return the columns of one array of numbers, or of an archive with features and label."""
    if content.startswith(ZIP):
        return _archive_grid(content, options)
    what = "the NumPy array"
    numbers = numbers_of(content, what)
    return _grid(_as_table(numbers, what), (), [])


def _as_table(numbers: Array, what: str) -> Array:
    if numbers.ndim != _TABLE:
        raise DataError(
            f"{what[:1].upper()}{what[1:]} has the shape {numbers.shape}; a table needs "
            "2 dimensions, rows and columns. Reshape it before saving."
        )
    if not len(numbers):
        raise DataError(f"{what[:1].upper()}{what[1:]} has no rows.")
    return numbers


def _grid(table: Array, label: tuple[tuple[str, RawColumn], ...], findings: list[Finding]) -> Grid:
    names = [f"x{j + 1}" for j in range(table.shape[1])]
    by_columns = np.asfortranarray(table)
    columns: list[RawColumn] = [by_columns[:, j] for j in range(table.shape[1])]
    text = f"There are no names; the columns are called x1 to x{len(names)}."
    found = [Finding("found", text), *findings]
    for name, values in label:
        names = [*numbered([name, *names])[1:], name]  # the label keeps its own
        columns.append(values)
    return Grid(
        tuple(names),
        columns,
        list(range(1, len(table) + 1)),
        has_header=False,
        findings=tuple(found),
        unit="row",
    )


def _archive_grid(content: bytes, options: TableOptions) -> Grid:
    archive, files = members_of(content)
    arrays: dict[str, Member] = {}
    for info in files:
        name = visible(info.filename.removesuffix(".npy"))
        if name in arrays:
            raise DataError(f"The archive holds two arrays called {shortened(name)}.")
        what = f"the array {shortened(name)}"
        arrays[name] = Member(info, header_of(member_start(archive, info, START), what))
    family = _family(arrays, options)
    if family:
        return _family_grid(archive, arrays, family, options)
    features = _features(arrays, options)
    table = _as_table(_numbers(archive, features, arrays), f"the array {shortened(features)}")
    labels = _label(arrays, features, len(table), options)
    values = tuple((name, _targets(archive, name, arrays)) for name in labels)
    findings = _about_use(arrays, features, labels)
    return _grid(table, values, findings)


def _numbers(archive: zipfile.ZipFile, name: str, arrays: dict[str, Member]) -> Array:
    what = f"the array {shortened(name)}"
    if odd := oddity(arrays[name].header.dtype):
        raise DataError(f"The array {shortened(name)} holds {odd}.")
    return numbers_of(member_content(archive, arrays[name].info), what)


def _targets(archive: zipfile.ZipFile, name: str, arrays: dict[str, Member]) -> RawColumn:
    if not are_words(arrays[name].header.dtype):
        return _numbers(archive, name, arrays).ravel()
    return words_of(member_content(archive, arrays[name].info), f"the array {shortened(name)}")


def _features(arrays: dict[str, Member], options: TableOptions) -> str:
    """Return the name of the array of features; ask where it could be several."""
    if options.member is not None and options.member in arrays:
        return options.member
    tables = [name for name, array in arrays.items() if _is_table(array.header)]
    narrow = [name for name, array in arrays.items() if _is_table(array.header, fewest=1)]
    tables = tables or [name for name in narrow if name.casefold() in _FEATURES]
    if not tables:
        raise _no_table(arrays)
    called = [name for name in tables if name.casefold() in _FEATURES]
    if options.member is None and len(called) == 1:
        return called[0]
    if options.member is None and len(tables) == 1:
        return tables[0]
    text = f"The file holds {len(tables)} arrays that could be the features. Which one is it?"
    guess = (called or sorted(tables, key=lambda name: -arrays[name].header.shape[0]))[0]
    raise QuestionError([Question("member", text, tuple(tables), guess)])


def _family(arrays: dict[str, Member], options: TableOptions) -> tuple[str, ...]:
    """Return the names of several Gram matrices; ask where tables may be that."""
    tables = {name: array.header for name, array in arrays.items() if _is_table(array.header)}
    shapes = {header.shape for header in tables.values()}
    if options.member is not None or len(tables) < 2 or len(shapes) > 1:  # noqa: PLR2004 (several)
        return ()
    rows, columns = next(iter(shapes))
    if rows != columns or rows < _FEWEST or options.symmetric == "features":
        return ()
    if options.symmetric != GRAM:
        text = (
            f"The file holds {len(tables)} tables of {rows} rows and {rows} columns. Are they Gram "
            "matrices (values of kernels) of the same points, or is one of them a table of "
            "features?"
        )
        raise QuestionError([Question("symmetric", text, (GRAM, "features"), GRAM)])
    return tuple(tables)


def _family_grid(
    archive: zipfile.ZipFile,
    arrays: dict[str, Member],
    names: tuple[str, ...],
    options: TableOptions,
) -> Grid:
    """Return Gram matrices side by side, with the label."""
    table = np.hstack([_numbers(archive, name, arrays) for name in names])
    rest = {name: array for name, array in arrays.items() if name not in names}
    labels = _label(rest, "the Gram matrices", len(table), options)
    values = tuple((name, _targets(archive, name, arrays)) for name in labels)
    grid = _grid(table, values, [])
    return grid._replace(matrices=names)


def _is_table(header: Header, *, fewest: int = 2) -> bool:
    wide = len(header.shape) == _TABLE and header.shape[1] >= fewest
    return wide and not oddity(header.dtype)


def _no_table(arrays: dict[str, Member]) -> DataError:
    if set(arrays) >= _SPARSE:
        return DataError(
            "The file is a sparse matrix of SciPy; save it with its labels in svmlight format."
        )
    shown = "; ".join(
        f"{shortened(name)} has the shape {array.header.shape}"
        + (f" and holds {odd}" if (odd := oddity(array.header.dtype)) else "")
        for name, array in list(arrays.items())[:_SHOWN]
    )
    return DataError(f"The file holds no array of numbers in rows and columns: {shown[:400]}.")


def _label(
    arrays: dict[str, Member], features: str, rows: int, options: TableOptions
) -> tuple[str, ...]:
    """Return the name of the array of labels, nothing if the label must be a column."""
    if options.label is not None and options.label != features and options.label in arrays:
        _refuse_other_length(options.label, arrays[options.label].header.shape, rows)
        return (options.label,)
    fitting = [
        name
        for name, array in arrays.items()
        if name != features and array.header.shape in ((rows,), (rows, 1))
    ]
    called = [name for name in arrays if name.casefold() in _LABELS and name != features]
    if options.label is not None:
        return ()
    if len(called) == 1:
        _refuse_other_length(called[0], arrays[called[0]].header.shape, rows)
        return (called[0],)
    if len(fitting) > 1 or (fitting and not called):
        text = f"The features are {shortened(features)}. Which array holds the labels?"
        guess = next((name for name in fitting if name in called), fitting[0])
        raise QuestionError([Question("label", text, tuple(fitting), guess)])
    return tuple(fitting)


def _refuse_other_length(name: str, shape: tuple[int, ...], rows: int) -> None:
    if shape not in ((rows,), (rows, 1)):
        raise DataError(
            f"The array {shortened(name)} has the shape {shape}; the labels of {rows:,} rows need "
            f"the shape ({rows},)."
        )


def _about_use(arrays: dict[str, Member], features: str, labels: tuple[str, ...]) -> list[Finding]:
    used = f"The features are the array {shortened(features)}"
    used += f", the labels {shortened(labels[0])}." if labels else "."
    others = [name for name in arrays if name != features and name not in labels]
    findings = [Finding("found", used)]
    if others:
        shown = ", ".join(map(shortened, others[:_SHOWN])) + (", …" if others[_SHOWN:] else "")
        findings.append(Finding("notice", f"Other arrays were not used: {shown}."))
    return findings
