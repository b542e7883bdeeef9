"""Gram matrices in an ``.npz`` archive: several, or with test points, and their labels."""

import zipfile

import numpy as np

from kselect_core.data.formats.npy import members
from kselect_core.data.set.family import ENDING, common_size, names_of_test
from kselect_core.data.words.findings import counted
from kselect_core.data.words.grid import Across, Grid
from kselect_core.data.words.table_options import GRAM, TableOptions
from kselect_core.errors import DataError, Question, QuestionError, listed

_FEWEST = 4  # rows of a Gram matrix


def family_grid(
    archive: zipfile.ZipFile, arrays: dict[str, members.Member], options: TableOptions
) -> Grid | None:
    """Return Gram matrices side by side, with label and test points; None if there are none.

    Raises a ``QuestionError`` if tables may be Gram matrices.
    """
    of_test = _test_names(arrays, options)
    names = _matrix_names(arrays, of_test, options)
    if not names:
        return None
    table = np.hstack([members.numbers(archive, name, arrays) for name in names])
    inner = {*names, *of_test.values()}
    rest = {name: array for name, array in arrays.items() if name not in inner}
    labels = members.label_names(rest, "the Gram matrices", len(table), options)
    values = tuple((name, members.targets(archive, name, arrays)) for name in labels)
    grid = members.grid_of(
        table, values, members.about_others([name for name in rest if name not in labels])
    )
    tested = {name: of_test[name] for name in (*names, *labels) if name in of_test}
    across = _across(archive, arrays, tested, labels) if tested and labels else None
    return grid._replace(matrices=names, across=across)


def _test_names(arrays: dict[str, members.Member], options: TableOptions) -> dict[str, str]:
    """Return which arrays have test points of which, ``soap_test`` of ``soap``, labels as well."""
    shapes = {name: array.header.shape for name, array in arrays.items()}
    labels = [name for name in shapes if name.casefold() in members.LABELS or name == options.label]
    labelled = any(f"{name}{ENDING}" in shapes for name in labels)
    return names_of_test(shapes, labelled=labelled)


def _matrix_names(
    arrays: dict[str, members.Member], of_test: dict[str, str], options: TableOptions
) -> tuple[str, ...]:
    """Return the names of Gram matrices, several or with test points; ask if tables are that."""
    if options.member is not None:
        return ()
    tables = {
        name: array.header.shape
        for name, array in arrays.items()
        if members.is_table(array.header) and name not in of_test.values()
    }
    squares = [n for n, columns in tables.values() if n == columns and n >= _FEWEST]
    alone = len(squares) == 1 and len(tables) == 1 and set(tables) & set(of_test)
    several = len(squares) > 1 or alone
    if not several or options.symmetric == "features":
        return ()
    if options.symmetric == GRAM:
        common_size(tables, _labels_of(arrays, options))
        return tuple(tables)
    if len(squares) == len(tables):
        raise QuestionError([_about_squares(squares)])
    return ()


def _about_squares(squares: list[int]) -> Question:
    """Return the question what square tables are."""
    n = squares[0]
    same = f"of {n} rows and {n} columns" if len(set(squares)) == 1 else "as high as wide"
    text = f"The file holds {counted(len(squares), 'table')} {same}. " + (
        "Are they Gram matrices (values of kernels) of the same points, or is one of them a "
        "table of features?"
        if len(squares) > 1
        else "Is it a Gram matrix (values of a kernel), or a table of features?"
    )
    return Question("symmetric", text, (GRAM, "features"), GRAM)


def _labels_of(arrays: dict[str, members.Member], options: TableOptions) -> int | None:
    """Return how many labels there are, if one array is called like labels."""
    called = [array for name, array in arrays.items() if name.casefold() in members.LABELS]
    named = [array for name, array in arrays.items() if name == options.label]
    shapes = [array.header.shape for array in named or called]
    return shapes[0][0] if len(shapes) == 1 and shapes[0] else None


def _across(
    archive: zipfile.ZipFile,
    arrays: dict[str, members.Member],
    tested: dict[str, str],
    labels: tuple[str, ...],
) -> Across:
    """Return the test points of Gram matrices, with their labels."""
    (label,) = labels
    names = [name for name in tested if name != label]
    if label not in tested or not names:
        there, missing = listed(tested.values()), f"{label if names else 'NAME'}{ENDING}"
        raise DataError(
            f"Test points of Gram matrices are arrays NAME{ENDING}, a row each, and {label}{ENDING}"
            f", their labels. There is {there}, but no {missing}. To predict points without "
            "labels, fit the chosen model and give it their rows."
        )
    tables = tuple(members.numbers(archive, tested[name], arrays) for name in names)
    return Across(tables, tuple(names), members.targets(archive, tested[label], arrays))
