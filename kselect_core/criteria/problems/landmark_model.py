"""Landmarks of a kernel on the points of a problem, and the sums that its fits are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kselect_core.criteria.problems.inputs import LARGEST_ENTRY, overflowing
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.problems.tiled import LANDMARK_STREAM
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.linalg.streamed.features import Features, features
from kselect_core.linalg.streamed.gathered import Gathered
from kselect_core.linalg.streamed.gathering import gathered
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.rounding import Rounding
from kselect_core.linalg.streamed.seen import Seen
from kselect_core.linalg.streamed.stretches import stretches
from kselect_core.linalg.streamed.sums import Sums
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Int

MOST_LEFT = 0.4
"""Landmarks that leave more of the trace say more of themselves than of the kernel."""

LOOKED_AT, UNSURE = 2000, 0.07
"""Points that tell beforehand of a kernel that it will be declined, and six times the error of the
share that they tell."""


@dataclass(frozen=True, eq=False)
class Model:
    """Landmarks of a kernel on a sample, and the sums over blocks of its rows: no ridge yet.

    ``partitions`` holds, for every number of folds, the fold of each row; without folds there is
    one block. ``left`` is the share of the trace that the landmarks do not explain.
    """

    features: Features
    sums: dict[int, Sums]  # of the features, by the number of folds
    partitions: dict[int, Int[Array, " n"]]
    trace: float
    rounding: Rounding

    @cached_property
    def whole(self) -> Sums:
        """Sums of the features over all rows."""
        return next(iter(self.sums.values())).whole

    @cached_property
    def seen(self) -> Seen:
        """K_m of all rows."""
        self.features.tiles.pause()
        return Seen.of(self.whole, self.rounding)

    @property
    def left(self) -> float:
        """Share of the trace of the kernel matrix that the landmarks leave."""
        return max(1.0 - self.seen.trace / self.trace, 0.0) if self.trace > 0 else 0.0

    def fold(self, k: int, number: int) -> Sums:
        """Sums of the features over one of k folds."""
        return self.sums[k].only(number)

    def first(self, m: int) -> "Model":
        """Model of the first landmarks alone, from the same sums."""
        return Model(
            self.features.first(m),
            {k: one.first(m) for k, one in self.sums.items()},
            self.partitions,
            self.trace,
            self.rounding.first(m),
        )


def model_of(
    problem: Problem,
    tiles: Tiles,
    folds: tuple[int, ...],
    m: int,
    parts: Sequence[list[Gathered]] = (),
) -> Model:
    """Landmarks of a kernel and its sums over the folds of a problem. One pass over the points.

    No pass is made where ``parts`` are the sums that `part_of_model` gives, 2ᵈ of them in their
    order. Raises UndefinedScoreError with the reason where the landmarks leave too much of the
    kernel: before the pass, where that is clear.
    """
    found, partitions = _landmarks(problem, tiles, m), _partitions(problem, folds)
    if parts:
        depth = (len(parts) - 1).bit_length()
        made = joined(stretches(problem.n), depth, iter(parts))
    else:
        made = gathered(found, problem.y, list(partitions.values()))
    rounding = Rounding.of(found, made[0])
    tiles.pause()
    known = {k: one.of_features(found) for k, one in zip(partitions, made, strict=True)}
    model = Model(found, known, partitions, float(tiles.diagonal.sum()), rounding)
    _refuse(found, model.left, MOST_LEFT)
    return model


def part_of_model(
    problem: Problem, tiles: Tiles, folds: tuple[int, ...], m: int, run: range
) -> list[Gathered]:
    """Sums of a model over a run of stretches of the points, which lies in their tree of halves."""
    found, partitions = _landmarks(problem, tiles, m), _partitions(problem, folds)
    return gathered(found, problem.y, list(partitions.values()), run)


def _landmarks(problem: Problem, tiles: Tiles, m: int) -> Features:
    """Landmarks of a kernel; raises where it is clear that they leave too much of it."""
    if not float(tiles.diagonal.max()) * problem.n <= LARGEST_ENTRY:  # also catches NaN
        raise KselectError(overflowing(tiles.diagonal))
    seed = np.random.SeedSequence(problem.seed, spawn_key=(LANDMARK_STREAM,))
    found = features(tiles, most=m, seed=seed)
    _refuse(found, _left_at_some(found, problem), MOST_LEFT + UNSURE)
    return found


def _partitions(problem: Problem, folds: tuple[int, ...]) -> dict[int, Int[Array, " n"]]:
    """Fold of every row, for every number of folds; one block without folds."""
    partitions: dict[int, Array] = {}
    for k in folds:
        if k <= problem.n:
            partitions[k] = np.empty(problem.n, dtype=np.int32)
            for number, fold in enumerate(problem.folds(k)):
                partitions[k][fold] = number
    return partitions or {1: np.zeros(problem.n, dtype=np.int32)}


def _left_at_some(model: Features, problem: Problem) -> float:
    """Share of the trace that the landmarks leave of some random points, for a start."""
    seed = np.random.SeedSequence(problem.seed, spawn_key=(LANDMARK_STREAM, 1))
    some = np.random.default_rng(seed).permutation(problem.n)[:LOOKED_AT]
    seen = float(np.square(model.at(model.tiles.X[some])).sum())
    whole = float(model.tiles.diagonal[some].sum())
    return 1.0 - seen / whole if whole > 0 else 0.0


def _refuse(model: Features, left: float, most: float) -> None:
    """Raise with the reason where landmarks leave more of the trace."""
    if left > most:
        raise UndefinedScoreError(
            f"{len(model.Z):,} landmarks leave {left:.2f} of the trace of this kernel, more "
            f"than {MOST_LEFT}: what such a model says is said of its landmarks and not of the "
            "kernel; use more landmarks (m) or a wider kernel"
        )
