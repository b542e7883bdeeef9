"""Weights learnt on one training part: every kernel alone, two descents, and a search."""

from collections.abc import Callable
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.minimum.descent import Descent, descent
from kselect_core.linalg.minimum.projections import NORMS, Norm
from kselect_core.selection.combination.objectives import Objective, objective
from kselect_core.selection.combination.plan import Plan
from kselect_core.selection.combination.search import PARTS, SAME, Place, searched
from kselect_core.types import Array, Float

STARTS = ("uniform", "best single", "best place")
"""Where the paths start: the last at the best place that the others, or a grid, have found."""


class Learnt(NamedTuple):
    """Weights of one training part: those learnt, and the values that decided.

    ``paths`` are the descents from each of STARTS, with values in units of the criterion; ``best``
    the number of the one that ended best (the first of equal ones). ``singles`` are the values of
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
    def sure(self) -> bool:
        """Whether all weights were searched: a grid over them, and downhill from its best places.

        Of more kernels than that only minima near the starts are known; the value may be improved.
        """
        return self.paths[-1].reason == "searched"

    @property
    def apart(self) -> float:
        """How far apart the descents ended, as a share of the best value."""
        ends = [float(path.values[-1]) for path in self.paths]
        return (max(ends) - min(ends)) / max(abs(self.value), 1e-300)

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
    either; then the search goes on from the best that is known, of up to four kernels from a grid
    over all weights. Everything is deterministic. ``on_step`` is called once per single kernel and
    path.
    """
    goal = objective(stack, template, plan.objective, dict(plan.options))
    norm, count = NORMS[plan.p], len(stack)
    corners, tell = np.eye(count), on_step or _nothing
    singles = np.array([_alone(goal, corner, tell) for corner in corners])
    if np.isnan(singles).all():
        goal.evaluate(corners[0])  # raises the reason
    falling = singles if goal.better == "lower" else -singles
    single = int(np.nanargmin(falling))
    starts = (norm.uniform(count), corners[single])
    sign = 1.0 if goal.better == "lower" else -1.0
    paths = []
    for start in starts:
        paths.append(descent(goal.downhill, start, norm, rules=goal.rules, cancel=cancel))
        tell()
    ends = [
        *_corners(corners, falling),
        *(Place(path.last, float(path.values[-1])) for path in paths),
    ]
    paths.append(_third(goal, norm, ends, paths, template.n, cancel))
    tell()
    ways = tuple(path._replace(values=sign * path.values) for path in paths)
    return Learnt(ways, _best(paths), singles, float(ways[0].values[0]), single)


def _third(
    goal: Objective,
    norm: Norm,
    places: list[Place],
    paths: list[Descent],
    n: int,
    cancel: Event | None,
) -> Descent:
    """Path of the search; of many kernels it is over where the best descent converged."""
    best = paths[_best(paths)]
    if len(places[0].weights) > max(PARTS) and best.reason == "converged":
        return best._replace(points=best.points[-1:], values=best.values[-1:], reason="downhill")
    return searched(goal, norm, places, n, cancel=cancel)


def _best(paths: list[Descent]) -> int:
    """Number of the path that ended lowest; an earlier one unless a later one is clearly lower."""
    best = 0
    for i, path in enumerate(paths):
        least = float(paths[best].values[-1])
        best = i if path.values[-1] < least - SAME * abs(least) else best
    return best


def _corners(corners: Float[Array, "q q"], values: Float[Array, " q"]) -> list[Place]:
    """Every kernel alone that has a value."""
    return [
        Place(corner, float(value))
        for corner, value in zip(corners, values, strict=True)
        if np.isfinite(value)
    ]


def _alone(goal: Objective, corner: Float[Array, " q"], tell: Callable[[], None]) -> float:
    """Value of one kernel alone; NaN where it has none."""
    tell()
    try:
        return goal.evaluate(corner)[0]
    except UndefinedScoreError:
        return float("nan")


def _nothing() -> None:
    """Tell nobody."""
