"""A bound against the sample size or the confidence, everything else held."""

from dataclasses import replace
from math import inf, log10
from typing import Any, NamedTuple

import numpy as np

from kselect_core.errors import UnknownNameError
from kselect_core.theory.bound import Bound
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.measured import Measured, worst_case
from kselect_core.types import Array, Float

WAYS = ("m", "delta")
POINTS = 49
FEWEST, DECADES = 16, 15
"""Smallest sample of a curve, and largest as a power of ten."""
DELTAS = (1e-6, 0.5)
CLOSE = 1.01
"""Precision of the sample size from which on a bound says something."""


class Curve(NamedTuple):
    """What a bound adds to its empirical part, by column, along x; ``limit`` by the same measure.

    From the limit on a value says nothing.
    """

    x: Float[Array, " p"]
    added: dict[str, Float[Array, " p"]]
    limit: Float[Array, " p"]
    over: str


def changed(sample: Measured, *, worst: bool = False, **constants: Any) -> Measured:  # noqa: ANN401
    """The same with other constants (n, lam, kappa, y_max, delta); β over all samples if asked.

    What was measured on the sample is held, whatever its size is said to be; sums over K grow with
    it as means are held: tr K with m, the sum of its entries with m².
    """
    other = replace(sample, setting=replace(sample.setting, **constants))
    ratio = other.setting.n / sample.setting.n
    other = replace(other, total=sample.total * ratio**2, measure=sample.measure / ratio)
    if sample.machine is not None:
        machine = sample.machine._replace(trace=sample.machine.trace * ratio)
        other = replace(other, machine=machine)
    return worst_case(other) if worst else other


def bound_named(sample: Measured, key: str) -> Bound:
    """Bound with that key."""
    every = {bound.key: bound for bound in bounds_of(sample)}
    if key not in every:
        raise UnknownNameError("bound for this learner", key, every)
    return every[key]


def along(sample: Measured, key: str, *, over: str = "m", worst: bool = False) -> Curve:
    """One bound along the sample size m or the probability δ that it fails.

    λ, κ, M, the empirical part and β are held; with ``worst`` β is the one over all samples, which
    grows with m.
    """
    if over not in WAYS:
        raise UnknownNameError("way along a bound", over, WAYS)
    name = "n" if over == "m" else "delta"
    x = (
        np.logspace(log10(FEWEST), DECADES, POINTS)
        if over == "m"
        else np.geomspace(*DELTAS, POINTS)
    )
    bounds = [bound_named(changed(sample, worst=worst, **{name: float(value)}), key) for value in x]
    columns = {
        column: np.array([bound.added(bound.columns[column]) for bound in bounds])
        for column in bounds[0].columns
    }
    return Curve(x, columns, np.array([bound.added(bound.limit) for bound in bounds]), over)


def sample_needed(sample: Measured, key: str, *, column: str, worst: bool = False) -> float:
    """Smallest sample from which on a bound says something, to 1 %; infinite if there is none.

    Looked for up to 10¹⁵ points, everything else held as in `along`.
    """

    def says(n: float) -> bool:
        bound = bound_named(changed(sample, worst=worst, n=n), key)
        return bound.says(bound.columns[column])

    low, high = float(FEWEST), 10.0**DECADES
    if not says(high):
        return inf
    if says(low):
        return low
    while high > CLOSE * low:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if says(middle) else (middle, high)
    return high
