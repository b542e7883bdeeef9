"""How far rounding may move what fits of a landmark model say, to first order."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular

from kselect_core.linalg.streamed.features import Features
from kselect_core.linalg.streamed.gathered import Gathered
from kselect_core.types import Array, Float

EPS = float(np.finfo(np.float64).eps)
"""Distance from 1 to the next number."""

ADDED = 8.0
"""Rounding of a sum over rows, in EPS of the sum of absolute values: its additions are random."""

DECOMPOSED = 2.0
"""Error of an eigenvalue, in EPS of the largest, and of what eigenvectors do to a vector."""

CANCELLED = 8.0
"""Rounding of a short formula, in EPS of its largest term."""

NEAR = 10.0
"""A prediction may be off by so many times the root of the mean square of its errors."""


@dataclass(frozen=True, eq=False)
class Rounding:
    """What is known of the rounding of sums over rows of features φ = L⁻¹k.

    The sum of φₖφₗ is known to ADDED · EPS · ``spread``ₖ ``spread``ₗ, as the sums of which it is
    made were; kernel values are known to ``entry``, features to ``entry`` times ``back``.

    Errors of first order in EPS, taken as independent: the root of a sum of squares stands for a
    sum, and norms for products. Nothing here is a bound; tests compare it with high precision.
    """

    L: Float[Array, "m m"]
    n: int
    spread: Float[Array, " m"]
    back: Float[Array, " m"]
    entry: float

    @classmethod
    def of(cls, model: Features, sums: Gathered) -> "Rounding":
        """Rounding of the sums over all rows. Cost: O(m³)."""
        q, size = model.eliminated, sums.diagonal
        back = solve_triangular(model.L, np.eye(len(model.L)), lower=True)
        spread = size.copy()
        spread[q:] = back[q:, q:] ** 2 @ size[q:]
        n = round(float(sums.sizes.sum()))
        return cls(model.L, n, np.sqrt(spread), np.sqrt(np.square(back).sum(axis=1)), _entry(model))

    def first(self, m: int) -> "Rounding":
        """Rounding of the first features alone."""
        return Rounding(self.L[:m, :m], self.n, self.spread[:m], self.back[:m], self.entry)

    def weighed(self, w: Float[Array, "m L"]) -> Float[Array, " L"]:
        """Length of vectors in units of the spread."""
        return lengths(self.spread[:, None] * w)

    def noise(self, w: Float[Array, "m L"]) -> Float[Array, " L"]:
        """Error of a prediction φᵀw by that of the kernel values it is made of."""
        alpha = solve_triangular(self.L, w, lower=True, trans="T")
        return np.asarray(self.entry * lengths(alpha))


def _entry(model: Features) -> float:
    """Error of a kernel value: that of its exponent, where it is an exponential of a product."""
    tiles, size = model.tiles, EPS * float(np.abs(model.tiles.diagonal).max())
    if tiles.gamma is None:
        return 4 * size
    centred = model.Z - model.Z.mean(axis=0)
    return size * (1.0 + 2 * tiles.gamma * float(np.square(centred).sum(axis=1).mean()))


def lengths(V: Float[Array, "m L"]) -> Float[Array, " L"]:
    """Length of every column."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->j", V, V)))


def of_square(mean: Float[Array, " L"], off: Float[Array, " L"]) -> Float[Array, " L"]:
    """Error of a mean of squared residuals by that of predictions, a root of a mean of squares."""
    return np.asarray(2.0 * np.sqrt(mean) * off + off**2)
