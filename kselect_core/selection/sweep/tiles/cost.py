"""What a sweep without the matrix will cost, by how fast this machine is and how hard its fits are.

A few kernels are fitted on few points: how many rounds they take changes little with their number.
"""

from collections.abc import Callable, Sequence
from time import thread_time
from typing import NamedTuple

import numpy as np

from kselect_core.errors import KselectError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.tiled.path import LANDMARKS, PROBES, SHARE
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.tiles.split import TiledSplit, folds_of, traced
from kselect_core.types import Array

PILOT_POINTS = 1500
"""Training points that are fitted to see how hard it is."""

LOOKED_AT_KERNELS = 6
"""Kernels of the grid, evenly spread, that are fitted."""

TIMED_ROWS, TIMED_LANDMARKS, TIMED = 2048, 600, 2
"""Points of which tiles are timed, landmarks of a decomposition, and how often: the shortest
time counts."""

DRAWING = 4
"""Products in m³ of drawing m landmarks."""

DIRECTIONS = 250
"""Directions of a fit, whose decomposition is that of so many landmarks; in every round."""

COLUMNS = 2
"""New directions of a fit in a round, on average."""

OF_ENTRIES = 0.25
"""Share of a pass over tiles that sums over entries take of each kernel of a grid."""


class Size(NamedTuple):
    """Training points of a sweep, the share of all points that is tested on, those of each part."""

    n: int
    tested: float
    parts: Sequence[int]


class Speed(NamedTuple):
    """Seconds per pair of points in a pass over tiles, in single and in double precision.

    Then per point and pair of landmarks in sums over features, and per m³ of a decomposition.
    """

    single: float
    double: float
    product: float
    cube: float


class Hardness(NamedTuple):
    """Rounds that the fits of a kernel take, its landmarks (0: as many as there may be)."""

    rounds: int
    landmarks: int
    single: bool


NOTHING = Hardness(0, 1, single=True)
"""Of a kernel that is declined."""


def seconds_of_tiles(small: TiledSplit, size: Size) -> float:
    """Mean seconds of one item without the matrix, from some prepared points of the sweep."""
    config = small.config
    count = len(config.kernels)
    some = np.unique(np.linspace(0, count - 1, min(count, LOOKED_AT_KERNELS)).round())
    with one_blas_thread():
        speed = _speed(small.ready.X_train.shape[1], COLUMNS * _fits(config))
        seen = [_hardness(small, int(kernel)) for kernel in some]
    return float(np.mean([_seconds(config, size, speed, one) for one in seen]))


def _fits(config: SweepConfig) -> int:
    """Fits of one kernel: without each fold, of all points, of the probes of a trace."""
    return 1 + sum(folds_of(config)) + PROBES * traced(config)


def _hardness(small: TiledSplit, kernel: int) -> Hardness:
    """How hard the fits of a kernel of the grid are on some points."""
    try:
        problem = small.problem(kernel, 0)
        path = problem.fits.path
    except KselectError:  # the sweep declines this kernel, with the reason
        return NOTHING
    enough = path.landmarks < problem.n // SHARE
    return Hardness(path.rounds, path.landmarks if enough else 0, path.single)


def _seconds(config: SweepConfig, size: Size, speed: Speed, seen: Hardness) -> float:
    """Seconds of one kernel.

    Of landmarks and their spectrum over every training part, of the rounds, of sums over entries,
    and of the test points.
    """
    parts, total = 1 + sum(folds_of(config)), 0.0
    pair = speed.single if seen.single else speed.double
    for own in size.parts:
        m = min(seen.landmarks or LANDMARKS, max(1, own // SHARE))
        total += speed.cube * (parts + 2) * m**3
        total += speed.product * (3 * own * m**2 + DRAWING * m**3)
        each = pair * own**2 + speed.cube * _fits(config) * min(DIRECTIONS, m) ** 3
        total += seen.rounds * each + OF_ENTRIES * speed.double * own**2
        total += pair * own * size.n * size.tested / (1 - size.tested)
    if len(size.parts) > 1:  # all points, seen by all parts at once
        total += speed.double * size.n**2 / (1 - size.tested)
    return total


def _speed(d: int, columns: int) -> Speed:
    """How fast this machine is now: times of this thread, as those of the other pilots."""
    rng = np.random.default_rng(0)
    X, V = rng.standard_normal((TIMED_ROWS, d)), rng.standard_normal((TIMED_ROWS, columns))
    features = rng.standard_normal((TIMED_ROWS, TIMED_LANDMARKS))
    tiles = Tiles(X, _unused, np.ones(TIMED_ROWS), 1 / d)
    pairs, m = TIMED_ROWS**2, TIMED_LANDMARKS
    return Speed(
        shortest(lambda: tiles.times(V, single=True)) / pairs,
        shortest(lambda: tiles.times(V)) / pairs,
        shortest(lambda: features.T @ features) / (TIMED_ROWS * m**2),
        shortest(lambda: np.linalg.eigh(features.T @ features)) / m**3,
    )


def _unused(P: Array, _: Array | None) -> Array:
    """Return nothing: Gaussian tiles are made from γ."""
    return P


def shortest(work: Callable[[], object]) -> float:
    """Seconds of this thread for some work, the shortest of a few times."""
    times = []
    for _ in range(TIMED):
        started = thread_time()
        work()
        times.append(thread_time() - started)
    return min(times)
