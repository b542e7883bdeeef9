"""A width for every feature at n = 400, d = 10: ours beside scikit-learn's Gaussian process.

Both maximise the evidence with an amplitude, from the same start, to the end of their descent; the
errors are those at test points. Also with early stopping, which is what ours does unless told not.
scikit-learn runs in a process of its own: ours has the system keep the memory of arrays, from which
it would gain as well.

    python -m benchmarks.design.feature_widths
"""

import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import median

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from benchmarks.harness import seconds
from kselect_core import load_dataset
from kselect_core.selection.combination.feature_widths import feature_widths

N, TEST = 400, 100


def drawn(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A regression on the first four of ten features, each with a form of its own."""
    X = rng.uniform(-1, 1, (n, 10))
    y = np.sin(4 * X[:, 0]) + X[:, 1] ** 2 + np.abs(X[:, 2]) + 0.5 * X[:, 3]
    return X, y + 0.3 * rng.standard_normal(n)


def sets() -> dict[str, tuple[np.ndarray, np.ndarray, bool]]:
    """Features, targets, and whether these are classes."""
    rng = np.random.default_rng(0)
    moons = load_dataset("moons")
    noisy = np.c_[moons.X, rng.standard_normal((len(moons.y), 8))]
    additive = load_dataset("additive")
    X, y = drawn(N + TEST, rng)
    return {
        "moons + 8 noise": (noisy, moons.y, True),
        "additive": (additive.X, additive.y, False),
        f"n = {N}, d = 10": (X, y, False),
    }


def process(X: np.ndarray, y: np.ndarray) -> GaussianProcessRegressor:
    """scikit-learn's fit from the same widths."""
    apart = ((X[:, None] - X) ** 2).sum(axis=2)
    width = np.sqrt(np.median(apart[np.triu_indices(len(X), 1)]))
    kernel = ConstantKernel(1.0, (1e-4, 1e4)) * RBF(np.full(X.shape[1], width), (1e-2, 1e4))
    return GaussianProcessRegressor(kernel + WhiteKernel(0.1, (1e-5, 1e2))).fit(X, y)


def timed(X: np.ndarray, y: np.ndarray) -> float:
    """Seconds of scikit-learn's fit."""
    warnings.simplefilter("ignore")
    return seconds(partial(process, X, y))


def main(apart: ProcessPoolExecutor) -> None:
    """Print one row per data set."""
    warnings.simplefilter("ignore")
    print("seconds: ours to the end, ours stopped early, scikit-learn; how many times faster;")
    print("test errors: one width, ours to the end, ours stopped early, scikit-learn")
    for name, (X, y, classes) in sets().items():
        order = np.random.default_rng(1).permutation(len(y))
        test, train = order[: len(y) // 5], order[len(y) // 5 :]
        scale = X[train].mean(axis=0), X[train].std(axis=0)
        A, B = (X[train] - scale[0]) / scale[1], (X[test] - scale[0]) / scale[1]
        t = y[train] - (0 if classes else y[train].mean())
        truth = y[test] - (0 if classes else y[train].mean())
        fits = [feature_widths(A, t, held_out=0, alike=True), feature_widths(A, t, held_out=0)]
        fits.append(feature_widths(A, t))
        peer = process(A, t)
        predicted = [*(fit.predicted(A, t, B) for fit in fits), peer.predict(B)]
        errors = [
            np.mean(np.sign(f) != truth) if classes else np.mean((f - truth) ** 2)
            for f in predicted
        ]
        end, early, theirs = [], [], []
        for _ in range(5):
            theirs.append(apart.submit(timed, A, t).result())
            for times, share in ((end, 0.0), (early, 0.2)):
                work = partial(feature_widths, A, t, held_out=share)
                times.append(seconds(work))
        whole, short, peers = (median(times) for times in (end, early, theirs))
        print(
            f"{name:<17}{len(t):>4} × {A.shape[1]:<3}{whole:>6.3f} {short:>6.3f} "
            f"{peers:>6.2f} s {peers / whole:>4.1f} × {peers / short:>4.1f} ×   "
            + " ".join(f"{error:.4f}" for error in errors),
            flush=True,
        )


if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        main(pool)
