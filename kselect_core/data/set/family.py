"""What belongs to a family of Gram matrices: their size, their labels, and rows of test points."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.words.findings import counted
from kselect_core.errors import DataError, listed, shortened
from kselect_core.types import Array

LABELS: Final = "y"
"""Name of the labels among arrays."""

ENDING: Final = "_test"
"""What is behind the name of a matrix, or of labels, that are those of test points."""

TABLE: Final = 2

Shapes = Mapping[str, tuple[int, ...]]


class Parts(NamedTuple):
    """Matrices and labels of points and of test points, as far as they are given."""

    K: object
    y: Array | None
    test: object
    y_test: Array | None


def parted(K: object, y: Array | None, test: object, y_test: Array | None) -> Parts:
    """Return what a caller gives, with labels and test points taken out of a table of arrays.

    Labels are called ``y`` there, those of test points ``y_test``, and their kernel values with
    the points as the matrix, with ``_test`` behind it.
    """
    parts = Parts(K, y, test, y_test)
    if not isinstance(K, Mapping) or LABELS not in K:
        return parts
    arrays = {str(name): K[name] for name in K}
    if y is not None and np.ndim(arrays[LABELS]) == TABLE:
        return parts  # a matrix of this name
    labels = _agreed(np.asarray(arrays.pop(LABELS)), y)
    if test is not None or y_test is not None:
        return Parts(arrays, labels, test, y_test)
    shapes = {name: np.shape(matrix) for name, matrix in arrays.items()}
    tested = arrays.pop(LABELS + ENDING, None)
    rows = names_of_test(shapes, labelled=tested is not None)
    across = {name: arrays.pop(of_test) for name, of_test in rows.items()}
    return Parts(arrays, labels, across or None, tested)


def _agreed(own: Array, y: Array | None) -> Array:
    """Return the labels beside matrices, which are those of the caller if both are given."""
    if y is not None and not np.array_equal(own, np.asarray(y)):
        raise DataError(
            "The labels are given twice, and differ: as y, and as the array 'y' beside the "
            "matrices. Leave one out."
        )
    return own


def names_of_test(shapes: Shapes, *, labelled: bool) -> dict[str, str]:
    """Return the arrays with test points of others: ``soap_test`` by ``soap``.

    Unless test points have labels, an array of the same shape is a matrix like any other.
    """
    pairs = {name: name + ENDING for name in shapes if name + ENDING in shapes}
    return {
        name: of_test
        for name, of_test in pairs.items()
        if labelled or shapes[name] != shapes[of_test]
    }


def common_size(shapes: Shapes, labels: int | None = None) -> int:
    """Return of how many points all matrices are; raises with every size where one differs.

    They have as many as there are ``labels`` if any has so many, otherwise as most of them have.
    """
    rows = [shape[0] for shape in shapes.values() if shape]
    n = labels if labels in rows else max(rows, key=rows.count, default=0)
    for name, shape in shapes.items():
        if shape != (n, n):
            raise DataError(
                f"The Gram matrix {shortened(name)} must be {n} × {n}, a row and a column for "
                f"each point, got {shape}.{_all_sizes(shapes, labels)}"
            )
    return n or 0


def _all_sizes(shapes: Shapes, labels: int | None) -> str:
    """Return the sizes of all matrices and the number of labels, for a message."""
    of_labels = "" if labels is None else f"There are {counted(labels, 'label')}"
    sizes = listed(f"{shortened(name)} {_size(shape)}" for name, shape in shapes.items())
    if len(shapes) == 1:
        return of_labels and f" {of_labels}."
    return f" {of_labels}; the matrices are {sizes}." if of_labels else f" All: {sizes}."


def _size(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape))
