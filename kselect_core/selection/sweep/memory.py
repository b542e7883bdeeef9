"""How much memory a sweep takes, and the refusal when that is too much."""

from dataclasses import replace

from kselect_core import room
from kselect_core.criteria.base import FOLDS
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.criteria.problems.sampled import SIZES
from kselect_core.errors import TooLargeError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.streamed.features import ENTRIES
from kselect_core.linalg.streamed.stretches import stretches
from kselect_core.linalg.tiled.landmarks import SAMPLE
from kselect_core.linalg.tiled.path import LANDMARKS as OF_TILES, PROBES
from kselect_core.selection.config.config import (
    DENSE,
    LANDMARKS,
    SVM,
    TILED,
    USUAL_LANDMARKS,
    SweepConfig,
)
from kselect_core.selection.sweep.engines import TILED_FROM, TILED_MOST, engine_for, refuse_beyond

DIRECTIONS = 50
"""Directions of one fit, about; more where it is hard."""

OVERHEAD = 2**26
"""Bytes of tiles, small matrices and what NumPy keeps."""

FEW_TRAINED = 10
"""So many test points for each training point are what fills the memory."""

SHARE = 0.6
"""A sweep may take this share of the machine's memory."""


def bytes_needed(
    config: SweepConfig, n: int, *, workers: int = 1, tested: float | None = None
) -> int:
    """Bytes alive at once in all workers, for a training part of n points.

    ``tested`` is the share of the rows that is tested on, that of the configuration if left out.

    Distances, kernel matrix, test kernel and Krylov bases, and for criteria that need the spectrum
    the eigenvectors, their squares and LAPACK's workspace (three matrices).
    """
    share = config.test_share if tested is None else tested
    test = n * share / (1 - share)
    if engine_for(config, n) == TILED:
        return _of_tiles(config, n + test) * workers
    if engine_for(config, n) == LANDMARKS:
        return _of_landmarks(config, n, test) * workers
    matrices = 3.0 + (5.0 if config.spectral and n <= EIGH_LIMIT else 0.0)
    bases = len({KERNELS[family.kernel].base == "products" for family in config.candidates})
    if any(KERNELS[family.kernel].base == "points" for family in config.candidates):
        matrices += 4.0  # the pool's eigenvectors, LAPACK's workspace, and the kernel made of them
    krylov = 6 * max(40, n // 8) * n
    entries = (matrices + bases - 1) * n * n + 2 * n * test + krylov
    return int(8 * entries) * workers


def _of_tiles(config: SweepConfig, points: float) -> int:
    """Bytes of one worker that never holds K: O(n).

    Features of the landmarks in single precision; of every fit its directions and their images;
    the values of all fits after two rounds; sums over entries of every kernel.
    """
    partitions = {dict(one.options).get(FOLDS.name, FOLDS.default) for one in config.criteria}
    fits = 1 + PROBES + sum(int(str(k)) for k in partitions)
    sums = 6 * (len(config.kernels) + 1)
    values = 8 * len(config.lambdas)
    return int(points * (4 * OF_TILES + 8 * (2 * DIRECTIONS * fits + sums + values))) + OVERHEAD


def _of_landmarks(config: SweepConfig, n: int, test: float) -> int:
    """Bytes of one worker that has m landmarks: m² for every fold, and O(n).

    Either the sample that landmarks are taken from, or sums that grow with the triangles of those
    that wait, some for each halving of the points, or triangles and sums of features, or the square
    of the most rows of K that criteria are compared by; a block of rows; a few numbers of every
    point, and the predictions at test points.
    """
    m = config.landmarks
    folds, depth = sum({one.folds for one in config.criteria}), (stretches(int(n))[-1]).bit_length()
    matrices = max(1.5 * folds + 12, (1.5 + depth / 2) * folds)
    rows = any(one.criterion.of_entries for one in config.criteria) * min(SIZES[-1], n)
    entries = max(matrices * m * m, SAMPLE * m * m, rows * rows) + 5 * ENTRIES
    return int(8 * (entries + 10 * n + 2 * test * len(config.lambdas))) + OVERHEAD


def refuse_matrices(n: int) -> None:
    """Raise TooLargeError where three matrices of n points exceed the limit: pages need them.

    Sweeps are refused by what they need as a whole, before anything is prepared.
    """
    if n <= TILED_FROM:
        return  # the limit itself is read from files
    needed, limit = 3 * 8 * n * n, _limit(1)
    if needed > limit:
        raise TooLargeError(
            f"This needs the whole kernel matrix of {n:,} points, {gib(needed)}; the limit is "
            f"{_said(limit)}. Use a sub-sample of the data."
        )


def memory_limit() -> int:
    """Bytes a sweep may take on this machine, or in the group of processes that it runs in."""
    return int(SHARE * room.whole())


def _limit(workers: int) -> int:
    """Bytes that so many workers may take together; each may have an address space of its own."""
    return min(memory_limit(), workers * int(SHARE * room.own()))


def _said(limit: int) -> str:
    """Return a limit and what sets it, in words."""
    of = "this machine's memory"
    if limit != memory_limit():
        of = "what ulimit -v leaves a process"
    elif room.whole() < room.of_machine():
        of = "what this process and those around it may take (a control group, as of a container)"
    return f"{gib(limit)}, {SHARE:.0%} of {of}"


def refuse_too_large(
    config: SweepConfig, n: int, *, workers: int = 1, tested: float | None = None
) -> int:
    """Bytes the sweep needs; beyond the limit TooLargeError says which size would fit."""
    refuse_beyond(config, n)
    needed, limit = bytes_needed(config, n, workers=workers, tested=tested), _limit(workers)
    if needed <= limit:
        return needed
    share = config.test_share if tested is None else tested
    tests = round(n * share / (1 - share))
    sizes = f"{n} training points" + (f" and {tests} test points" if tests > n else "")
    words = (
        f"This sweep would need {gib(needed)} for {sizes} with {workers} worker(s); "
        f"the limit is {_said(limit)}."
    )
    if tests > FEW_TRAINED * n:  # the test points are what is too much
        raise TooLargeError(f"{words} Use a sub-sample of the data: most of it is tested on.")
    fits = n
    while fits > 2 and bytes_needed(config, fits, workers=workers, tested=tested) > limit:  # noqa: PLR2004 (points)
        fits = int(fits * 0.95)
    raise TooLargeError(
        f"{words} About {fits} training points would fit; or use fewer workers, or criteria that "
        f"need no eigendecomposition.{_other_engines(config, n, workers=workers, tested=tested)}"
    )


def _other_engines(config: SweepConfig, n: int, *, workers: int, tested: float | None) -> str:
    """Say which engines have room for a sweep whose kernel matrix has none; empty if none has."""
    if config.learner == SVM or engine_for(config, n) != DENSE:
        return ""
    said = []
    for engine, least, most in ((TILED, 0, TILED_MOST), (LANDMARKS, USUAL_LANDMARKS, n)):
        one = replace(config, engine=engine, landmarks=USUAL_LANDMARKS)
        needed = bytes_needed(one, n, workers=workers, tested=tested)
        if least <= n <= most and needed <= _limit(workers):
            said.append(f"engine='{engine}' needs {gib(needed)}")
    return f" Without the whole kernel matrix: {' · '.join(said)}." if said else ""


def gib(count: int) -> str:
    """Bytes as people write them."""
    return f"{count / 2**30:.1f} GiB"
