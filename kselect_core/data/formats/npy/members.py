"""Arrays of an ``.npz`` archive one by one: numbers, labels, and the columns made of them."""

import zipfile
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.formats.npy.fixed_text import are_words, words_of
from kselect_core.data.formats.npy.header import Header, numbers_of, oddity
from kselect_core.data.formats.packing import member_content
from kselect_core.data.words.column_names import numbered
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid, RawColumn
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError, shortened
from kselect_core.types import Array

LABELS = frozenset(("y", "label", "labels", "target", "targets", "class", "classes"))
SHOWN = 5
_TABLE: Final = 2  # dimensions


class Member(NamedTuple):
    """An array in an archive."""

    info: zipfile.ZipInfo
    header: Header


def is_table(header: Header, *, fewest: int = 2) -> bool:
    """Return whether an array is a table of numbers with as many columns."""
    wide = len(header.shape) == _TABLE and header.shape[1] >= fewest
    return wide and not oddity(header.dtype)


def numbers(archive: zipfile.ZipFile, name: str, arrays: dict[str, Member]) -> Array:
    """Return the numbers of an array by its name; refused if it holds others."""
    what = f"the array {shortened(name)}"
    if odd := oddity(arrays[name].header.dtype):
        raise DataError(f"The array {shortened(name)} holds {odd}.")
    return numbers_of(member_content(archive, arrays[name].info), what)


def targets(archive: zipfile.ZipFile, name: str, arrays: dict[str, Member]) -> RawColumn:
    """Return the labels of an array by its name: numbers, or words."""
    if not are_words(arrays[name].header.dtype):
        return numbers(archive, name, arrays).ravel()
    return words_of(member_content(archive, arrays[name].info), f"the array {shortened(name)}")


def label_names(
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
    called = [name for name in arrays if name.casefold() in LABELS and name != features]
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


def as_table(numbers: Array, what: str) -> Array:
    """Return numbers that are a table with rows."""
    if numbers.ndim != _TABLE:
        raise DataError(
            f"{what[:1].upper()}{what[1:]} has the shape {numbers.shape}; a table needs "
            "2 dimensions, rows and columns. Reshape it before saving."
        )
    if not len(numbers):
        raise DataError(f"{what[:1].upper()}{what[1:]} has no rows.")
    return numbers


def grid_of(
    table: Array, label: tuple[tuple[str, RawColumn], ...], findings: list[Finding]
) -> Grid:
    """Return a table, whose columns get names, with the columns of labels."""
    names = [f"x{j + 1}" for j in range(table.shape[1])]
    by_columns = np.asfortranarray(table)
    columns: list[RawColumn] = [by_columns[:, j] for j in range(table.shape[1])]
    text = f"There are no names; the columns are called x1 to x{len(names)}."
    report = [Finding("found", text), *findings]
    for name, values in label:
        names = [*numbered([name, *names])[1:], name]  # the label keeps its own
        columns.append(values)
    return Grid(
        tuple(names),
        columns,
        list(range(1, len(table) + 1)),
        has_header=False,
        findings=tuple(report),
        unit="row",
    )


def about_others(others: list[str]) -> list[Finding]:
    """Return a notice of arrays that are not used."""
    if not others:
        return []
    shown = ", ".join(map(shortened, others[:SHOWN])) + (", …" if others[SHOWN:] else "")
    return [Finding("notice", f"Other arrays were not used: {shown}.")]
