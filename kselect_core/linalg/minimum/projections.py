"""The nearest weights that may combine kernels: on the simplex, and on a part of the sphere."""

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from kselect_core.types import Array, Float


def onto_simplex(v: Float[Array, " q"]) -> Float[Array, " q"]:
    """Nearest point of {w ≥ 0, Σ wᵢ = 1}, exactly: max(v − t, 0) with the t that makes it sum to 1.

    Source: Held, Wolfe, Crowder (1974), Validation of subgradient optimization.
    Cost: O(q log q).
    """
    falling = np.sort(v)[::-1]
    thresholds = (np.cumsum(falling) - 1.0) / np.arange(1, len(v) + 1)
    last = int(np.flatnonzero(falling > thresholds)[-1])
    w: Float[Array, " q"] = np.maximum(v - thresholds[last], 0.0)
    w /= w.sum()
    return w


def onto_sphere(v: Float[Array, " q"]) -> Float[Array, " q"]:
    """Nearest point of {w ≥ 0, ‖w‖₂ = 1}: the positive part of v, scaled to length 1.

    Where no entry is positive it is the corner of the largest one. The set is the sphere, not the
    ball inside it: it is not convex, but its nearest point is known all the same.
    """
    positive: Float[Array, " q"] = np.maximum(v, 0.0)
    size = float(np.linalg.norm(positive))
    if size > 0 and np.isfinite(size):
        return positive / size
    corner = np.zeros(len(v))
    corner[int(np.argmax(v))] = 1.0
    return corner


class Norm(NamedTuple):
    """The set {w ≥ 0, ‖w‖_p = 1}: its nearest points, and its normal where w > 0."""

    project: Callable[[Array], Array]
    normal: Callable[[Array], Array]

    def uniform(self, count: int) -> Float[Array, " q"]:
        """Equal weights."""
        return self.project(np.full(count, 1.0))


NORMS = MappingProxyType({1: Norm(onto_simplex, np.ones_like), 2: Norm(onto_sphere, np.array)})
"""By p."""
