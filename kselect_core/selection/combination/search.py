"""Weights looked for everywhere: of few kernels by a grid, and on from its best places.

A criterion of the combined kernel need not be convex in the weights: a descent ends in one of its
minima. Of up to four kernels the whole set is looked at.
"""

from itertools import combinations_with_replacement
from math import comb
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.linalg.minimum.descent import Descent, descent
from kselect_core.linalg.minimum.largest_part import Pieces, at_kinks
from kselect_core.linalg.minimum.projections import Norm
from kselect_core.selection.combination.objectives import Objective
from kselect_core.types import Array, Float, Int

PARTS = {1: 1, 2: 40, 3: 16, 4: 8}
"""Into how many parts the weight 1 is divided, by the number of kernels; more are not searched."""

LARGE, COARSER = 300, 2
"""Kernel matrices of more points are dear: the parts are then so many times larger."""

PLACES = 4
"""Best places of the grid from which the search goes on."""

SAME = 1e-9
"""Values within this share are equal."""


class Place(NamedTuple):
    """Weights and the value there, of what is minimised."""

    weights: Float[Array, " q"]
    value: float


def searched(
    goal: Objective, norm: Norm, starts: list[Place], n: int, *, cancel: Event | None = None
) -> Descent:
    """Way from the best place that is known, or that a grid finds, to the best minimum near by.

    ``reason`` is "searched" where the grid went over all weights; of more kernels it is "downhill",
    from the best place alone.
    """
    count, places = len(starts[0].weights), sorted(starts, key=lambda place: place.value)
    if count not in PARTS:
        return _downhill(goal, norm, places[0], cancel)._replace(reason="downhill")
    grid = grid_of(count, parts_of(count, n))
    places = sorted([*places, *_of_grid(goal, norm, grid, cancel)], key=lambda place: place.value)
    ends = [_downhill(goal, norm, place, cancel) for place in _apart(places)]
    return min(ends, key=lambda way: float(way.values[-1]))._replace(reason="searched")


def parts_of(count: int, n: int) -> int:
    """Parts into which the weight of so few kernels on n points is divided."""
    return max(1, PARTS[count] // (COARSER if n > LARGE else 1))


def evaluations(count: int, n: int) -> int:
    """Values that the search asks for, about; none of more kernels than are searched."""
    return comb(parts_of(count, n) + count - 1, count - 1) if count in PARTS else 0


def _apart(places: list[Place]) -> list[Place]:
    """The first places, each of other weights."""
    different: list[Place] = []
    for place in places:
        if all(np.abs(place.weights - other.weights).max() > SAME for other in different):
            different.append(place)
    return different[:PLACES]


def grid_of(count: int, parts: int) -> Int[Array, "g q"]:
    """All ways to divide so many parts among the kernels, one per row."""
    cuts = np.array(list(combinations_with_replacement(range(parts + 1), count - 1)), dtype=int)
    ends = np.column_stack([np.zeros(len(cuts), int), cuts.reshape(len(cuts), count - 1)])
    return np.diff(np.column_stack([ends, np.full(len(cuts), parts)]), axis=1)


def _of_grid(
    goal: Objective, norm: Norm, grid: Int[Array, "g q"], cancel: Event | None
) -> list[Place]:
    """Places of the grid that are no worse than every neighbour."""
    weights = [norm.project(row) for row in grid / grid[0].sum()]
    values = np.array([_value(goal, w, cancel) for w in weights])
    number = {tuple(row): i for i, row in enumerate(grid.tolist())}
    lowest = []
    for i, row in enumerate(grid.tolist()):
        near = [number[other] for other in _neighbours(row)]
        if np.isfinite(values[i]) and (values[i] <= values[near]).all():
            lowest.append(Place(weights[i], float(values[i])))
    return lowest


def _neighbours(row: list[int]) -> list[tuple[int, ...]]:
    """Rows of the grid with one part moved from a kernel to another."""
    moved = []
    for i, own in enumerate(row):
        for j in range(len(row)):
            if own and i != j:
                other = list(row)
                other[i], other[j] = other[i] - 1, other[j] + 1
                moved.append(tuple(other))
    return moved


def _value(goal: Objective, w: Float[Array, " q"], cancel: Event | None) -> float:
    """Value of what is minimised; +∞ where the criterion has none."""
    if cancel is not None and cancel.is_set():
        raise StoppedError("Stopped.")
    try:
        value = goal.value(w)
    except UndefinedScoreError:
        return float("inf")
    return value if goal.better == "lower" else -value


def _downhill(goal: Objective, norm: Norm, place: Place, cancel: Event | None) -> Descent:
    """Descent from a place, past kinks where the objective says where they are."""
    start = place.weights
    if goal.pieces is not None:
        if cancel is not None and cancel.is_set():
            raise StoppedError("Stopped.")
        start = _past_kinks(goal.pieces, norm, start)
    way = descent(goal.downhill, start, norm, rules=goal.rules, cancel=cancel)
    if start is place.weights:
        return way
    lower = way.values < place.value  # else it is rounding
    return way._replace(
        points=np.vstack([place.weights, way.points[lower]]),
        values=np.append(place.value, way.values[lower]),
    )


def _past_kinks(pieces: Pieces, norm: Norm, start: Float[Array, " q"]) -> Float[Array, " q"]:
    """Minimum near the start; the start where the criterion has no value on the way."""
    try:
        return at_kinks(pieces, start, norm)
    except UndefinedScoreError:
        return start
