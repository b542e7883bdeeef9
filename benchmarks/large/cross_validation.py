"""Exact 5-fold CV without the matrix against searches of scikit-learn, on one thread.

    python -m benchmarks.large.cross_validation [covertype|synthetic] [n] [alone]

31 widths × 25 λ × 5 folds. Ours computes every width, with the fits on all points and their errors.
The peers are timed on a few cells and multiplied to the whole grid: `KernelRidge` on one fit of one
fold, `Nystroem` with `Ridge` on three widths and two λ. Of the latter the error is told as well.
"""

import sys
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

from benchmarks.harness import threadpool_limits
from benchmarks.large.sweeps import LAMBDAS, TAUS, bench, blocks, data

FOLDS, LANDMARKS = 5, 1000
WIDTHS, CELLS = (0, 4, 10), (4, 12)


def full_kernel(X: np.ndarray, y: np.ndarray, rows: np.ndarray, held: np.ndarray) -> float:
    """CPU seconds of `GridSearchCV(KernelRidge)` on the whole grid, from one fit of one fold."""
    started = process_time()
    model = KernelRidge(kernel="rbf", gamma=0.5 / TAUS[19], alpha=LAMBDAS[4] * len(rows))
    model.fit(X[rows], y[rows]).predict(X[held])
    return (process_time() - started) * FOLDS * len(TAUS) * len(LAMBDAS)


def landmarks(X: np.ndarray, y: np.ndarray, splits: list) -> tuple[float, list[np.ndarray]]:
    """Return the same of `Nystroem` with `Ridge`, from six cells, and its CV in these."""
    started, found = process_time(), []
    for exponent in WIDTHS:
        pipe = make_pipeline(
            Nystroem(n_components=LANDMARKS, random_state=0),
            Ridge(fit_intercept=False, solver="cholesky"),
        )
        grid = {
            "nystroem__gamma": [0.5 / 2.0**exponent],
            "ridge__alpha": [LAMBDAS[cell] * 0.8 * len(y) for cell in CELLS],
        }
        search = GridSearchCV(pipe, grid, cv=splits, scoring="neg_mean_squared_error", refit=False)
        found.append(-search.fit(X, y).cv_results_["mean_test_score"])
    share = len(WIDTHS) * len(CELLS) / len(TAUS) / len(LAMBDAS)
    return (process_time() - started) / share, found


def main() -> None:
    """Print seconds of all sides, ratios and the choice."""
    given = [text for text in sys.argv[1:] if text != "alone"]
    name, n = (*given, *("covertype", "10000")[len(given) :])
    threadpool_limits(limits=1)
    made = bench(*data(name, int(n) + 500), "tiled", ("kfold",))
    found = list(blocks(made, tuple(range(-15, 16))))
    ours = sum(seconds for *_, seconds in found)
    cv, error, settled = (
        np.array([getattr(block.quantities[0], field) for _, block, _ in found])
        for field in ("numbers", "error", "converged")
    )
    ready = made.tiled(0).ready
    X, y = ready.X_train, ready.problem.y
    row, column = np.unravel_index(cv.argmin(), cv.shape)
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name}, n = {len(y)}: {ours:.0f} s, longest width {max(s for *_, s in found):.1f} s, "
        f"peak {peak:.0f} MB"
    )
    print(
        f"choice τ = 2^{row - 15}, λ = {LAMBDAS[column]:.2g}, CV {cv.min():.5f}; largest relative "
        f"error told {np.max(error / cv):.1e}; {np.sum(~settled)} of {settled.size} not settled",
        flush=True,
    )
    if "alone" in sys.argv:
        return
    splits = [(np.setdiff1d(np.arange(len(y)), fold), fold) for fold in ready.problem.folds(FOLDS)]
    peer = full_kernel(X, y, *splits[0])
    print(f"GridSearchCV(KernelRidge), from one fit: {peer:.0f} s, {peer / ours:.0f} ×")
    peer, scores = landmarks(X, y, splits)
    print(f"GridSearchCV(Nystroem + Ridge), from 6 cells: {peer:.0f} s, {peer / ours:.0f} ×")
    off = [one / cv[exponent + 15, CELLS] - 1 for exponent, one in zip(WIDTHS, scores, strict=True)]
    told = ", ".join(f"2^{e}: {o[0]:.1%}" for e, o in zip(WIDTHS, off, strict=True))
    print(f"its CV is off at λ = {LAMBDAS[CELLS[0]]:.2g} by {told}")


if __name__ == "__main__":
    main()
