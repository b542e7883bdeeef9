"""Features of landmarks: coordinates in which the kernel that they see is an inner product."""

from dataclasses import dataclass

import numpy as np

from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.spectrum import INDEFINITE
from kselect_core.linalg.spectra.symmetric import eigensystem
from kselect_core.linalg.tiled.landmarks import landmarks
from kselect_core.linalg.tiled.tiles import Tiles, gaussian_tiles, pieces
from kselect_core.types import Array, Float

FLOOR = 1e-10
"""Directions of the landmarks below this share of the largest are rounding."""

RANK = 1e-10
"""Landmarks that leave this share of the trace explain the kernel: no more are taken."""

ENTRIES = 2**22
"""Kernel values made at once: 32 MB."""

NO_KERNEL = "the kernel matrix is zero"
NOT_DEFINITE = (
    "the kernel is indefinite: landmarks see positive semi-definite kernels only; "
    "use a sub-sample with engine='dense'"
)


@dataclass(frozen=True, eq=False)
class Features:
    """Landmarks Z, and M with k_m(x, z) = φ(x)ᵀφ(z) for the features φ(x) = Mᵀ k(Z, x).

    M Mᵀ is the pseudo-inverse of W = K(Z, Z): k_m is the Nyström kernel of the landmarks. The order
    of Z is that of the pivots, so that the first of them are landmarks of their own.
    """

    tiles: Tiles
    Z: Float[Array, "m d"]
    M: Float[Array, "m r"]

    @classmethod
    def of(cls, tiles: Tiles, Z: Float[Array, "m d"]) -> "Features":
        """Features of given landmarks. Cost: O(m³)."""
        value, vector = eigensystem(tiles.between(Z, None))
        if value[-1] <= 0:
            raise UndefinedScoreError(NO_KERNEL)
        if value[0] < -INDEFINITE * value[-1]:
            raise UndefinedScoreError(NOT_DEFINITE)
        good = value > FLOOR * value[-1]
        return cls(tiles, Z, vector[:, good] / np.sqrt(value[good]))

    def first(self, m: int) -> "Features":
        """Features of the first landmarks alone."""
        return self if m >= len(self.Z) else self.of(self.tiles, self.Z[:m])

    def crossed(self, P: Float[Array, "p d"]) -> Float[Array, "p m"]:
        """Kernel between points and the landmarks: times M, their features."""
        return crossed(self.tiles, P, self.Z)


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
    )
    if not len(chosen):
        raise UndefinedScoreError(NO_KERNEL)
    return Features.of(tiles, tiles.X[chosen])
