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
    finite = np.isfinite(values)
    if finite.all():
        sizes = np.outer(_lengths(len(values), rows), _lengths(values.shape[1], columns))
        means: Float[Array, "p q"] = _sums(values, rows, columns) / sizes
        return means
    sums = _sums(np.where(finite, values, 0.0), rows, columns)
    counts = _sums(finite.astype(np.float64), rows, columns)
    return np.where(counts > 0, sums / np.maximum(counts, 1.0), np.nan)


def block_size(count: int, largest: int) -> int:
    """Smallest number of rows per block that leaves at most ``largest`` blocks."""
    return max(1, -(-count // largest))


def _lengths(count: int, size: int) -> Float[Array, " p"]:
    """Length of every block: the last one may be shorter."""
    return np.diff(np.append(np.arange(0, count, size), count)).astype(np.float64)


def _sums(values: Float[Array, "r c"], rows: int, columns: int) -> Float[Array, "p q"]:
    return _added(_added(values, rows).T, columns).T


def _added(values: Float[Array, "r c"], size: int) -> Float[Array, "p c"]:
    """Sums of runs of rows, the last run maybe shorter: whole slices, faster than ``reduceat``."""
    whole = len(values) // size * size
    sums = values[0:whole:size].copy()
    for i in range(1, size):
        sums += values[i:whole:size]
    if whole == len(values):
        return sums
    return np.concatenate([sums, values[whole:].sum(axis=0)[None]])
