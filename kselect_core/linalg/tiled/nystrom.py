"""What landmarks see of a kernel matrix: K ≈ F Fᵀ + δI, solved at once for any ridge.

It is a preconditioner, and knows bounds of the eigenvalues; it is never a result.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.tiled.tiles import Pause, Tiles, go_on, pieces
from kselect_core.types import Array, Float, Int

CHUNK = 4096
"""Rows taken at once."""

FLOOR = 1e-10
"""Directions of the landmarks below this share of the largest are rounding."""


class Part(NamedTuple):
    """Eigenvalues g and eigenvectors Q of FᵀF over the rows of one training part."""

    g: Float[Array, " r"]
    Q: Float[Array, "r r"]  # in single precision


class Nystrom:
    """Features F (n, r) of the landmarks, and their spectrum over every training part.

    A part is all rows but those of ``held[part]``. ``left`` is δ, the mean of what F Fᵀ leaves of
    the diagonal: more of a ridge, which is exact where K tends to the identity. With a ``bias``
    features are centred over the part.
    """

    def __init__(
        self,
        tiles: Tiles,
        chosen: Int[Array, " m"],
        held: Sequence[Array],
        *,
        bias: bool,
        pause: Pause = go_on,
    ) -> None:
        Z, n = tiles.X[chosen], tiles.n
        value, vector = np.linalg.eigh(tiles.between(Z, None))
        good = value > FLOOR * value.max(initial=0.0)
        W = vector[:, good] / np.sqrt(value[good])
        self.F = np.empty((n, W.shape[1]), dtype=np.float32)
        for rows in pieces(n, CHUNK):
            self.F[rows] = tiles.between(tiles.X[rows], Z) @ W
            pause()
        self.bias = bias
        whole, total = self._gram(np.arange(n), pause), self.F.sum(axis=0, dtype=np.float64)
        self.trace = float(tiles.diagonal.sum())
        self.missing = max(self.trace - float(np.trace(whole)), 0.0)
        self.left = self.missing / n
        self.eigenvalues = np.maximum(np.linalg.eigvalsh(whole)[::-1], 0.0)
        pause()
        self.parts = [self._part(whole, total, rows, pause) for rows in held]

    def _part(self, whole: Array, total: Array, rows: Int[Array, " v"], pause: Pause) -> Part:
        G = whole - self._gram(rows, pause)
        if self.bias:
            s = total - self.F[rows].sum(axis=0, dtype=np.float64)
            G -= np.outer(s, s) / (len(self.F) - len(rows))
        g, Q = np.linalg.eigh(G)
        pause()
        return Part(np.maximum(g, 0.0), Q.astype(np.float32))

    def _gram(self, rows: Int[Array, " v"], pause: Pause) -> Float[Array, "r r"]:
        G = np.zeros((self.F.shape[1],) * 2)
        for some in pieces(len(rows), CHUNK):
            f = self.F[rows[some]].astype(np.float64)
            G += f.T @ f
            pause()
        return G

    def solved(
        self, part: int, R: Float[Array, "n L"], mu: Float[Array, " L"]
    ) -> Float[Array, "n L"]:
        """(F Fᵀ + (μ + δ)I)⁻¹ R on a part, each column with its own μ; R is 0 on the rows left out.

        With a bias the columns of R sum to 0, and the caller centres the result.
        """
        g, Q = self.parts[part]
        ridge = mu + self.left
        inner = Q.T @ (self.F.T @ R.astype(np.float32))
        inner /= (g[:, None] + ridge).astype(np.float32)
        solution: Array = (R - self.F @ (Q @ inner)) / ridge
        return solution

    def trace_of_inverse(self, part: int, mu: Float[Array, " L"]) -> Float[Array, " L"]:
        """Trace of the same inverse on a part of all rows, centred with a bias."""
        g, ridge = self.parts[part].g[:, None], mu + self.left
        rest = len(self.F) - self.bias - len(g)
        trace: Array = np.sum(1.0 / (g + ridge), axis=0) + rest / ridge
        return trace
