"""Compiled loops over the secular equation; imported when first needed, for it imports numba.

``root`` and its companions at the end are the compiled twins of the functions above them.
"""

from inspect import unwrap

import numpy as np

from kselect_core.linalg.machine.compiled import compiled
from kselect_core.types import Array, Float, Int

TOLERANCE = 4 * float(np.finfo(np.float64).eps)
"""Roots are known to this, and poles that are as close count as one; the largest |σ| is 1."""
SETTLED = 1e-8
"""A step that small beside the distance to the next pole is the last: convergence is quadratic."""
MARGIN = 0.01
"""Starts keep this share of the gap from both poles: weights can be as small as 1e-80."""
MOST_STEPS = 100
"""Halving alone needs 51."""


def _secular(s: Float[Array, " n"], z: Float[Array, " n"], t: float) -> float:
    """Σⱼ zⱼ/(sⱼ − t), which increases from −∞ to +∞ between two poles."""
    f: float = 0.0
    for k in range(s.size):
        f += z[k] / (s[k] - t)
    return f


def _halves(
    s: Float[Array, " n"], z: Float[Array, " n"], j: int, t: float
) -> tuple[float, float, float, float]:
    """Value and slope at t of the poles down to s[j], and of those from s[j+1] on."""
    above, below, rise, fall = 0.0, 0.0, 0.0, 0.0
    for k in range(j + 1):
        w = 1.0 / (s[k] - t)
        u = z[k] * w
        above += u
        rise += u * w
    for k in range(j + 1, s.size):
        w = 1.0 / (s[k] - t)
        u = z[k] * w
        below += u
        fall += u * w
    return above, rise, below, fall


def _correction(f: float, p: float, q: float, x: float, y: float) -> float:
    """Step δ with f + p δ/(x + δ) + q δ/(y − δ) = 0 and −x < δ < y; p and q are not negative.

    Written for the step, not for the place it leads to: a small one loses no digits.
    """
    c = f + p - q
    m = f * (y - x) + p * y + q * x
    w = np.sqrt(max(m * m + 4 * c * f * x * y, 0.0))
    if m > 0:
        return float(-2 * f * x * y / (m + w))
    return float((m - w) / (2 * c)) if c != 0 else 0.0


def _root(s: Float[Array, " n"], z: Float[Array, " n"], j: int) -> float:
    """Root between s[j+1] and s[j], s descending; a weight of 0 puts it on its pole.

    Each step replaces the poles above by one at s[j] and those below by one at s[j+1], with the
    same value and slope, and a constant; a step out of the bracket becomes a bisection.
    """
    gap, origin = s[j] - s[j + 1], s[j + 1]
    low, high, both, near = 0.0, gap, z[j] + z[j + 1], 0.5 * TOLERANCE
    x = gap * z[j + 1] / both if both > 0 else 0.5 * gap
    inner = min(max(MARGIN * gap, near), 0.5 * gap)
    x = min(max(x, inner), gap - inner)
    for _ in range(MOST_STEPS if gap > 2 * TOLERANCE else 0):
        above, rise, below, fall = halves(s, z, j, origin + x)
        f, y = above + below, gap - x
        low, high = (low, x) if f > 0 else (x, high)
        step = correction(f, fall * x, rise * y, x, y)
        moved, x = abs(step), min(max(x + step, near), gap - near)
        if moved > TOLERANCE and not low < x < high:
            x = 0.5 * (low + high)
        if moved <= SETTLED * min(x, gap - x) or high - low <= 4 * TOLERANCE:
            break
        if moved <= TOLERANCE:  # beside a pole: overstep, so that the root is bracketed soon
            x = min(x + 4 * near, gap - near) if f < 0 else max(x - 4 * near, near)
    return float(origin + x)


def _roots(s: Float[Array, " n"], Q: Float[Array, "r n"], out: Float[Array, "r n"]) -> None:
    """Write the n − 1 roots of every row of Q, descending, and a 0 after them."""
    n = s.size
    z = np.empty(n)
    for i in range(len(Q)):
        for k in range(n):
            z[k] = Q[i, k] * Q[i, k]
        for j in range(n - 1):
            out[i, j] = root(s, z, j)
        out[i, n - 1] = 0.0


def _largest(
    s: Float[Array, " n"], Q: Float[Array, "r n"], order: Int[Array, " gaps"], best: float
) -> float:
    """Largest distance of a root from the pole above it, or ``best`` if none exceeds it.

    A gap bounds its distances: ``order`` lists the gaps from the largest, and the first that is too
    small ends the search. One look at the sign tells whether a row can improve on the best so far.
    """
    n = s.size
    z = np.empty(n)
    for j in order:
        for i in range(len(Q)):
            if s[j] - s[j + 1] <= best + TOLERANCE:
                return best
            for k in range(n):
                z[k] = Q[i, k] * Q[i, k]
            if secular(s, z, s[j] - best - 0.5 * TOLERANCE) > 0:
                best = max(best, s[j] - root(s, z, j))
    return best


secular = compiled(unwrap(_secular), any_order=True)
halves = compiled(unwrap(_halves), any_order=True)
correction = compiled(unwrap(_correction), any_order=True)
root = compiled(unwrap(_root), any_order=True)
roots = compiled(unwrap(_roots), any_order=True)
largest = compiled(unwrap(_largest), any_order=True)
