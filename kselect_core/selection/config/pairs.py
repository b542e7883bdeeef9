"""Several classes as binary problems: every class against every other, or each against the rest."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from kselect_core.errors import UnknownNameError
from kselect_core.types import Array, Bool, Float, Int

ONE_VS_ONE, ONE_VS_REST = "one_vs_one", "one_vs_rest"
SCHEMES = (ONE_VS_ONE, ONE_VS_REST)
"""Ways to make binary problems of several classes."""

REST = -1
"""Code of the negative side that holds all other classes."""


class Pair(NamedTuple):
    """Codes of the two sides of a binary problem; the negative one may be `REST`."""

    negative: int
    positive: int

    def rows(self, codes: Int[Array, " n"]) -> Bool[Array, " n"]:
        """Which points take part."""
        if self.negative == REST:
            return np.ones(len(codes), dtype=bool)
        return np.isin(codes, self)

    def signs(self, codes: Int[Array, " n"]) -> Float[Array, " n"]:
        """Labels ±1 of the points; those that do not take part count as negative."""
        return np.where(codes == self.positive, 1.0, -1.0)

    def names(self, class_names: tuple[str, ...]) -> tuple[str, str]:
        """Names of the negative and of the positive side."""
        positive = class_names[self.positive]
        other = f"not {positive}" if self.negative == REST else class_names[self.negative]
        return other, positive


def pairs_of(class_names: tuple[str, ...], scheme: str) -> tuple[Pair, ...]:
    """Binary problems of a scheme: c(c − 1)/2 pairs of classes, or c classes against the rest."""
    if scheme not in SCHEMES:
        raise UnknownNameError("scheme for several classes", scheme, SCHEMES)
    codes = range(len(class_names))
    if scheme == ONE_VS_REST:
        return tuple(Pair(REST, code) for code in codes)
    return tuple(Pair(*both) for both in combinations(codes, 2))


def named_pair(class_names: tuple[str, ...], scheme: str, names: tuple[str, ...]) -> Pair:
    """Pair whose sides (negative, positive) have these names."""
    pairs = {pair.names(class_names): pair for pair in pairs_of(class_names, scheme)}
    if names not in pairs:
        raise UnknownNameError("pair of classes", " / ".join(names), list(map(" / ".join, pairs)))
    return pairs[names]


def decided(
    decisions: Float[Array, "s m L"], pairs: tuple[Pair, ...], classes: int
) -> Int[Array, "m L"]:
    """Code of the class that wins at each point, for each ridge.

    One against one: the class with most votes, as libsvm counts them (a decision value of 0 is a
    vote for the negative side). One against the rest: the class with the largest value. Ties go to
    the class that comes first.
    """
    scores = np.zeros((classes, *decisions.shape[1:]))
    for f, pair in zip(decisions, pairs, strict=True):
        if pair.negative == REST:
            scores[pair.positive] = f
        else:
            scores[pair.positive] += f > 0
            scores[pair.negative] += ~(f > 0)
    winners: Array = scores.argmax(axis=0)
    return winners
