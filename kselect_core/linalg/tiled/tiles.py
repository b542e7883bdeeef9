"""A symmetric matrix known by its tiles: products with it, each tile of the upper triangle once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kselect_core.types import Array, Float

TILE = 512
"""Rows and columns of a tile: in single precision 1 MB, which a processor keeps near."""

Between = Callable[[Array, Array | None], Array]
"""Kernel between two samples in double precision; within one, exactly symmetric, for None."""

Pause = Callable[[], None]
"""Called between tiles; it may raise to end the work."""


def go_on() -> None:
    """Pause of those who never stop."""


@dataclass(frozen=True, eq=False)
class Tiles:
    """Kernel matrix of a sample X, made tile by tile.

    ``gamma`` says of a Gaussian kernel exp(−γ‖x − z‖²) that it is one, at points near the origin
    (a centred sample): its tiles are then made by one product of matrices, in single precision
    where that is asked for. ``diagonal`` are the K_ii.
    """

    X: Float[Array, "n d"]
    between: Between
    diagonal: Float[Array, " n"]
    gamma: float | None = None
    pause: Pause = go_on

    @property
    def n(self) -> int:
        """Number of points."""
        return len(self.X)

    def rounding(self) -> float:
        """Error of an entry in single precision, of unit size; infinite where there are no such."""
        if self.gamma is None:
            return np.inf
        exponent = self.gamma * float(np.einsum("ij,ij->", self.X, self.X)) / self.n
        return float(np.finfo(np.float32).eps) * max(1.0, exponent)

    def upper(self, *, single: bool = False) -> Iterator[tuple[slice, slice, Array]]:
        """Rows, columns and values of every tile on and above the diagonal; values may be used up.

        Cost: n²/2 entries.
        """
        maker = self._maker(self.X, single=single)
        for first, second in upper_triangle(self.n):
            tile = maker(first, second)
            if first == second:
                np.fill_diagonal(tile, self.diagonal[first])
            yield first, second, tile
            self.pause()

    def times(self, V: Float[Array, "n c"], *, single: bool = False) -> Float[Array, "n c"]:
        """K V. Cost: n²/2 entries, and 2n²c flops."""
        out = np.zeros(V.shape)
        W = np.ascontiguousarray(V, dtype=np.float32 if single else np.float64)
        for first, second, tile in self.upper(single=single):
            out[first] += tile @ W[second]
            if first != second:
                out[second] += tile.T @ W[first]
        return out

    def absolute_sum(self) -> float:
        """Σᵢⱼ |K_ij|, in double precision."""
        return sum(
            (1 if first == second else 2) * float(np.abs(tile).sum())
            for first, second, tile in self.upper()
        )

    def across(
        self, points: Float[Array, "m d"], V: Float[Array, "n c"], *, single: bool = False
    ) -> Float[Array, "m c"]:
        """Kernel between other points and the sample, times V. Cost: mn entries, 2mnc flops."""
        maker, out = self._maker(points, single=single), np.zeros((len(points), V.shape[1]))
        W = np.ascontiguousarray(V, dtype=np.float32 if single else np.float64)
        for rows in pieces(len(points)):
            for columns in pieces(self.n):
                out[rows] += maker(rows, columns) @ W[columns]
            self.pause()
        return out

    def _maker(self, points: Array, *, single: bool) -> Callable[[slice, slice], Array]:
        """Function that gives the kernel between some of the points and some of the sample."""
        if self.gamma is not None:
            return gaussian_tiles(points, self.X, self.gamma, np.float32 if single else np.float64)
        own = points is self.X

        def made(rows: slice, columns: slice) -> Array:
            within = own and rows == columns
            return self.between(points[rows], None if within else self.X[columns])

        return made


def gaussian_tiles(
    P: Float[Array, "m d"], X: Float[Array, "n d"], gamma: float, kind: type[np.floating[Any]]
) -> Callable[[slice, slice], Array]:
    """Maker of Gaussian tiles of points near the origin.

    −γ‖p − x‖² = 2γpᵀx − γ‖p‖² − γ‖x‖² is one product of longer vectors.
    """
    left, right = (np.empty((len(Z), Z.shape[1] + 2), dtype=kind) for Z in (P, X))
    for longer, Z, factor, norm, one in ((left, P, 2 * gamma, -2, -1), (right, X, 1.0, -1, -2)):
        longer[:, :-2] = factor * Z
        longer[:, norm] = -gamma * np.einsum("ij,ij->i", Z, Z)
        longer[:, one] = 1.0
    across = np.ascontiguousarray(right.T)

    def made_tile(rows: slice, columns: slice) -> Array:
        tile: Array = left[rows] @ across[:, columns]
        np.minimum(tile, 0.0, out=tile)
        np.exp(tile, out=tile)
        return tile

    return made_tile


def pieces(n: int, size: int = TILE) -> list[slice]:
    """Runs of at most ``size`` numbers below n."""
    return [slice(start, min(start + size, n)) for start in range(0, n, size)]


def upper_triangle(n: int, size: int = TILE) -> Iterator[tuple[slice, slice]]:
    """Tiles on and above the diagonal."""
    cuts = pieces(n, size)
    return ((cuts[i], cuts[j]) for i in range(len(cuts)) for j in range(i, len(cuts)))
