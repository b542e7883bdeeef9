"""Tables that are square and symmetric: likely a Gram matrix or distances, and no features."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import RawColumn
from kselect_core.data.words.table_options import GRAM, TableOptions
from kselect_core.errors import DataError, Question, QuestionError
from kselect_core.types import Array

_FEWEST_ROWS: Final = 4  # a smaller table is symmetric by chance
_MOST_BESIDE: Final = 3  # columns beside the matrix: names of the rows, numbers of them, the label
_ROUNDING: Final = 1e-5  # of the largest entry: numbers of a text may be cut off
_BLOCK: Final = 256  # rows looked at together
_DISTANCES: Final = (
    "Distances are not features, and pages and commands make kernels of features. In Python, "
    "make a Gram matrix of them, such as exp(−γ·d²), and give it with its labels: "
    "Dataset.from_gram(K, y)."
)


class Symmetry(NamedTuple):
    """What a symmetric table looks like, and what it therefore likely is."""

    looks: str
    guess: str


def about_symmetry(columns: list[RawColumn], rows: int, options: TableOptions) -> list[Finding]:
    """Return what was decided on a symmetric table; ask, or refuse what holds distances."""
    matrix = _of_columns(columns, rows)
    if matrix is None:
        return []
    if options.symmetric is None:
        text = (
            f"{rows} rows and {rows} columns of numbers make a symmetric matrix{matrix.looks}. Is "
            "it a Gram matrix (the values of a kernel), are these distances, or are the columns "
            "features like any other?"
        )
        choices = ("gram", "distances", "features")
        raise QuestionError([Question("symmetric", text, choices, matrix.guess)])
    if options.symmetric == GRAM:
        return [Finding("asked", "The table is a Gram matrix: the points are known by it alone.")]
    if options.symmetric != "features":
        raise DataError(f'{_DISTANCES} Features are read with symmetric="features".')
    return [Finding("asked", "The table is a symmetric matrix; its columns are read as features.")]


def about_given(X: Array) -> list[Finding]:
    """Return a notice where a caller's features are a symmetric matrix."""
    matrix = _of_matrix(X) if _FEWEST_ROWS <= len(X) == X.shape[1] else None
    if matrix is None:
        return []
    text = (
        f"The features are a symmetric matrix{matrix.looks}. If they are a Gram matrix, "
        "Dataset.from_gram(K, y) takes it; here its columns are features."
    )
    return [Finding("notice", text)]


def _of_columns(columns: list[RawColumn], rows: int) -> Symmetry | None:
    """Return how the columns are symmetric, if as many of them in a row as there are rows are."""
    if not _FEWEST_ROWS <= rows <= len(columns) <= rows + _MOST_BESIDE:
        return None
    read = [numbers for numbers in map(_numbers, columns) if numbers is not None]
    for begin in range(len(read) - rows + 1):
        matrix = _of_matrix(np.column_stack(read[begin : begin + rows]))
        if matrix is not None:
            return matrix
    return None


def _numbers(column: RawColumn) -> Array | None:
    """Return a column as numbers, NaN where it is empty, or None if it holds words."""
    if isinstance(column, np.ndarray):
        return column
    for cells in (column, tuple(cell.replace(",", ".") for cell in column)):
        try:
            return np.array([float(cell.strip() or "nan") for cell in cells])
        except ValueError:
            continue
    return None


def _of_matrix(K: Array) -> Symmetry | None:
    if all(_are_alike(rows, columns) for _, rows, columns in _blocks(K)):
        return _symmetry(K)
    if _is_half(K) or _is_half(K.T):
        whole = _symmetry(K)
        return whole and whole._replace(looks=f", of which one half is left out,{whole.looks}")
    return None


def _blocks(K: Array) -> Iterator[tuple[int, Array, Array]]:
    """Yield some rows and the same columns, with 0 for gaps, so that copies stay small."""
    for begin in range(0, len(K), _BLOCK):
        rows, columns = K[begin : begin + _BLOCK], K[:, begin : begin + _BLOCK].T
        yield begin, _filled(rows), _filled(columns)


def _filled(part: Array) -> Array:
    return np.where(np.isfinite(part), part, 0.0)


def _are_alike(rows: Array, columns: Array) -> bool:
    return bool(np.abs(rows - columns).max() <= _ROUNDING * np.abs(rows).max())


def _is_half(K: Array) -> bool:
    """Return whether all below the diagonal is 0 or empty, and most above it is not."""
    filled = 0
    for begin, rows, _ in _blocks(K):
        if np.tril(rows, begin - 1).any():
            return False
        filled += int(np.count_nonzero(np.triu(rows, begin + 1)))
    return 2 * filled > len(K) * (len(K) - 1) / 2


def _symmetry(K: Array) -> Symmetry | None:
    """Return what the diagonal says, and whether Schwarz' inequality holds; None if all is 0."""
    diagonal = _filled(np.diag(K))
    largest = max(float(np.abs(rows).max()) for _, rows, _ in _blocks(K))
    if not largest:
        return None
    tolerance = _ROUNDING * largest
    lowest = min(float(rows.min()) for _, rows, _ in _blocks(K))
    if np.abs(diagonal).max() <= tolerance and lowest >= 0:
        return Symmetry(" with zeros on its diagonal, as distances make it", "distances")
    ones = " with ones on its diagonal" if np.abs(diagonal - 1).max() <= _ROUNDING else ""
    beyond = any(
        (np.outer(diagonal[begin : begin + _BLOCK], diagonal) + tolerance**2 < rows**2).any()
        for begin, rows, _ in _blocks(K)
    )
    if beyond or diagonal.min() < 0:
        return Symmetry(f"{ones}, though no positive kernel makes it", "gram")
    maker = "a kernel or correlations make" if ones else "a kernel makes"
    return Symmetry(f"{ones}, as {maker} it", "gram")
