"""One pass over a kernel matrix: all that the O(n²) criteria need."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.types import Array, Float

BLOCK_BYTES = 2**19
"""Rows are taken in blocks of this size, so that a block is read once from the cache."""


class Moments(NamedTuple):
    """Diagonal, row sums K1, Ky and row sums of squares of a kernel matrix."""

    diagonal: Float[Array, " n"]
    row_sums: Float[Array, " n"]
    row_labels: Float[Array, " n"]
    row_squares: Float[Array, " n"]


def moments(K: Float[Array, "n n"], y: Float[Array, " n"]) -> Moments:
    """Diagonal, K1, Ky and row sums of squares of K in one pass. Cost: O(n²), O(n) memory."""
    return filled(K, y, lambda rows: None)  # noqa: ARG005 (nothing to fill: K is there)


def filled(K: Float[Array, "n n"], y: Float[Array, " n"], fill: Callable[[slice], None]) -> Moments:
    """Moments of K while it is made: ``fill(rows)`` writes a block of rows, used at once."""
    n = len(y)
    both = np.stack([np.ones(n), y], axis=1)
    products, squares = np.empty((n, 2)), np.empty(n)
    step = max(16, BLOCK_BYTES // (8 * n))
    for start in range(0, n, step):
        rows = slice(start, min(start + step, n))
        fill(rows)
        block = K[rows]
        with np.errstate(over="ignore", invalid="ignore"):  # shows in the squares
            np.matmul(block, both, out=products[rows])
            np.vecdot(block, block, out=squares[rows])
    return Moments(
        np.diagonal(K).copy(),
        np.ascontiguousarray(products[:, 0]),
        np.ascontiguousarray(products[:, 1]),
        squares,
    )
