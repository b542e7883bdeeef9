"""Sums over entries without the matrix, 31 widths: against `rbf_kernel` in blocks of rows.

    python -m benchmarks.large.quadratic [n …]

KTA, CKTA, MMD², FSM, FSM-U, SM and the KS penalty of every width. The peer makes each kernel by
scikit-learn in blocks of 1000 rows and takes from a block the sums that KTA and MMD² need, nothing
else; of it a few blocks and widths are timed.
"""

import sys
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np

from benchmarks.harness import synthetic, threadpool_limits
from benchmarks.large.sweeps import TAUS, TEST_ROWS, bench
from kselect_core.criteria.spectral.ks import kernel_stability

KEYS = ("kta", "ckta", "mmd", "fsm", "fsm_u", "sm")
BLOCK, BLOCKS = 1000, 3


def ours(n: int) -> float:
    """CPU seconds for all criteria of all widths on n training points."""
    made = bench(*synthetic(n + TEST_ROWS), "tiled", KEYS).tiled(0)
    started = process_time()
    for kernel in range(len(TAUS)):
        problem = made.problem(kernel, 0)
        for choice in made.config.criteria:
            choice.criterion.score(problem)
        kernel_stability(problem)
    return process_time() - started


def peer(X: np.ndarray, y: np.ndarray) -> float:
    """CPU seconds of the peer, from some blocks of three widths."""
    from sklearn.metrics.pairwise import rbf_kernel

    rows = [slice(k * BLOCK, (k + 1) * BLOCK) for k in range(min(BLOCKS, len(X) // BLOCK))]
    widths = (TAUS[5], TAUS[15], TAUS[25])
    started = process_time()
    for tau in widths:
        for some in rows:
            K = rbf_kernel(X[some], X, gamma=0.5 / tau)
            _ = K @ y, K.sum(axis=1), np.vecdot(K, K)
    share = len(rows) * BLOCK / len(X) * len(widths) / len(TAUS)
    return (process_time() - started) / share


def main() -> None:
    """Print seconds, ratio and peak memory for every n."""
    threadpool_limits(limits=1)
    ours(1200)  # compiles
    sizes, mine = [int(text) for text in sys.argv[1:]] or [10_000, 20_000], []
    for n in sizes:
        mine.append(ours(n))
        peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
        print(f"n = {n}: {mine[-1]:.1f} s, peak {peak:.0f} MB", flush=True)
    for n, seconds in zip(sizes, mine, strict=True):
        theirs = peer(*synthetic(n))
        print(f"n = {n}: rbf_kernel in blocks {theirs:.0f} s, {theirs / seconds:.0f} ×", flush=True)


if __name__ == "__main__":
    main()
