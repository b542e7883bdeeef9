"""What the sums over the entries of one kernel matrix give: moments of K without K."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.matrices.moments import Moments
from kselect_core.types import Array, Float


class Entries(NamedTuple):
    """Row sums of K − shift, of (K − shift) y and of (K − shift)², and the diagonal of K."""

    shift: float
    diagonal: Float[Array, " n"]
    plain: Float[Array, " n"]
    labels: Float[Array, " n"]
    squares: Float[Array, " n"]

    def moments(self, y: Float[Array, " n"]) -> Moments:
        """Diagonal, K1, Ky and row sums of squares."""
        c, n = self.shift, len(y)
        return Moments(
            self.diagonal,
            self.plain + c * n,
            self.labels + c * float(y.sum()),
            self.squares + (2 * c * self.plain + c * c * n if c else 0.0),
        )

    @property
    def spread(self) -> float:
        """Largest norm of a row of K without its diagonal."""
        c, n = self.shift, len(self.plain)
        rows = self.squares + 2 * c * self.plain + c * c * n - self.diagonal**2
        return float(np.sqrt(max(rows.max(), 0.0)))

    @property
    def centred_norm(self) -> float:
        """‖HKH‖_F, which does not depend on the shift: wide kernels keep their digits."""
        n, total = len(self.plain), float(self.plain.sum())
        squared = float(self.squares.sum()) - 2 * float(self.plain @ self.plain) / n
        return float(np.sqrt(max(squared + (total / n) ** 2, 0.0)))

    def class_scores(self, positive: Array) -> tuple[Array, Array, Array]:
        """Mean of K over the positive points, over the negative ones, and their difference.

        ``labels`` must be those of ±1.
        """
        n_plus = int(positive.sum())
        plus = (self.plain + self.labels) / (2 * n_plus)
        minus = (self.plain - self.labels) / (2 * (len(positive) - n_plus))
        return plus + self.shift, minus + self.shift, plus - minus
