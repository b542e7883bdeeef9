"""What a sweep will cost, from a pilot on a sub-sample."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from math import log10
from time import perf_counter, thread_time
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.errors import TooLargeError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.first_calls import machine_code
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import DENSE, RANDOM, SVM, TILED, SweepConfig
from kselect_core.selection.config.pairs import ONE_VS_ONE
from kselect_core.selection.sweep.engines import engine_for
from kselect_core.selection.sweep.landmarks.cost import TIMED_LANDMARKS, seconds_of_landmarks
from kselect_core.selection.sweep.memory import bytes_needed, refuse_too_large
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.tiles.cost import PILOT_POINTS, Size, seconds_of_tiles
from kselect_core.selection.sweep.workers import Bench
from kselect_core.types import Array, Int

PILOT_ROWS, PILOT_ROWS_OF_MACHINES = 450, 240
"""The pilot uses at most this many rows and scales up; machines take long where K is narrow."""

PILOT_SHARE = 0.3
"""Share of its rows that the pilot tests on, whatever the sweep does: it trains on the others."""

CUBE = 800
"""Points at which what grows with n³ (eigendecompositions) takes as long as what grows with n²."""

PER_PAIR = 2e-8
"""Seconds per kernel and pair of a training point and a test point, beyond the pilot's share.

Measured: 0.9e-8 (Gaussian, an idle machine) to 4e-8 (polynomials, a busy one)."""

PILOT_KERNELS, PILOT_KERNELS_OF_MACHINES = 3, 7
"""Kernels timed; the time of machines differs more along the width."""

PILOT_PAIRS = 6
"""Binary problems timed of several classes: ten classes against each other are 45 alike."""

GROWTH_OF_MACHINES = 2.5
"""Power of n with which the time of machines grew, points left out included."""

SMALL_MACHINE = 75
"""Points at which what grows with that power takes as long as what every machine takes.

Measured: 64 to 95, machines of three to ten classes against each other with 34 to 401 points."""

SMALL_PAIR, GROWTH_OF_SMALL_PAIRS = 500, 1.5
"""Below so many points in a pair of classes least squares grows with this power of n only."""

FEWEST_PER_CLASS = 5
"""Rows of a rare class that the pilot keeps, as far as there are so many."""

PER_POOL, PER_STEP = 1.5e-10, 8e-11
"""Seconds per n³ of an iterated kernel: of its pool on each split, and of each number of steps."""

START, START_OF_MACHINES = 1.5, 4.0
"""Seconds until worker processes are ready; for machines they load compiled code first."""

MOMENT = 1e-3
"""Seconds that a pilot computes at least, for the clock to tell how busy the machine is."""

MAKING = 8.0
"""Seconds in which a process makes that code, where no folder keeps what the pilot has made."""

ALIKE = 2
"""Widths, and largest C, in a power of ten that are timed apart. Degrees are timed one by one: of
the next one it may take twice as long.

