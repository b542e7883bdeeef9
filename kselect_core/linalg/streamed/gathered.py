"""Sums as they are gathered, row after row, before they are made those of features."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import solve_triangular

from kselect_core.linalg.streamed.features import Features
from kselect_core.linalg.streamed.sums import Sums
from kselect_core.types import Array, Bool, Float


class Gathered(NamedTuple):
    """Sums over blocks of rows of k, what `Features.eliminate` makes of kernel values.

    Those of kkᵀ are symmetric: ``triangles`` has the lower triangles, which wait for others and go
    from machine to machine in half of the memory.
    """

    triangles: Float[Array, "b t"]
    ones: Float[Array, "b r"]
    labels: Float[Array, "b r"]
    sizes: Float[Array, " b"]
    y: Float[Array, " b"]
    yy: Float[Array, " b"]

    def plus(self, part: "Gathered") -> "Gathered":
        """Sums with those of other rows."""
        return Gathered(*(one + other for one, other in zip(self, part, strict=True)))

    @property
    def diagonal(self) -> Float[Array, " r"]:
        """Sum of k² over all rows."""
        ends = np.arange(1, self.ones.shape[1] + 1).cumsum() - 1
        diagonal: Float[Array, " r"] = self.triangles[:, ends].sum(axis=0)
        return diagonal

    def of_features(self, model: Features) -> Sums:
        """Sums of the features. Cost: O(m³) per block."""
        m, q = self.ones.shape[1], model.eliminated
        L, lower = model.L[q:, q:], triangle(m)

        def made(part: Array) -> Array:
            part[q:] = solve_triangular(L, part[q:], lower=True)
            return part

        squares = np.empty((len(self.sizes), m, m))
        for block, half in enumerate(self.triangles):
            whole = np.zeros((m, m))
            whole[lower] = half
            whole += np.tril(whole, -1).T
            squares[block] = made(made(whole).T)
            model.tiles.pause()
        return Sums(
            squares,
            made(self.ones.T.copy()).T,
            made(self.labels.T.copy()).T,
            self.sizes,
            self.y,
            self.yy,
        )


def triangle(m: int) -> Bool[Array, "m m"]:
    """Which entries of a matrix are on and below its diagonal."""
    return np.tri(m, dtype=bool)
