"""Means of blocks of a matrix: a large one made small enough to be looked at."""

import numpy as np

from kselect_core.types import Array, Float


def block_means(values: Float[Array, "r c"], *, largest: int) -> Float[Array, "p q"]:
    """Means over blocks of rows and columns, at most ``largest`` along each side.

    NaN are left out; a block of nothing else is NaN. The last block may be smaller than the others.
    """
    rows, columns = (block_size(count, largest) for count in values.shape)
    if rows == columns == 1:
        return values
    known = np.isfinite(values)
    sums = _sums(np.where(known, values, 0.0), rows, columns)
    counts = _sums(known.astype(np.float64), rows, columns)
    return np.where(counts > 0, sums / np.maximum(counts, 1.0), np.nan)


def block_size(count: int, largest: int) -> int:
    """Smallest number of rows per block that leaves at most ``largest`` blocks."""
    return max(1, -(-count // largest))


def _sums(values: Float[Array, "r c"], rows: int, columns: int) -> Float[Array, "p q"]:
    by_rows = np.add.reduceat(values, np.arange(0, values.shape[0], rows), axis=0)
    return np.add.reduceat(by_rows, np.arange(0, values.shape[1], columns), axis=1)
