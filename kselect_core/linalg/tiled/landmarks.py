"""Landmarks: few points whose rows of K explain most of it, by randomly pivoted Cholesky steps."""

import numpy as np

from kselect_core.linalg.tiled.tiles import Between, Pause, go_on
from kselect_core.types import Array, Float, Int

BLOCK = 64
"""Pivots drawn at once."""

SAMPLE = 10
"""Rows looked at, per landmark: what they cost does not depend on n."""

NEGLIGIBLE = 1e-2
"""What a pivot still explains, as a share of the most in its block, for it to be kept."""

SMALLEST = 1e-10
"""The same beside the largest diagonal entry."""

ONLY_THEMSELVES = 2.0
"""Landmarks that explain at most so many points each explain little but themselves."""


def landmarks(  # noqa: PLR0913 (a sample, how many, and when to stop)
    X: Float[Array, "n d"],
    between: Between,
    diagonal: Float[Array, " n"],
    *,
    most: int,
    enough: float,
    seed: np.random.SeedSequence,
    thrifty: bool = True,
    pause: Pause = go_on,
) -> Int[Array, " m"]:
    """Numbers of at most ``most`` landmarks, fewer once the rest of the trace is ``enough`` of n.

    Labels do not take part, so that labels and folds may differ. ``thrifty`` stops also where
    landmarks explain little but themselves, as those do that only precondition.

    Source: Chen, Epperly, Tropp, Webber (2022), randomly pivoted Cholesky; in blocks (2024).
    Cost: O(SAMPLE · m³), whatever n.
    """
    rng = np.random.default_rng(seed)
    rows = rng.permutation(len(X))[: SAMPLE * most].copy()
    sample, n = X[rows], len(rows)
    B, left, chosen = (
        np.zeros((n, most)),
        np.maximum(diagonal[rows], 0.0),
        np.zeros(0, dtype=np.int64),
    )
    whole = left.sum()
    while len(chosen) < most and left.sum() > enough * n:
        k, count = len(chosen), min(BLOCK, most - len(chosen))
        candidates = np.unique(rng.choice(n, size=count, p=left / left.sum()))
        across = between(sample, sample[candidates]) - B[:, :k] @ B[candidates, :k].T
        pivots = _pivots(across[candidates], SMALLEST * float(diagonal.max()))
        if not len(pivots):
            break
        part = _explained(across[:, pivots], across[np.ix_(candidates[pivots], pivots)])
        B[:, k : k + len(pivots)] = part
        left = np.maximum(left - np.einsum("ij,ij->i", part, part), 0.0)
        left[candidates[pivots]] = 0.0
        chosen = np.append(chosen, candidates[pivots])
        pause()
        share = 1.0 - left.sum() / whole
        if thrifty and len(chosen) >= 2 * BLOCK and share < ONLY_THEMSELVES * len(chosen) / n:
            break
    return rows[chosen]


def _pivots(P: Float[Array, "b b"], smallest: float) -> Int[Array, " k"]:
    """Pivots of a block that the others of it do not explain, the largest first."""
    P, pivots = P.copy(), []
    d = np.diagonal(P).copy()
    floor = max(NEGLIGIBLE * d.max(), smallest)
    while (p := int(np.argmax(d))) not in pivots and d[p] > floor:
        pivots.append(p)
        column = P[:, p] / np.sqrt(d[p])
        P -= np.outer(column, column)
        d -= column**2
        d[p] = 0.0
    return np.array(pivots, dtype=np.int64)


def _explained(across: Float[Array, "n k"], own: Float[Array, "k k"]) -> Float[Array, "n k"]:
    """Factor F of what the pivots explain, F Fᵀ = across own⁻¹ acrossᵀ."""
    value, vector = np.linalg.eigh((own + own.T) / 2)
    good = value > SMALLEST * value[-1]
    part: Float[Array, "n k"] = np.zeros_like(across)
    part[:, good] = across @ (vector[:, good] / np.sqrt(value[good]))
    return part
