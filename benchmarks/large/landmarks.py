"""The learner on m landmarks, one width: all λ of all criteria, against searches of scikit-learn.

    python -m benchmarks.large.landmarks [n] [m] [row] [alone]

5-fold CV, GCV, training error, ER, PEP, EP, evidence and SPS with exact shifts for 25 λ on 10
features; with `row` also what needs a second pass, LOO and KS. The peer is one fit of `Nystroem`
with `Ridge` on 20,000 rows, multiplied to all rows, folds and λ: its features of 10⁶ rows would
take 8 GB.
"""

import sys
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np

from benchmarks.harness import threadpool_limits
from kselect_core.criteria import CRITERIA, KernelFact
from kselect_core.criteria.problems.landmark_model import model_of
from kselect_core.criteria.problems.landmarks import LandmarkProblem, change_from_half
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg.tiled.tiles import Tiles

GAMMA, FEATURES, FOLDS, PEER_ROWS = 1 / 32, 10, 5, 20_000
LAMBDAS = np.logspace(-4, 2, 25)
SUMS = (("kfold", {}), ("gcv", {}), ("remp", {}), ("er", {}), ("pep", {}), ("ep", {}))
SUMS += (("lml", {}), ("sps", {"perturbation": "exact"}))
ROWS = (("loo", {}), ("ks", {}))


def data(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Normal features, labels ±1 that depend on four of them."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, FEATURES))
    f = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.5 * X[:, 3] ** 2 - 0.5
    return X, np.where(f + 0.3 * rng.standard_normal(n) > 0, 1.0, -1.0)


def ours(X: np.ndarray, y: np.ndarray, m: int, asked: tuple) -> tuple[float, dict, float]:
    """CPU seconds of one width, its values, and the largest relative error told of CV."""
    fact = KernelFact.of_sample(X)
    template = TiledProblem.template(
        y, LAMBDAS, learner="krr", ridge="n_lambda", seed=0, kernel=fact, stratified=True,
        task="binary",
    )  # fmt: skip

    def between(P: np.ndarray, Q: np.ndarray | None) -> np.ndarray:
        return GAUSSIAN.gram(GAUSSIAN.shared(P, Q), gamma=GAMMA)

    started = process_time()
    model = model_of(template, Tiles(X, between, np.ones(len(X)), GAMMA), (FOLDS,), m)
    own = fact.of_kernel("gaussian", {"gamma": GAMMA})
    problem = LandmarkProblem.of_model(template, model, own)
    found = {key: CRITERIA[key].score(problem, **options) for key, options in asked}
    below = change_from_half(problem, CRITERIA["kfold"].score, m)
    seconds = process_time() - started
    print(f"{len(model.features.Z)} landmarks leave {model.left:.1e} of the trace")
    return seconds, found, float(np.max(below / found["kfold"]))


def peer(X: np.ndarray, y: np.ndarray, m: int) -> float:
    """CPU seconds of the peer for all folds and λ, from one fit on some rows."""
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline

    some = slice(min(PEER_ROWS, len(y)))
    ridge = Ridge(alpha=LAMBDAS[4] * len(y), fit_intercept=False, solver="cholesky")
    started = process_time()
    pipe = make_pipeline(Nystroem(gamma=GAMMA, n_components=m, random_state=0), ridge)
    pipe.fit(X[some], y[some])
    share = len(y[some]) / (len(y) * (1 - 1 / FOLDS))
    return (process_time() - started) / share * FOLDS * len(LAMBDAS)


def main() -> None:
    """Print seconds, peak memory, the choice, and the ratio."""
    given = [int(text) for text in sys.argv[1:] if text.isdigit()]
    n, m = (*given, *(1_000_000, 1000)[len(given) :])
    threadpool_limits(limits=1)
    X, y = data(n)
    seconds, found, told = ours(X, y, m, SUMS + ROWS * ("row" in sys.argv))
    peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    print(f"n = {n}, m = {m}: {seconds:.1f} s, peak {peak:.0f} MB (data {X.nbytes / 2**20:.0f} MB)")
    for key, values in found.items():
        best = values.argmax() if CRITERIA[key].better == "higher" else values.argmin()
        print(f"{key}: {values[best]:.5g} at λ = {LAMBDAS[best]:.2g}")
    print(f"largest relative error told of CV {told:.1e}", flush=True)
    if "alone" not in sys.argv:
        theirs = peer(X, y, m)
        print(f"Nystroem + Ridge, from one fit: {theirs:.0f} s, {theirs / seconds:.0f} ×")


if __name__ == "__main__":
    main()
