"""How far a spectrum lies from given numbers, where of each eigenvalue only a part is seen."""

from typing import NamedTuple

import numpy as np

from kselect_core.types import Array, Float


class Distance(NamedTuple):
    """A distance known to an interval: its middle, and half its width."""

    middle: float
    off: float


def distance(
    seen: Float[Array, " n"], known: Float[Array, " n"], missing: float, *, rounding: float = 0.0
) -> Distance:
    """Σⱼ |σⱼ − λⱼ| to ``known`` λ, of any σⱼ ≥ seenⱼ that all together are ``missing`` more.

    What is missing may lie where it adds all of itself to the distance of what is seen, and at best
    first fills what is seen too little of: Σⱼ (λⱼ − seenⱼ)₊, at most all that is missing. Between
    these ends lies twice as much. ``rounding`` is that of the sum of what is seen; the ends have
    four times as much.

    Source: K_m ≼ K for the Nyström matrix of landmarks, so that σⱼ(K_m) ≤ σⱼ(K) (Weyl).
    """
    lacking = min(missing, float(np.maximum(known - seen, 0.0).sum()))
    apart = float(np.abs(seen - known).sum())
    return Distance(apart + missing - lacking, lacking + 4 * rounding)
