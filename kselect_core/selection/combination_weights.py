"""Weights learnt on one training part: every kernel alone, then descents from two starts."""

from collections.abc import Callable
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.descent import Descent, descent
from kselect_core.linalg.projections import NORMS
from kselect_core.selection.combination_objectives import Objective, objective
from kselect_core.selection.combination_plan import Plan
from kselect_core.types import Array, Float

STARTS = ("uniform", "best single")


class Learnt(NamedTuple):
    """Weights of one training part: those learnt, and the values that decided.

    ``paths`` are the descents from each of STARTS, with values in units of the criterion; ``best``
    the number of the one that ended better (the first of equal ones). ``singles`` are the values of
    every kernel alone, ``uniform`` that of equal weights.
    """

    paths: tuple[Descent, ...]
    best: int
    singles: Float[Array, " q"]
    uniform: float
    single: int

    @property
    def weights(self) -> Float[Array, " q"]:
        """The weights."""
        return self.paths[self.best].last

    @property
    def ways(self) -> tuple[tuple[str, Array], ...]:
        """Names of the starts with the values along their descents."""
        return tuple((name, path.values) for name, path in zip(STARTS, self.paths, strict=True))

    @property
    def value(self) -> float:
        """Value of the criterion at the weights."""
        return float(self.paths[self.best].values[-1])


def learn(
    stack: Float[Array, "q n n"],
    template: Problem,
    plan: Plan,
    *,
    on_step: Callable[[], None] | None = None,
    cancel: Event | None = None,
) -> Learnt:
    """Weights of kernels that are scaled already: the best end of descents from several starts.

    Starts are equal weights and the best single kernel, so that the result is never worse than
    either; everything is deterministic. ``on_step`` is called once per single kernel and descent.
    """
    goal = objective(stack, template, plan.objective, dict(plan.options))
    norm, count = NORMS[plan.p], len(stack)
    corners, told = np.eye(count), on_step or _nothing
    singles = np.array([_alone(goal, corner, told) for corner in corners])
    if np.isnan(singles).all():
        goal.evaluate(corners[0])  # raises the reason
    falling = singles if goal.better == "lower" else -singles
    single = int(np.nanargmin(falling))
    starts = (norm.uniform(count), corners[single])
    sign = 1.0 if goal.better == "lower" else -1.0
    paths = []
    for start in starts:
        paths.append(descent(goal.downhill, start, norm, rules=goal.rules, cancel=cancel))
        told()
    ends = [float(path.values[-1]) for path in paths]
    best = int(ends[1] < ends[0] - 1e-9 * abs(ends[0]))
    ways = tuple(path._replace(values=sign * path.values) for path in paths)
    return Learnt(ways, best, singles, float(ways[0].values[0]), single)


def _alone(goal: Objective, corner: Float[Array, " q"], told: Callable[[], None]) -> float:
    """Value of one kernel alone; NaN where it has none."""
    told()
    try:
        return goal.evaluate(corner)[0]
    except UndefinedScoreError:
        return float("nan")


def _nothing() -> None:
    """Tell nobody."""
