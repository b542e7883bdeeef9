"""Features of landmarks: coordinates in which the kernel that they see is an inner product."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.linalg.lapack import dpstrf

from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.spectrum import INDEFINITE
from kselect_core.linalg.tiled.landmarks import landmarks
from kselect_core.linalg.tiled.tiles import Tiles, gaussian_tiles, pieces
from kselect_core.types import Array, Float, Int

FLOOR = 1e-10
"""A landmark that the others explain up to this share of the largest diagonal is left out."""

ELIMINATED = 64
"""Landmarks whose part is taken from kernel values before these are summed."""

RANK = 1e-10
"""Landmarks that leave this share of the trace explain the kernel: no more are taken."""

ENTRIES = 2**21
"""Kernel values made at once: 16 MB."""

NO_KERNEL = "the kernel matrix is zero"
NOT_DEFINITE = (
    "the kernel is indefinite: landmarks see positive semi-definite kernels only; "
    "use a sub-sample with engine='dense'"
)


@dataclass(frozen=True, eq=False)
class Features:
    """Landmarks Z, and L with k_m(x, z) = φ(x)ᵀφ(z) for the features φ(x) = L⁻¹ k(Z, x).

    L is the Cholesky factor of K(Z, Z): k_m is the Nyström kernel of the landmarks. The order of Z
    is that of the pivots: the first features are those of the first landmarks alone.
    """

    tiles: Tiles
    Z: Float[Array, "m d"]
    L: Float[Array, "m m"]

    @classmethod
    def of(cls, tiles: Tiles, Z: Float[Array, "m d"]) -> "Features":
        """Features of given landmarks, without those that the others explain. Cost: O(m³)."""
        W = tiles.between(Z, None)
        if not W.any():
            raise UndefinedScoreError(NO_KERNEL)
        independent = _independent(W)
        return cls(tiles, Z[independent], cholesky(W[np.ix_(independent, independent)], lower=True))

    def first(self, m: int) -> "Features":
        """Features of the first landmarks alone."""
        return Features(self.tiles, self.Z[:m], self.L[:m, :m])

    def crossed(self, P: Float[Array, "p d"]) -> Float[Array, "p m"]:
        """Kernel between points and the landmarks."""
        return crossed(self.tiles, P, self.Z)

    def at(self, P: Float[Array, "p d"]) -> Float[Array, "p m"]:
        """Features of points."""
        phi: Array = solve_triangular(self.L, self.crossed(P).T, lower=True).T
        return phi

    def coefficients(self, w: Float[Array, "m c"]) -> Float[Array, "m c"]:
        """Coefficients α with φ(x)ᵀw = k(Z, x)ᵀα."""
        alpha: Array = solve_triangular(self.L, w, lower=True, trans="T")
        return alpha

    def eliminate(self, C: Float[Array, "p m"]) -> None:
        """Turn kernel values into the first features and, of the others, what these leave."""
        q = self.eliminated
        C[:, :q] = solve_triangular(self.L[:q, :q], C[:, :q].T, lower=True).T
        C[:, q:] -= C[:, :q] @ self.L[q:, :q].T

    @property
    def eliminated(self) -> int:
        """Number of landmarks of which `eliminate` makes features."""
        return min(ELIMINATED, len(self.Z))


def _independent(W: Float[Array, "m m"]) -> Int[Array, " k"]:
    """Numbers of the landmarks that the others do not explain, in their order."""
    scale = float(W.diagonal().max())
    factor, pivots, rank, _ = dpstrf(W, tol=FLOOR * scale, lower=1)
    independent, rest = np.sort(pivots[:rank] - 1), pivots[rank:] - 1
    if scale > 0 and not len(rest):
        return independent
    below = np.tril(factor)[rank:, :rank]
    left = W[np.ix_(rest, rest)] - below @ below.T
    if scale <= 0 or np.abs(left).max() > INDEFINITE * float(np.abs(W).max()):
        raise UndefinedScoreError(NOT_DEFINITE)
    return independent


def crossed(tiles: Tiles, P: Float[Array, "p d"], Z: Float[Array, "m d"]) -> Float[Array, "p m"]:
    """Kernel between points, in double precision; a Gaussian one by one product of matrices."""
    if tiles.gamma is None:
        return tiles.between(P, Z)
    centre = Z.mean(axis=0)
    every = slice(None)
    return gaussian_tiles(P - centre, Z - centre, tiles.gamma, np.float64)(every, every)


def blocks(n: int, m: int) -> list[slice]:
    """Runs of rows whose kernel with m landmarks is made at once."""
    return pieces(n, max(1, ENTRIES // max(m, 1024)))


def features(tiles: Tiles, *, most: int, seed: np.random.SeedSequence) -> Features:
    """Features of ``most`` landmarks, fewer where these explain the whole kernel.

    Cost: O(m³), whatever n.
    """
    chosen = landmarks(
        tiles.X,
        tiles.between,
        tiles.diagonal,
        most=most,
        enough=RANK * float(tiles.diagonal.mean()),
        seed=seed,
        thrifty=False,
        pause=tiles.pause,
    )
    if not len(chosen):
        raise UndefinedScoreError(NO_KERNEL)
    return Features.of(tiles, tiles.X[chosen])