Measured: 112 grids on four data sets, least squares and machines, were estimated from timings kept
of others at 0.86 to 1.55 of what they were from their own."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Work items, seconds and bytes of a sweep, and which engine computes it.

    ``refused`` says why it cannot run, or is empty. ``seconds`` are those of a machine that does
    nothing else; it was ``busy`` times slower by the clock when the pilot ran.
    """

    items: int
    seconds: float
    bytes: int
    refused: str
    engine: str = DENSE
    busy: float = 1.0


class Timing(NamedTuple):
    """Seconds of an item, as a pilot tells them: it computed so long, and so long the clock ran."""

    seconds: float
    computed: float
    clock: float


Keep = Callable[[str, Callable[[], Timing]], Timing]
"""Gives the timing of a name, which says all that it depends on: one kept, or one made now."""


def estimate(
    config: SweepConfig,
    dataset: Dataset,
    *,
    workers: int = 1,
    keep: Keep = lambda _, timed: timed(),
) -> Estimate:
    """Cost of a sweep from a few kernels of its grid on a sub-sample, scaled by a power of n.

    Who keeps timings (``keep``) has none made again where only the seed, the splits or other
    kernels of the grid change.
    """
    setup = Setup.of(config, dataset)
    n, tested = setup.trained, setup.tested
    refused = ""
    try:
        refuse_too_large(config, n, workers=workers, tested=tested)
    except TooLargeError as error:
        refused = str(error)
    engine = engine_for(config, n)
    if engine == DENSE:
        pilot, timed = _pilot(setup, n, keep)
        each = pilot.seconds * _growth(setup, n, timed) + _seconds_of_tests(n, tested)
    else:
        seconds_of = _seconds_of_tiles if engine == TILED else _seconds_of_landmarks
        same = replace(config, seed=0, repeats=1).digest()
        pilot = keep(
            f"timing {dataset.digest} {same}", lambda: _told(lambda: seconds_of(setup, n, tested))
        )
        each = pilot.seconds
    work = each * len(config.items) + _seconds_of_pools(config, n)
    total = work / workers + seconds_to_start(config)
    needed = bytes_needed(config, n, workers=workers, tested=tested)
    busy = max(1.0, pilot.clock / max(pilot.computed, MOMENT))
    return Estimate(len(config.items), total, needed, refused, engine, busy)


def _timed(work: Callable[[], object]) -> Timing:
    """Timing of an item that is computed here: its seconds are those of this thread.

    On a busy machine those of the clock would be scaled up with the work of others.
    """
    started, before = perf_counter(), thread_time()
    work()
    computed = thread_time() - before
    return Timing(computed, computed, perf_counter() - started)


def _told(seconds: Callable[[], float]) -> Timing:
    """Timing of an item that is larger than what tells its seconds."""
    found = list[float]()
    return _timed(lambda: found.append(seconds()))._replace(seconds=found[0])


def _seconds_of_tiles(setup: Setup, n: int, tested: float) -> float:
    """Seconds of one item without the matrix, by how fast this machine is and what some take."""
    small = Bench(_small(setup, round(PILOT_POINTS / (1 - PILOT_SHARE)))).tiled(0)
    return seconds_of_tiles(small, Size(n, tested, _sizes(setup, n)))


def _seconds_of_landmarks(setup: Setup, n: int, tested: float) -> float:
    """Seconds of one item on m landmarks, by how fast this machine is and what these see."""
    most = round(min(setup.config.landmarks, n, TIMED_LANDMARKS) / (1 - PILOT_SHARE))
    small = Bench(_small(setup, most)).tiled(0)
    return seconds_of_landmarks(small, Size(n, tested, _sizes(setup, n)))


def _sizes(setup: Setup, n: int) -> list[int]:
    """Training points of every problem: of several classes each binary problem has its own."""
    if not setup.several:
        return [n]
    return [round(n * pair.rows(setup.dataset.y).mean()) for pair in setup.pairs]


def seconds_to_start(config: SweepConfig) -> float:
    """Seconds until worker processes are ready for a sweep: part of every estimate."""
    if config.learner != SVM:
        return START
    return START_OF_MACHINES + (0.0 if machine_code().folder else MAKING)


def _seconds_of_pools(config: SweepConfig, n: int) -> float:
    """Seconds of iterated kernels beyond the pilot, which makes no pool and is scaled by n²."""
    steps = sum(len(one.points) for one in config.candidates if KERNELS[one.kernel].built)
    each = PER_POOL + PER_STEP * steps if steps else 0.0
    return config.repeats * each * n**3


def _seconds_of_tests(n: int, tested: float) -> float:
    """Seconds of one item for the test rows beyond the share that the pilot tests on."""
    more = tested / (1 - tested) - PILOT_SHARE / (1 - PILOT_SHARE)
    return PER_PAIR * n * n * max(0.0, more)


def _growth(setup: Setup, n: int, timed: int) -> float:
    """How many times longer one item takes for n training points than for those timed."""
    config, ratio = setup.config, max(1.0, n / timed)
    paired = setup.several and config.multiclass == ONE_VS_ONE
    part = 2 / len(setup.dataset.class_names) if paired else 1.0  # of the points in each problem
    if config.learner == SVM:
        small, whole = (
            SMALL_MACHINE**GROWTH_OF_MACHINES + (part * points) ** GROWTH_OF_MACHINES
            for points in (timed, timed * ratio)
        )
        return float(whole / small)
    if paired and part * n <= SMALL_PAIR:
        return float(ratio**GROWTH_OF_SMALL_PAIRS)
    cubes = (CUBE + max(n, timed)) / (CUBE + timed) if config.spectral and n <= EIGH_LIMIT else 1.0
    return ratio**2 * cubes


def _pilot(setup: Setup, n: int, keep: Keep) -> tuple[Timing, int]:
    """Timing of a few kernels, with its mean seconds, and the points trained on.

    Without what n declines.
    """
    config = setup.config
    machines = config.learner == SVM
    small = _small(setup, PILOT_ROWS_OF_MACHINES if machines else PILOT_ROWS)
    kernels = PILOT_KERNELS_OF_MACHINES if machines else PILOT_KERNELS
    if n > EIGH_LIMIT:
        kept = tuple(c for c in config.criteria if "spectrum" not in c.criterion.needs)
        small = replace(small, config=replace(small.config, criteria=kept or config.criteria))
    bench = _Prepared(small)
    count = len(config.kernels)
    picked = sorted({k * count // (kernels + 1) for k in range(1, kernels + 1)})
    shared = _shared(small.config, setup.dataset)
    with one_blas_thread():
        timings = [
            keep(f"{shared} {_alike(config, item)}", partial(bench.timing, item)) for item in picked
        ]
    seconds, computed, clock = (sum(each) for each in zip(*timings, strict=True))
    return Timing(seconds / len(picked), computed, clock), max(
        2, round(len(small.dataset.y) * (1 - PILOT_SHARE))
    )


class _Prepared:
    """Items of a pilot; the first that is timed has its split prepared before."""

    def __init__(self, small: Setup) -> None:
        self._bench = Bench(small)

    def timing(self, item: int) -> Timing:
        """Timing of one item; of several classes by a few of its binary problems."""
        share = self._share
        timing = _timed(lambda: self._bench.block(item))
        return timing._replace(seconds=timing.seconds / share)

    @cached_property
    def _share(self) -> float:
        """Share of the binary problems that is timed, once all is prepared."""
        share = self._bench.few(PILOT_PAIRS)
        self._bench.block(0)
        return share


def _shared(config: SweepConfig, dataset: Dataset) -> str:
    """What the time of every kernel of a pilot depends on: neither splits nor seed nor grids."""
    facts = (
        dataset.digest,
        config.preprocessing,
        config.learner,
        config.ridge,
        config.criteria,
        _strengths(config),
        config.positive,
        config.multiclass,
        config.pair,
        config.class_weights,
        config.plugins,
    )
    return f"timing {sha256(repr(facts).encode()).hexdigest()}"


def _strengths(config: SweepConfig) -> tuple[int, ...]:
    """Number of ridges; of machines also how large C is at most, which takes most of the time."""
    return (len(config.lambdas), *(_about(max(C)) for C in [config.C] if C))


def _alike(config: SweepConfig, item: int) -> str:
    """Name of a kernel, however it is written, and of those that take about as long."""
    family, value = config.kernels[item]
    kernel, parameters = KERNELS[family.kernel], family.parameters(value)
    if kernel.base == "distances" and family.convention:
        width = kernel.stored(value, family.convention)
        parameters[kernel.parameters[0].name] = _about(width)
    return repr((family.kernel, *parameters.items()))


def _about(value: float) -> int:
    """Number that values have in common between which a timing hardly differs."""
    return round(ALIKE * log10(value))


def _small(setup: Setup, most: int) -> Setup:
    """One random split of at most so many rows of a sweep's data."""
    dataset = setup.dataset
    rows = _sample(dataset, most)
    small = replace(dataset, X=dataset.X[rows], y=dataset.y[rows], test_rows=0)
    free = replace(setup.config, repeats=1, split=RANDOM, test_share=PILOT_SHARE)
    return Setup(free, small)


def _sample(dataset: Dataset, most: int) -> Int[Array, " rows"]:
    """Every k-th row in the order of the targets: classes in proportion, no randomness."""
    y = dataset.y
    if len(y) <= most:
        return np.arange(len(y))
    order = np.argsort(y, kind="stable")
    spread = order[np.linspace(0, len(y) - 1, most).astype(np.int64)]
    if dataset.task == "regression":
        return np.unique(spread)
    first = [np.flatnonzero(y == code)[:FEWEST_PER_CLASS] for code in np.unique(y)]
    return np.unique(np.concatenate([spread, *first]))
