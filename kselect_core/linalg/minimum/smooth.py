"""Bounded descent along exact slopes (L-BFGS), with the way it takes."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.minimum.minimize import minimize
from kselect_core.types import Array, Float

CHANGE = 1e-6
"""Change of the value in a step, as a share of it or absolute below 1, at which a descent ends."""

Goal = Callable[[Float[Array, " p"]], tuple[float, Float[Array, " p"]]]


class Way(NamedTuple):
    """Every place that was accepted, the first included, and why it ended there."""

    points: Float[Array, "s p"]
    stopped: bool  # by ``stop``, before the descent had ended


def smooth_descent(
    goal: Goal,
    start: Float[Array, " p"],
    low: Float[Array, " p"],
    high: Float[Array, " p"],
    *,
    most: int,
    stop: Callable[[Float[Array, " p"]], bool],
) -> Way:
    """Way of at most ``most`` steps downhill inside a box; ``stop`` is asked at every place.

    Source: Byrd, Lu, Nocedal, Zhu (1995), as SciPy has it.
    """
    points, ends = [start.copy()], [stop(start)]

    def seen(x: Float[Array, " p"]) -> None:
        points.append(x.copy())
        ends.append(stop(x))
        if ends[-1]:
            raise StopIteration  # which ends the descent

    if not ends[0]:
        minimize(
            goal,
            start,
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(low, high, strict=True)),
            callback=seen,
            options={"maxiter": most, "ftol": CHANGE},
        )
    return Way(np.array(points), ends[-1])
