"""Variants of a training part: other balance, duplicates, noisy labels, fewer points, other K."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Float, Int

VARIANT_STREAM = 12
"""First spawn key of the seeds that draw variants."""

DRAWS = 5
"""Draws of a variant that depends on chance."""

KEPT, REPEATED = 0.25, 0.25
"""Share of the positive class that is left, and of the points that come twice."""

FEWEST = 2
"""Members of a class that a sub-sample keeps, as far as there are so many."""


class Change(NamedTuple):
    """One way to change a training part; ``chance`` says that it is drawn several times.

    ``share`` is the part of points, the part of labels, or the standard deviation of the noise in
    units of that of the targets; K becomes ``factor`` · K + ``shift`` times the mean of K_ii.
    """

    key: str
    label: str
    words: str
    chance: bool = True
    share: float = 0.0
    factor: float = 1.0
    shift: float = 0.0

    @property
    def of_matrix(self) -> bool:
        """Whether the kernel matrix itself is changed, not the sample."""
        return not self.chance


OF_MATRIX = (
    Change("scale_up", "16 K", "K times 16, the ridge μ as it was", chance=False, factor=16.0),
    Change("scale_down", "K / 16", "K over 16, the ridge μ as it was", chance=False, factor=1 / 16),
    Change("shift", "K + c", "the mean of K_ii added to every entry", chance=False, shift=1.0),
)
SIZE = (
    Change("half", "n / 2", "half of the points", share=0.5),
    Change("quarter", "n / 4", "a quarter of the points", share=0.25),
)
REPEAT = Change("duplicates", "duplicates", "a quarter of the points comes twice", share=REPEATED)
CLASSES = (
    Change("balance", "unbalanced", "a quarter of the positive class is left", share=KEPT),
    REPEAT,
    Change("noise", "10 % flipped", "one label in ten is the other one", share=0.1),
    Change("more_noise", "20 % flipped", "one label in five is the other one", share=0.2),
)
TARGETS = (
    REPEAT,
    Change("noise", "noise ½ sd", "normal noise of half the targets' deviation", share=0.5),
    Change("more_noise", "noise 1 sd", "normal noise of the targets' own deviation", share=1.0),
)


def changes(*, classes: bool) -> tuple[Change, ...]:
    """Ways to change a training part of two classes, or of a regression."""
    return (*(CLASSES if classes else TARGETS), *SIZE, *OF_MATRIX)


def drawn(
    ready: PreparedSplit, change: Change, *, seed: int, split: int, draw: int
) -> PreparedSplit:
    """Training part with one change of the sample; draw depends on (seed, split, key, draw) only.

    Features stay as prepared with the whole training part. Folds are drawn for the new sample;
    where only labels change every point keeps its fold.
    """
    number = sum(ord(letter) * 31**place for place, letter in enumerate(change.key)) % 2**31
    sequence = np.random.SeedSequence(seed, spawn_key=(VARIANT_STREAM, split, number, draw))
    rng = np.random.default_rng(sequence)
    problem, rows = ready.problem, np.arange(ready.n)
    if change.key.endswith("noise"):
        y = _noisy(problem, change.share, rng)
        return replace(ready, problem=problem.altered(rows, y))
    if change.key == "duplicates":
        again = rng.choice(rows, round(change.share * len(rows)), replace=False)
        rows = np.sort(np.append(rows, again))
    else:
        rows = _fewer(problem, change, rng)
    return replace(
        ready,
        train=ready.train[rows],
        X_train=ready.X_train[rows],
        problem=problem.with_matrix(np.eye(len(rows)), problem.y[rows], kernel=problem.kernel),
        _shared={},
    )


def changed_matrix(problem: Problem, change: Change) -> Problem:
    """Problem with K changed: scaled, or a constant added; which kernel made it is then unknown."""
    constant = change.shift * float(problem.diagonal.mean())
    return problem.with_matrix(change.factor * problem.K + constant)


def _noisy(problem: Problem, share: float, rng: np.random.Generator) -> Float[Array, " n"]:
    if problem.is_classification:
        flipped = rng.choice(problem.n, round(share * problem.n), replace=False)
        y = problem.y.copy()
        y[flipped] = -y[flipped]
        return y
    noisy: Array = problem.y + rng.normal(0.0, share * float(problem.y.std()), problem.n)
    return noisy


def _fewer(problem: Problem, change: Change, rng: np.random.Generator) -> Int[Array, " m"]:
    """Rows that are left: of the positive class, or of every class in proportion."""
    parts = list(_groups(problem))
    thinned = parts[-1:] if change.key == "balance" else parts
    left = [] if thinned is parts else parts[:-1]
    for rows in thinned:
        count = min(len(rows), max(FEWEST, round(change.share * len(rows))))
        left = [*left, rng.choice(rows, count, replace=False)]
    rows_left: Array = np.sort(np.concatenate(left))
    return rows_left


def _groups(problem: Problem) -> Iterator[Int[Array, " m"]]:
    """Rows of the negative and of the positive class; all of a regression."""
    if not problem.two_classes:
        yield np.arange(problem.n)
        return
    yield np.flatnonzero(~problem.positive)
    yield np.flatnonzero(problem.positive)
