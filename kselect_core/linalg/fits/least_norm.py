"""The dual variables of least norm among all that give the same support vector machine.

Where K is singular (a linear kernel, equal points) many α give one and the same machine. Which of
them a solver ends at depends on the order of the points; the shortest one does not.
"""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.symmetric import eigensystem
from kselect_core.types import Array, Float

ON_MARGIN = 1e-6
"""Distance of yf from 1 up to which the dual variable of a point is open."""

NULL = 1e-12
"""Directions in which K is below this share of its largest eigenvalue change no machine."""

INDEFINITE = 1e-8
"""An eigenvalue below −INDEFINITE of the largest entry is not rounding."""

EXACT = 1e-11
"""Error of the conditions that is rounding, in units of the largest dual variable."""

MOST_STEPS = 50
"""Newton steps; a handful is the rule."""

WEIGHT = 1e4
"""Of the conditions where they are fitted by least squares: they hold to about its square."""


class Shortest(NamedTuple):
    """Signed duals β = yα of least norm of a machine, and whether they were found."""

    beta: Float[Array, " n"]
    found: bool


def shortest_duals(
    K: Float[Array, "n n"],
    y: Float[Array, " n"],
    C: float,
    *,
    beta: Float[Array, " n"],
    f: Float[Array, " n"],
) -> Shortest:
    """Signed duals of least norm that give the same machine as β, whose values at the points are f.

    Points off the margin are at a bound in every solution. Those on it (yf = 1) may share their
    weight in other ways as long as Σβ and Kβ stay the same.

    Source: Mangasarian (1984), Normal solutions of linear programs, for the dual; ours here.
    Cost: O(m³) for m points on the margin.
    """
    there = np.flatnonzero(np.abs(1.0 - y * f) <= ON_MARGIN)
    fixed, open_ = _directions(K[np.ix_(there, there)])
    if not open_ or not C > 0:
        return Shortest(beta, found=True)
    box = np.where(y[there] > 0, 0.0, -C), np.where(y[there] > 0, C, 0.0)
    shorter, found = _shortest(fixed, beta[there], box)
    whole = beta.copy()
    whole[there] = shorter
    return Shortest(whole, found)


def _directions(K: Float[Array, "m m"]) -> tuple[Float[Array, "m r"], int]:
    """Orthonormal directions along which β is determined, and how many there are beside them."""
    m = len(K)
    if m < 2:  # noqa: PLR2004 (one point has nobody to share with)
        return np.ones((m, m)), 0
    centred = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
    values, vectors = eigensystem(centred)
    size = float(np.abs(np.diagonal(K)).max())
    if values[0] < -INDEFINITE * size:  # what leaves K_MM as it is may change K
        return np.eye(m), 0
    directions = vectors[:, np.abs(values) > NULL * m * size]
    return np.column_stack([np.full(m, m**-0.5), directions]), m - 1 - directions.shape[1]


def _shortest(
    V: Float[Array, "m r"], start: Float[Array, " m"], box: tuple[Array, Array]
) -> tuple[Float[Array, " m"], bool]:
    """Shortest β in the box with Vᵀβ = Vᵀstart: β = clip(Vλ), λ by Newton steps.

    The dual is convex, piecewise quadratic and smooth: Newton steps with the best length end.
    """
    low, high = box
    wanted = V.T @ start
    allowed = EXACT * max(float(np.abs(start).max()), 1e-300) * len(start) ** 0.5
    multipliers = wanted.copy()
    for _ in range(MOST_STEPS):
        reached = V @ multipliers
        beta = np.clip(reached, low, high)
        missing = wanted - V.T @ beta
        if np.abs(missing).max() <= allowed:
            return beta, True
        inside = (reached > low) & (reached < high)
        step = np.linalg.lstsq(V[inside].T @ V[inside], missing, rcond=NULL)[0]
        rest = missing - V[inside].T @ (V[inside] @ step)
        if float(np.abs(rest).max()) > allowed:  # along it no point is free as yet
            step = step + rest
        along = V @ step
        multipliers = multipliers + _length(reached, along, float(wanted @ step), box) * step
    return _at_a_corner(V, start, box)


def _at_a_corner(
    V: Float[Array, "m r"], start: Float[Array, " m"], box: tuple[Array, Array]
) -> tuple[Float[Array, " m"], bool]:
    """The same by least squares in the box, its conditions with a large weight, where steps fail.

    They do where nearly all points are at their bounds: multipliers are then far apart.
    """
    from scipy.optimize import lsq_linear  # noqa: PLC0415 (seldom needed)

    low, high = box
    size = float((high - low).max())
    corner = lsq_linear(
        np.vstack([WEIGHT * V.T, np.eye(len(start))]),
        np.append(WEIGHT * (V.T @ start), np.zeros(len(start))) / size,
        bounds=(low / size, high / size),
        method="bvls",
        tol=1e-14,
    )
    return size * np.clip(corner.x, low / size, high / size), bool(corner.success)


def _length(
    reached: Float[Array, " m"], along: Float[Array, " m"], wanted: float, box: tuple[Array, Array]
) -> float:
    """Length t at which alongᵀ clip(reached + t along) reaches what is wanted; it grows with t."""
    low, high = box
    moving = along != 0
    kinks = np.concatenate(
        [(bound[moving] - reached[moving]) / along[moving] for bound in (low, high)]
    )
    kinks = np.concatenate([[0.0], np.sort(kinks[kinks > 0])])

    def excess(t: float) -> float:
        return float(along @ np.clip(reached + t * along, low, high)) - wanted

    below, above = 0, len(kinks)
    while above - below > 1:
        middle = (below + above) // 2
        if excess(kinks[middle]) <= 0:
            below = middle
        else:
            above = middle
    first, value = float(kinks[below]), excess(float(kinks[below]))
    second = float(kinks[above]) if above < len(kinks) else first + 1.0
    slope = (excess(second) - value) / (second - first) if second > first else 0.0
    return first - value / slope if slope > 0 else max(first, second)
