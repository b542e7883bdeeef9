"""Projected gradient descent: deterministic, never uphill, its path written down."""

from collections.abc import Callable
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.linalg.minimum.projections import Norm
from kselect_core.types import Array, Float

Evaluate = Callable[[Float[Array, " q"]], tuple[float, Float[Array, " q"]]]
"""Value and gradient at a point of the set."""

ENOUGH = 1e-4
"""Part of the decrease that a straight line promises, asked of every step."""
HALVINGS = 60
SHORTEST, LONGEST = 1e-12, 1e6
"""Lengths of a step, as multiples of the first one."""


class Rules(NamedTuple):
    """When a descent ends: its gap below ``tolerance`` times |value|, or after so many steps."""

    tolerance: float = 1e-6
    most: int = 200


class Descent(NamedTuple):
    """Points and values of a descent from its start on, the gap at the end, and why it ended.

    ``reason`` is "converged" (the gap is small), "no descent" (no step along the gradient lowers
    the value: rounding, or a kink) or "steps" (their number is used up).
    """

    points: Float[Array, "steps q"]
    values: Float[Array, " steps"]
    gap: float
    reason: str

    @property
    def last(self) -> Float[Array, " q"]:
        """Where it ended."""
        point: Float[Array, " q"] = self.points[-1]
        return point


def descent(
    evaluate: Evaluate,
    start: Float[Array, " q"],
    norm: Norm,
    *,
    rules: Rules | None = None,
    on_step: Callable[[int], None] | None = None,
    cancel: Event | None = None,
) -> Descent:
    """Minimise over {w ≥ 0, ‖w‖ = 1} by steps w ← P(w − t d), values never growing.

    d is the gradient less its multiplier times the normal of the norm, so that what only pushes
    against the norm moves nothing. t is the step of Barzilai and Borwein (1988), halved until the
    value has fallen enough (Armijo). The gap −min dᵢ bounds, for a convex objective on the simplex,
    how far the value is above its minimum; on the sphere it is 0 exactly at stationary points.

    The start must have a value; steps to points without one (UndefinedScoreError) are shortened.
    """
    limit = rules or Rules()
    w = norm.project(start)
    value, gradient = evaluate(w)
    points, values = [w], [value]
    d = gradient - float(gradient @ w) * norm.normal(w)
    t = first = 1.0 / max(float(np.abs(d).max()), SHORTEST)
    for step in range(limit.most):
        if cancel is not None and cancel.is_set():
            raise StoppedError("Stopped.")
        if -d.min() <= limit.tolerance * abs(value):
            return Descent(np.array(points), np.array(values), float(-d.min()), "converged")
        lower = _lower(evaluate, norm, w, value, d, t)
        if lower is None:
            return Descent(np.array(points), np.array(values), float(-d.min()), "no descent")
        new, value, gradient = lower
        d_new = gradient - float(gradient @ new) * norm.normal(new)
        t = _next_length(new - w, d_new - d, first)
        w, d = new, d_new
        points.append(w)
        values.append(value)
        if on_step is not None:
            on_step(step + 1)
    return Descent(np.array(points), np.array(values), float(-d.min()), "steps")


def _next_length(moved: Array, turned: Array, first: float) -> float:
    """Length of Barzilai and Borwein: |moved|² over moved · turned; long where it is not convex."""
    curvature = float(moved @ turned)
    if curvature <= 0:
        return 10 * first
    return float(np.clip(float(moved @ moved) / curvature, SHORTEST * first, LONGEST * first))


def _lower(
    evaluate: Evaluate,
    norm: Norm,
    w: Float[Array, " q"],
    value: float,
    d: Float[Array, " q"],
    t: float,
) -> tuple[Array, float, Array] | None:
    """First point along the projected direction that is low enough; None if there is none."""
    for _ in range(HALVINGS):
        new = norm.project(w - t * d)
        moved = float((new - w) @ (new - w))
        if moved == 0:
            return None
        try:
            reached, gradient = evaluate(new)
        except UndefinedScoreError:  # a point without a value is no step: a shorter one
            reached, gradient = np.inf, d
        if reached < value and reached <= value - ENOUGH / t * moved:
            return new, reached, gradient
        t /= 2
    return None
