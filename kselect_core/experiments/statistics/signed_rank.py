"""Two criteria over several data sets: Wilcoxon's signed ranks, and their Bayesian counterpart."""

from typing import NamedTuple

import numpy as np
from scipy import stats

from kselect_core.errors import InvalidParameterError
from kselect_core.experiments.statistics.significance import UNKNOWN, settled
from kselect_core.selection.terms.comparison import EQUAL, NO_CHOICE
from kselect_core.types import Array, Float

MOST_EXACT = 50
"""Data sets up to which the distribution is exact without ties, and …"""
MOST_ENUMERATED = 13
"""… up to which all assignments of signs are gone through where there are ties or zeros."""
BAYES_STREAM = 13
"""First spawn key of the weights that the Bayesian test draws."""
DRAWS = 50_000


class SignedRank(NamedTuple):
    """Wilcoxon's test: sums of ranks of positive and negative differences, p, how p was found."""

    datasets: int
    zeros: int
    positive: float
    negative: float
    p: float
    method: str
    note: str


class Posterior(NamedTuple):
    """Probabilities that differences are below the rope, within it, above it; they sum to 1."""

    left: float
    within: float
    right: float
    rope: float
    datasets: int
    draws: int


def signed_rank(one: Float[Array, " N"], other: Float[Array, " N"]) -> SignedRank:
    """Two-sided Wilcoxon signed-rank test of two criteria over N data sets (one value on each).

    ``positive`` is the sum of the ranks of |one − other| where one − other > 0. Equal values (to 12
    digits) share their ranks between both sums; tied differences share the average rank. Data sets
    where a value is missing are left out. ``method`` says how p was found: "exact" (up to 50 data
    sets without ties and zeros), "exact, all signs" (up to 13 with them), else "approximate"
    (normal, variance corrected for ties, no continuity correction).

    Assumes independent data sets whose differences are commensurable and symmetric about their
    median, not normal. Small samples cannot reject: with 5 data sets p is at least 0.0625.
    """
    both = np.isfinite(one) & np.isfinite(other)
    d = settled(one[both] - other[both], np.concatenate([one[both], other[both]]))
    zeros = int((d == 0).sum())
    if not len(d) or zeros == len(d):
        note = EQUAL if len(d) else NO_CHOICE
        return SignedRank(len(d), zeros, UNKNOWN, UNKNOWN, UNKNOWN, "", note)
    ranks = stats.rankdata(np.abs(d))
    shared = float(ranks[d == 0].sum()) / 2
    method = _method(d)
    p = float(stats.wilcoxon(d, zero_method="zsplit", correction=False, method="auto").pvalue)
    positive, negative = (float(ranks[side].sum()) + shared for side in (d > 0, d < 0))
    return SignedRank(len(d), zeros, positive, negative, p, method, "")


def bayesian_signed_rank(
    one: Float[Array, " N"],
    other: Float[Array, " N"],
    *,
    rope: float,
    seed: int,
    draws: int = DRAWS,
    prior: float = 0.5,
) -> Posterior:
    """Probabilities of a difference one − other below −rope, within ±rope, above rope.

    The Bayesian signed-rank test of Benavoli, Corani, Demšar and Zaffalon (2017): a Dirichlet
    process over the differences on N data sets, with ``prior`` observations of no difference. Each
    draw of weights gives the three regions the weight of all pairs (i, j) whose mean difference
    lies there; a region's probability is the share of draws in which it weighs most (draws in which
    regions weigh the same are shared between them). ``rope`` is the half-width of what does not
    matter in practice, in the unit of the values: 1 is one per cent point where they are per cent.

    Unlike a p-value these are probabilities of the hypotheses, given the data sets. The same
    ``seed`` gives the same numbers; with 50 000 draws their Monte Carlo standard error is at most
    0.0023. No data sets give NaN.
    """
    if not (np.isfinite(rope) and rope >= 0):
        raise InvalidParameterError("Bayesian signed ranks", "rope", "0 or above", rope)
    if not (np.isfinite(prior) and prior > 0):
        raise InvalidParameterError("Bayesian signed ranks", "prior (s)", "above 0", prior)
    if draws < 1:
        raise InvalidParameterError("Bayesian signed ranks", "draws", "at least 1", draws)
    both = np.isfinite(one) & np.isfinite(other)
    d = settled(one[both] - other[both], np.concatenate([one[both], other[both]]))
    if not len(d):
        return Posterior(UNKNOWN, UNKNOWN, UNKNOWN, rope, 0, draws)
    weights = _weights(len(d), draws=draws, prior=prior, seed=seed)
    z = np.concatenate([[0.0], d])
    sums = z[:, None] + z[None, :]
    close = np.abs(sums) <= 2 * rope * (1 + 1e-12)
    left = _weight(weights, (sums < 0) & ~close)
    right = _weight(weights, (sums > 0) & ~close)
    regions = np.stack([left, 1.0 - left - right, right])
    if rope == 0:  # then equality weighs nothing against a direction
        within = regions[1].copy()
        regions = np.stack([left + within / 2, np.zeros(draws), right + within / 2])
    most = np.isclose(regions, regions.max(axis=0), rtol=0.0, atol=1e-12)
    shares = (most / most.sum(axis=0)).mean(axis=1).tolist()
    return Posterior(shares[0], shares[1], shares[2], rope, len(d), draws)


def _method(d: Float[Array, " N"]) -> str:
    """Which distribution scipy takes for these differences."""
    plain = (d != 0).all() and len(np.unique(np.abs(d))) == len(d)
    if plain and len(d) <= MOST_EXACT:
        return "exact"
    return "exact, all signs" if len(d) <= MOST_ENUMERATED else "approximate"


def _weights(count: int, *, draws: int, prior: float, seed: int) -> Float[Array, "r N1"]:
    """Dirichlet weights of the prior observation and of every data set, one row per draw."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(BAYES_STREAM,)))
    weights: Float[Array, "r N1"] = rng.dirichlet([prior, *[1.0] * count], size=draws)
    return weights


def _weight(weights: Float[Array, "r N1"], pairs: Array) -> Float[Array, " r"]:
    """Weight of the marked pairs in every draw."""
    total: Float[Array, " r"] = ((weights @ pairs.astype(np.float64)) * weights).sum(axis=1)
    return total
