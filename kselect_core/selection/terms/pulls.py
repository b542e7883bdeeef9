"""Which way a term pulls along the width, read off its values alone."""

from typing import Literal, NamedTuple

import numpy as np

from kselect_core.selection.sweep.choices import TIE
from kselect_core.types import Array, Float

CONSTANT = 1e-9
"""A term whose values differ by less than this, relative to their size, pulls nowhere."""

TURN = 0.01
"""A turn counts if the values come back by more than this share of their spread."""

Direction = Literal["none", "narrow", "wide", "interior", "no value"]
Course = Literal[
    "constant", "increasing", "decreasing", "one valley", "one hill", "up and down", ""
]


class Pull(NamedTuple):
    """Where a term would choose, the way it pulls there, and how it runs from narrow to wide.

    ``degenerate`` says that it chooses an end of the path although it looks at the labels, and that
    the end itself, K = I or K = 11ᵀ, which knows nothing about them, is as good as anything.
    """

    direction: Direction
    chosen: int  # position on the path; −1 where there is no value
    course: Course
    degenerate: bool = False


def pull(
    values: Float[Array, " w"],
    limits: Float[Array, " 2"],
    *,
    better: str,
    sees_labels: bool,
) -> Pull:
    """Pull of the values of a term along a path from narrow to wide kernels.

    ``limits`` are its values at K = I and at K = 11ᵀ. Ties go to the wider kernel.
    """
    cost = values if better == "lower" else -values
    if not np.isfinite(cost).any():
        return Pull("no value", -1, "")
    best = float(np.nanmin(cost))
    tied = np.flatnonzero(cost <= best + TIE * abs(best) if np.isfinite(best) else cost == best)
    chosen, course = int(tied[-1]), course_of(values)
    if course == "constant":
        return Pull("none", chosen, course)
    defined = np.flatnonzero(~np.isnan(cost))
    if defined[0] not in tied and defined[-1] not in tied:
        return Pull("interior", chosen, course)
    side = int(defined[-1] in tied)
    limit = float(limits[side] if better == "lower" else -limits[side])
    reached = bool(limit <= best + TIE * abs(best))
    return Pull(("narrow", "wide")[side], chosen, course, degenerate=sees_labels and reached)


def course_of(values: Float[Array, " w"]) -> Course:
    """How values run along the path, in words; turns of less than a hundredth do not count."""
    finite = values[np.isfinite(values)]
    if len(finite) < 2:  # noqa: PLR2004 (a step)
        return ""
    spread = float(np.ptp(finite))
    if spread <= CONSTANT * float(np.abs(finite).max()):
        return "constant"
    ways = _ways(finite, TURN * spread)
    if len(ways) > 2:  # noqa: PLR2004 (down and up again)
        return "up and down"
    if len(ways) == 1:
        return "increasing" if ways[0] > 0 else "decreasing"
    return "one hill" if ways[0] > 0 else "one valley"


def _ways(values: Float[Array, " w"], least: float) -> list[int]:
    """Ways, +1 up or −1 down, that values take in turn; each is longer than ``least``."""
    ways: list[int] = []
    low = high = float(values[0])
    for value in values[1:].tolist():
        low, high = min(low, value), max(high, value)
        last = ways[-1] if ways else 0
        if last <= 0 and value - low > least:
            ways.append(1)
            high = value
        elif last >= 0 and high - value > least:
            ways.append(-1)
            low = value
    return ways
