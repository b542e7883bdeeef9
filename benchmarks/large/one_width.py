"""Exact 5-fold CV of one width with 25 λ, without the matrix, against himalaya, on one thread.

    .venv/bin/python -m uv run --no-sync --with himalaya python -m benchmarks.large.one_width [n]

himalaya is no dependency of the project. Its search decomposes a matrix for each fold.
"""

import sys
from time import process_time

import numpy as np
from himalaya.kernel_ridge import KernelRidgeCV

from benchmarks.harness import threadpool_limits
from benchmarks.large.sweeps import LAMBDAS, bench, blocks, data

EXPONENT, FOLDS = 4, 5
BEFORE = 5
"""Exponent of a width before: what a sweep does once for all widths is then there."""


def main() -> None:
    """Print seconds of both sides, their ratio, and the difference of their choices' CV."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    threadpool_limits(limits=1)
    made = bench(*data("covertype", n + 500), "tiled", ("kfold",))
    _, (_, block, ours) = blocks(made, (BEFORE, EXPONENT))
    cv = np.array(block.quantities[0].numbers)
    ready = made.tiled(0).ready
    X, y = ready.X_train, ready.problem.y
    splits = [(np.setdiff1d(np.arange(len(y)), fold), fold) for fold in ready.problem.folds(FOLDS)]
    started = process_time()
    peer = KernelRidgeCV(
        kernel="rbf",
        kernel_params={"gamma": 0.5 / 2.0**EXPONENT},
        alphas=np.asarray(LAMBDAS) * 0.8 * len(y),
        cv=splits,
    ).fit(X, y)
    theirs = process_time() - started
    chosen = float(peer.best_alphas_[0]) / (0.8 * len(y))
    print(
        f"covertype, n = {len(y)}, τ = 2^{EXPONENT}: ours {ours:.2f} s, himalaya {theirs:.1f} s, "
        f"{theirs / ours:.0f} ×; λ chosen {LAMBDAS[cv.argmin()]:.2g} and {chosen:.2g}"
    )


if __name__ == "__main__":
    main()
