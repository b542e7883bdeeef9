"""Eigenvalues of the integral operator of a Gaussian kernel, for two measures of the inputs."""

from functools import lru_cache
from math import comb, exp, inf, log, log1p, pi, sqrt
from typing import NamedTuple

import numpy as np

from kselect_core.types import Array, Float

NEGLIGIBLE = 745.0
"""exp(−NEGLIGIBLE) is zero."""

SERIES = 40
"""Terms of a theta series; of the two that are equal, one needs no more than three."""


class OperatorSpectrum(NamedTuple):
    """Largest n eigenvalues of the operator, descending, and the sum of all the others."""

    values: Float[Array, " n"]
    rest: float


def normal_measure(gamma: float, variance: float, *, d: int, n: int) -> OperatorSpectrum:
    """Eigenvalues of exp(−γ‖x − z‖²) under the normal distribution with that variance, in d dims.

    With a = 1/(4s²), A = a + γ + √(a² + 2aγ): (2a/A)^(d/2) (γ/A)^k, C(k+d−1, d−1) times each.

    Source: Zhu, Williams, Rohwer, Morciniec (1998).
    Cost: O(n).
    """
    if not variance > 0:  # all points equal
        return OperatorSpectrum(np.eye(1, n)[0], 0.0)
    a = 1.0 / (4.0 * variance)
    beyond = a + sqrt(a) * sqrt(a + 2 * gamma)  # A − γ
    first = 0.5 * d * (log(2 * a) - log(gamma + beyond))
    ratio = log1p(-beyond / (gamma + beyond)) if gamma > beyond else log(gamma / (gamma + beyond))
    levels, counts = _levels_of_normal(d, n)
    values = np.repeat(np.exp(np.maximum(first + ratio * levels, -NEGLIGIBLE)), counts)
    return OperatorSpectrum(values, max(0.0, 1.0 - float(values.sum())))


def box_measure(gamma: float, side: float, *, d: int, n: int) -> OperatorSpectrum:
    """Eigenvalues of the Gaussian kernel wrapped around a box [0, v]ᵈ, under its uniform measure.

    (√(π/γ)/v)^d exp(−π²|j|²/(γv²)) for j ∈ ℤᵈ. The wrapped kernel has more than 1 on its diagonal
    where the width reaches the size of the box: the sum of its eigenvalues is that diagonal.

    Source: the Fourier series of the kernel (Poisson summation).
    Cost: O(n).
    """
    spread = gamma * side * side
    first = 0.5 * d * (log(pi) - log(spread))
    lengths, counts = _levels_of_box(d, n)
    with np.errstate(over="ignore"):
        powers = np.exp(np.maximum(first - pi**2 / spread * lengths, -NEGLIGIBLE))
        values = np.repeat(powers, counts)
        rest = max(0.0, _diagonal(spread, d) - float(values.sum()))
    return OperatorSpectrum(values, rest if np.isfinite(values).all() else inf)


def _diagonal(spread: float, d: int) -> float:
    """Diagonal (Σ_m exp(−m²γv²))^d of the wrapped kernel, by the series that converges faster."""
    m = np.arange(1, SERIES)
    if spread > pi:
        one = log1p(2 * float(np.exp(-np.minimum(m**2 * spread, NEGLIGIBLE)).sum()))
    else:
        waves = np.exp(-np.minimum((pi * m) ** 2 / spread, NEGLIGIBLE)).sum()
        one = 0.5 * (log(pi) - log(spread)) + log1p(2 * float(waves))
    return exp(d * one) if d * one < log(np.finfo(float).max) else inf


@lru_cache(maxsize=16)
def _levels_of_normal(d: int, n: int) -> tuple[Array, Array]:
    """Levels k and how many of the first n eigenvalues lie on each."""
    counts: list[int] = []
    while sum(counts) < n:
        k = len(counts)
        counts.append(min(comb(k + d - 1, d - 1), n - sum(counts)))
    return np.arange(len(counts), dtype=np.float64), np.array(counts)


@lru_cache(maxsize=16)
def _levels_of_box(d: int, n: int) -> tuple[Array, Array]:
    """Squared lengths |j|² of the first n vectors of ℤᵈ, and how many vectors have each."""
    if d == 1:
        steps = np.arange(n // 2 + 1)
        counts = np.where(steps == 0, 1, 2)
        return steps.astype(np.float64) ** 2, _first(counts, n)
    longest = 1
    while (counts := _vectors(d, longest, n)).sum() < n:
        longest *= 2
    present = np.flatnonzero(counts)
    return present.astype(np.float64), _first(counts[present], n)


def _vectors(d: int, longest: int, most: int) -> Array:
    """Vectors of ℤᵈ for each squared length up to ``longest``; no count above ``most``."""
    counts = np.zeros(longest + 1, dtype=np.int64)
    counts[0] = 1
    for _ in range(d):
        added = counts.copy()
        step = 1
        while step * step <= longest:
            added[step * step :] += 2 * counts[: len(counts) - step * step]
            step += 1
        counts = np.minimum(added, most)
    return counts


def _first(counts: Array, n: int) -> Array:
    """Counts cut so that they sum to n."""
    before = np.concatenate([[0], np.cumsum(counts)[:-1]])
    cut: Array = np.clip(n - before, 0, counts)
    return cut
