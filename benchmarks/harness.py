"""Timing side by side: both sides in one process, on one BLAS thread, in turns.

CPU seconds of the process: on one thread they are the wall time of an idle machine, and a busy one
disturbs them least.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np
import scipy.linalg  # noqa: F401 (loads SciPy's own BLAS, to be limited as well)
from threadpoolctl import threadpool_limits

threadpool_limits(limits=1)


class Ratio(NamedTuple):
    """Medians of both sides in seconds, and how many times faster ours is."""

    ours: float
    peer: float

    @property
    def speedup(self) -> float:
        """Peer's time over ours."""
        return self.peer / self.ours


def seconds(work: Callable[[], object]) -> float:
    """CPU time of this process for one call."""
    started = process_time()
    work()
    return process_time() - started


def wall_seconds(work: Callable[[], object]) -> float:
    """Wall time of one call, for work in other processes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def side_by_side(
    ours: Callable[[], object], peer: Callable[[], object], *, repeats: int, peer_repeats: int
) -> Ratio:
    """Medians of both sides; their repeats are interleaved so that both meet the same noise."""
    ours()  # warm-up: imports, caches, page faults
    mine, theirs = [], []
    for turn in range(max(repeats, peer_repeats)):
        if turn < peer_repeats:
            theirs.append(seconds(peer))
        if turn < repeats:
            mine.append(seconds(ours))
    return Ratio(median(mine), median(theirs))


def breast_cancer() -> tuple[np.ndarray, np.ndarray]:
    """Wisconsin diagnostic data, standardised, labels ±1: 569 × 30."""
    from sklearn.datasets import load_breast_cancer

    X, y = load_breast_cancer(return_X_y=True)
    return (X - X.mean(axis=0)) / X.std(axis=0), np.where(y == 0, 1.0, -1.0)


def synthetic(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Non-linear two-class problem in 20 dimensions."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 20))
    f = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.5 * X[:, 3] ** 2 - 0.5
    return X, np.where(f + 0.3 * rng.standard_normal(n) > 0, 1.0, -1.0)


TAUS = 2.0 ** np.arange(-15, 16)
LAMBDAS = 10.0 ** np.arange(-4, 3)


def line(name: str, target: str, ratio: Ratio, remark: str = "") -> str:
    """One row of the report."""
    return (
        f"{name:<38} {ratio.ours:>9.3f} s {ratio.peer:>10.3f} s "
        f"{ratio.speedup:>8.1f} ×   target {target:<9} {remark}"
    )
