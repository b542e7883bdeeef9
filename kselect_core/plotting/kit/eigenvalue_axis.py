"""Axes of a spectrum: numbers of eigenvalues, evenly on a log scale, and the decades of σ."""

import numpy as np

from kselect_core.plotting.kit.theme import Spec, axis
from kselect_core.plotting.kit.ticks import decades
from kselect_core.types import Array, Float, Int

MARKS = np.array([1, 2, 5, 10, 20, 50])
FEWER = np.array([1, 3, 10, 30, 100, 300, 1000, 3000])
"""Numbers at the axis of 100 eigenvalues and more: their texts fit side by side on a phone."""
DEEPEST = 24.0
"""Decades that are shown at most: far below machine precision there is only noise."""


def shown_numbers(n: int, most: int) -> Int[Array, " shown"]:
    """At most so many of the numbers 1 … n: the first ones all, later ones ever more sparsely."""
    if n <= most:
        return np.arange(1, n + 1)
    return np.unique(np.round(np.geomspace(1, n, most))).astype(np.int64)


def number_marks(n: int) -> Int[Array, " marks"]:
    """Numbers of eigenvalues that are written at an axis."""
    marks = MARKS if n < FEWER[4] else FEWER
    shown: Int[Array, " marks"] = marks[np.less_equal(marks, n)]
    return shown


def number_axis(n: int) -> Spec:
    """Logarithmic axis from the first to the last eigenvalue."""
    marks = number_marks(n)
    return axis(
        "number of the eigenvalue (1 = largest)",
        type="log",
        range=[-0.04, float(np.log10(max(n, 2))) + 0.04],
        tickvals=marks.tolist(),
        ticktext=[str(mark) for mark in marks],
        tickangle=0,
    )


def eigenvalue_axis(sigma: Float[Array, " m"], levels: list[float]) -> Spec:
    """Logarithmic axis of σ > 0 from below the lowest thing worth seeing to above the highest."""
    low, high = _range(sigma, levels)
    marks = decades(10.0**low, 10.0**high, most=8)
    return axis("eigenvalue σ", type="log", range=[low, high], **marks)


def _range(sigma: Float[Array, " m"], levels: list[float]) -> list[float]:
    logs = np.log10(np.concatenate([sigma, levels]))
    if not logs.size:
        return [-1.0, 1.0]
    low, high = float(logs.min()), float(logs.max())
    floor = max(low, high - DEEPEST)
    return [floor - 0.08 * (high - floor) - 0.3, high + 0.08 * (high - floor) + 0.3]
