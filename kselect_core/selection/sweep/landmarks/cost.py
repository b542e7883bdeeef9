"""What a sweep on landmarks will cost, by how fast this machine is and what landmarks see."""

from functools import partial
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.problems.inputs import LARGEST_ENTRY
from kselect_core.criteria.problems.landmark_model import MOST_LEFT, UNSURE
from kselect_core.criteria.problems.sampled import SIZES
from kselect_core.errors import KselectError
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.streamed.features import Features
from kselect_core.linalg.streamed.gathering import gathered
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.tiles.cost import Size, shortest
from kselect_core.selection.sweep.tiles.split import Part, TiledSplit, folds_of_landmarks
from kselect_core.types import Array

TIMED_ROWS, TIMED_LANDMARKS = 2048, 1000
"""Rows and most landmarks of which sums are timed."""

LOOKED_AT_KERNELS = 12
"""Kernels of the grid, evenly spread, of which it is looked up how much landmarks see."""

CUBES, OF_DRAWING = 4, 20
"""Products in m³ of one decomposition, with its share of what else grows with m³; and of drawing
landmarks, which is all that a kernel costs that is declined."""

OF_ROWS = 2.5
"""Times a kernel value costs in sums along sampled rows, with their jackknife."""

OPEN = 1 / 3
"""Share of the kernels, about, that are compared by more rows because their order is open: fewer
where values have a steep top."""


class Speed(NamedTuple):
    """Seconds per point and pair of landmarks in sums, and per kernel value."""

    product: float
    value: float


class Sight(NamedTuple):
    """How many landmarks a kernel takes, and whether they see enough of it to have values."""

    landmarks: int
    enough: bool


DECLINED = Sight(0, enough=False)
"""Of a kernel that is no kernel of landmarks."""


def seconds_of_landmarks(small: TiledSplit, size: Size) -> float:
    """Mean seconds of one item on landmarks, from some prepared points of the sweep.

    Kernels that landmarks see too little of are declined before their pass over the points, and
    those that few landmarks explain take few.
    """
    config = small.config
    m = min(config.landmarks, size.n)
    with one_blas_thread():
        speed = _speed(small.ready.X_train.shape[1], min(m, TIMED_LANDMARKS))
        seen = [_sight(small, kernel, m, size.n) for kernel in _spread(len(config.kernels))]
    return float(np.mean([_seconds(config, size, speed, one) for one in seen]))


def _spread(count: int) -> list[int]:
    """Numbers of the kernels that are looked at."""
    some = np.linspace(0, count - 1, min(count, LOOKED_AT_KERNELS))
    return [int(number) for number in some.round()]


def _seconds(config: SweepConfig, size: Size, speed: Speed, seen: Sight) -> float:
    """Seconds of one kernel.

    Sums for every number of folds, kernel values of a pass for them and one for the training
    errors, a decomposition per fold, and twice the sums again where single rows are looked at.
    """
    folds, total = folds_of_landmarks(config), 0.0
    again = any(one.criterion.by_row for one in config.criteria)
    sampled = OF_ROWS * any(one.criterion.of_entries for one in config.criteria)
    passes = (max(1, len(folds)) + 3 * again) * seen.enough
    cubes = CUBES * (12 + sum(folds)) if seen.enough else OF_DRAWING
    for own in size.parts:
        m = min(seen.landmarks, own)
        values = own * m * (2 + again) + m * size.n * size.tested / (1 - size.tested)
        values = sampled * _values_of_rows(own) + values * seen.enough
        total += speed.product * (passes * own * m**2 + cubes * m**3) + speed.value * values
    return total


def _values_of_rows(n: int) -> float:
    """Mean number of kernel values of rows that a kernel on n points is estimated from.

    Those of the rows with all points and with one another, at first and again.
    """
    first, *more = (min(n, size) * (n + min(n, size)) for size in SIZES)
    return first + OPEN * sum(more) * (n > SIZES[0])


def _sight(small: TiledSplit, kernel: int, m: int, n: int) -> Sight:
    """What m landmarks see of a kernel on n points, from some points: test by training points.

    Landmarks that are points as they come see about as much as those that are chosen.
    """
    family, value = small.config.kernels[kernel]
    ready = small.ready
    points, tests = np.vstack([ready.X_test, ready.X_train]), len(ready.X_test)
    part = Part(np.arange(len(points)), small.parts[0].template, points)
    Z = points[tests : tests + m]
    try:
        tiles = small.tiles(family, value, part, centred=False)
        if not float(tiles.diagonal.max()) * m <= LARGEST_ENTRY:  # also catches NaN
            return DECLINED
        features = Features.of(tiles, Z)
    except KselectError:  # the sweep declines this kernel, with the reason
        return DECLINED
    left = 1.0 - float(np.square(features.at(points[:tests])).sum() / tiles.diagonal[:tests].sum())
    left *= 1 - m / n  # of themselves landmarks leave nothing
    enough = left <= MOST_LEFT + UNSURE or len(Z) < m  # more landmarks may see more
    return Sight(len(features.Z) if len(features.Z) < len(Z) else m, enough)


def _speed(d: int, m: int) -> Speed:
    """How fast this machine is now: times of this thread, as those of the pilot."""
    X = np.random.default_rng(0).standard_normal((TIMED_ROWS, d))
    tiles = Tiles(X, partial(_between, gamma=1 / d), np.ones(len(X)), 1 / d)
    model, one_block = Features(tiles, X[:m], np.eye(m)), np.zeros(len(X), dtype=np.int64)
    value = shortest(lambda: model.crossed(X))
    whole = shortest(lambda: gathered(model, X[:, 0], [one_block]))
    pairs = len(X) * m
    return Speed(max(whole - value, 0.0) / (pairs * m), value / pairs)


def _between(P: Array, Q: Array | None, *, gamma: float) -> Array:
    return GAUSSIAN.gram(GAUSSIAN.shared(P, Q), gamma=gamma)
