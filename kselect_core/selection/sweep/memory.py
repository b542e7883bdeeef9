"""How much memory a sweep takes, and the refusal when that is too much."""

import psutil

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.errors import TooLargeError
from kselect_core.kernels import KERNELS
from kselect_core.selection.config.config import SweepConfig

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
    matrices = 3.0 + (5.0 if config.spectral and n <= EIGH_LIMIT else 0.0)
    bases = len({KERNELS[family.kernel].base == "products" for family in config.candidates})
    if any(KERNELS[family.kernel].base == "points" for family in config.candidates):
        matrices += 4.0  # the pool's eigenvectors, LAPACK's workspace, and the kernel made of them
    krylov = 6 * max(40, n // 8) * n
    entries = (matrices + bases - 1) * n * n + 2 * n * test + krylov
    return int(8 * entries) * workers


def memory_limit() -> int:
    """Bytes a sweep may take on this machine."""
    return int(SHARE * psutil.virtual_memory().total)


def refuse_too_large(
    config: SweepConfig, n: int, *, workers: int = 1, tested: float | None = None
) -> int:
    """Bytes the sweep needs; beyond the limit TooLargeError says which size would fit."""
    needed, limit = bytes_needed(config, n, workers=workers, tested=tested), memory_limit()
    if needed <= limit:
        return needed
    fits = n
    while fits > 2 and bytes_needed(config, fits, workers=workers, tested=tested) > limit:  # noqa: PLR2004 (points)
        fits = int(fits * 0.95)
    raise TooLargeError(
        f"This sweep would need {_gib(needed)} for {n} training points with {workers} worker(s); "
        f"the limit is {_gib(limit)}, {SHARE:.0%} of this machine's memory. About {fits} training "
        "points would fit; or use fewer workers, or criteria that need no eigendecomposition."
    )


def _gib(count: int) -> str:
    return f"{count / 2**30:.1f} GiB"
