"""Minimum of a smooth function plus the largest of several, which has kinks where two of them tie.

A descent along one slope ends at a kink; with the largest as a variable of its own there is none.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.minimum.minimize import minimize
from kselect_core.linalg.minimum.projections import Norm
from kselect_core.types import Array, Float, Int

MORE_ROWS = 20
"""Functions near the largest that are looked at, beside twice as many as there are weights."""

ROUNDS = 4
"""Times that functions which became the largest are added."""

PRECISION = 1e-9
"""Change of the value, as a share of it, at which a round ends."""

MOST_STEPS = 30
"""Steps of a round; each has one evaluation or two."""


class Parts(NamedTuple):
    """Value and gradient of the smooth part, and of some of the functions of the largest part."""

    smooth: float
    gradient: Float[Array, " q"]
    others: Float[Array, " r"]
    slopes: Float[Array, "r q"]

    @property
    def value(self) -> float:
        """Sum of the smooth part and the largest of the others."""
        return self.smooth + float(self.others.max())


Pieces = Callable[[Float[Array, " q"], Int[Array, " r"] | None], Parts]
"""Parts at some weights; of the functions with these numbers, or of all."""


def at_kinks(pieces: Pieces, start: Float[Array, " q"], norm: Norm) -> Float[Array, " q"]:
    """Weights from the start downhill to a minimum that may lie at a kink; never above the start.

    Source: sequential quadratic programming (Kraft, 1988) in the weights and the largest part.
    Cost: some ten evaluations.
    """
    best, near = norm.project(start), _near(pieces(norm.project(start), None), len(start))
    value = pieces(best, None).value
    for _ in range(ROUNDS):
        candidate = norm.project(_minimum(pieces, best, norm, near))
        every = pieces(candidate, None)
        rows = np.union1d(near, _near(every, len(start)))
        better, complete = every.value < value, int(every.others.argmax()) in near
        if better:
            best, value = candidate, every.value
        if complete or len(rows) == len(near):
            break
        near = rows
    return best


def _near(parts: Parts, count: int) -> Int[Array, " r"]:
    """Numbers of the largest functions."""
    return np.sort(np.argsort(-parts.others, kind="stable")[: 2 * count + MORE_ROWS])


def _minimum(
    pieces: Pieces, start: Float[Array, " q"], norm: Norm, rows: Int[Array, " r"]
) -> Float[Array, " q"]:
    """Minimum with these functions only, over the weights and what the largest of them is."""
    cache: dict[bytes, Parts] = {}

    def at(x: Float[Array, " q1"]) -> Parts:
        key = x[:-1].tobytes()
        if key not in cache:
            cache.clear()
            cache[key] = pieces(np.maximum(x[:-1], 0.0), rows)
        return cache[key]

    first = at(np.append(start, 0.0))
    size = max(abs(first.value), 1e-300)
    ones = np.ones((len(rows), 1))
    on_set = {
        "type": "eq",
        "fun": lambda x: np.array([float(x[:-1] @ norm.normal(x[:-1])) - 1.0]),
        "jac": lambda x: np.append(_slope_of(norm, x[:-1]), 0.0)[None],
    }
    above = {
        "type": "ineq",
        "fun": lambda x: x[-1] - at(x).others / size,
        "jac": lambda x: np.hstack([-at(x).slopes / size, ones]),
    }
    result = minimize(
        lambda x: float(at(x).smooth / size + x[-1]),
        np.append(start, first.others.max() / size),
        jac=lambda x: np.append(at(x).gradient / size, 1.0),
        method="SLSQP",
        bounds=[(0.0, 1.0)] * len(start) + [(None, None)],
        constraints=(on_set, above),
        options={"maxiter": MOST_STEPS, "ftol": PRECISION},
    )
    weights: Float[Array, " q"] = np.nan_to_num(np.maximum(result.x[:-1], 0.0))
    return weights if weights.any() else start


def _slope_of(norm: Norm, w: Float[Array, " q"]) -> Float[Array, " q"]:
    """Gradient of w · normal(w): 1 for Σw, 2w for Σw²."""
    normal = norm.normal(w)
    slope: Float[Array, " q"] = normal if (normal == 1.0).all() else 2.0 * normal
    return slope
