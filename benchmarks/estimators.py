"""A search of kernel and strength against `GridSearchCV` on the same grid and folds, end to end.

python benchmarks/estimators.py          # the breast cancer data, n = 569
python benchmarks/estimators.py sizes    # ridge search with nine alpha, n = 200 … 2000
python benchmarks/estimators.py classes  # support vector machines of three and of ten classes
"""

import sys
import warnings
from collections.abc import Callable

import numpy as np
from harness import TAUS, Ratio, breast_cancer, line, side_by_side, synthetic
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

from kselect_core.estimators import GridEdgeWarning, KernelRidgeSearch, SVCSearch
from kselect_core.estimators.search.base import KernelSearch

GAMMAS = 0.5 / TAUS
ALPHAS = np.logspace(-2, 4, 25)
SMALL_ALPHAS = np.logspace(-5, 3, 9)
MACHINES = {"gamma": np.logspace(-5, 2, 15), "C": np.logspace(-5, 2, 20)}
FEWER = {"gamma": np.logspace(-3, 2, 6), "C": np.logspace(-3, 3, 10)}


def compared(
    what: str, ours: KernelSearch, peer: GridSearchCV, X: np.ndarray, y: np.ndarray
) -> str:
    """Time of both from the arrays to the fitted choice, and whether it is the same."""
    peer.set_params(cv=ours.fit(X, y).folds_)
    ratio: Ratio = side_by_side(
        lambda: ours.fit(X, y), lambda: peer.fit(X, y), repeats=5, peer_repeats=1
    )
    found = peer.cv_results_
    place = next(
        number
        for number, params in enumerate(found["params"])
        if all(np.isclose(params[name], value) for name, value in ours.best_params_.items())
    )
    score = ours.best_score_ + (ours.strength == "C")  # 1 − error rate: the peer's accuracy
    gap = abs(found["mean_test_score"][place] - score)
    best = int((found["rank_test_score"] == 1).sum())
    same = "the same choice" if peer.best_index_ == place else "another choice"
    if found["rank_test_score"][place] == 1 and best > 1:
        same = f"one of the {best} best of the peer, which are equal"
    return line(what, "≥ 20 ×", ratio, f"{same}; its score equal to {gap:.1e}")


def ridge(
    name: str, alphas: np.ndarray, data: tuple[np.ndarray, np.ndarray], gammas: np.ndarray = GAMMAS
) -> str:
    """Kernel ridge regression by 5-fold cross-validation of the squared loss."""
    X, y = data
    given = {"gamma": gammas, "alpha": alphas}
    ours = KernelRidgeSearch(param_grid=given, criterion="kfold")
    peer = GridSearchCV(KernelRidge(kernel="rbf"), given, scoring="neg_mean_squared_error")
    return compared(f"Ridge, {len(gammas)} γ × {name}, n = {len(y)}", ours, peer, X, y)


def machine() -> str:
    """Support vector machine by 5-fold cross-validation of the error rate; features from 0 to 1."""
    X, y = breast_cancer()
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    ours = SVCSearch(param_grid=MACHINES, criterion="svm_kfold", criterion_params={"k": 5})
    return compared("SVC, 15 γ × 20 C, n = 569", ours, GridSearchCV(SVC(), MACHINES), X, y)


def of_classes(name: str, read: Callable[..., tuple[np.ndarray, np.ndarray]]) -> str:
    """Support vector machines of several classes, at most 400 points; features from 0 to 1."""
    X, y = read(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(y))[:400]
    X, y = X[rows], y[rows]
    X = (X - X.min(axis=0)) / np.maximum(np.ptp(X, axis=0), np.finfo(float).tiny)
    ours = SVCSearch(param_grid=FEWER, criterion="svm_kfold", criterion_params={"k": 5})
    what = f"SVC, {name}, {len(np.unique(y))} classes, 6 γ × 10 C, n = {len(y)}"
    return compared(what, ours, GridSearchCV(SVC(), FEWER), X, y)


def main() -> None:
    """Print the comparisons."""
    warnings.simplefilter("ignore", GridEdgeWarning)
    if sys.argv[1:] == ["sizes"]:
        for n in (200, 500, 1000, 2000):  # at 2000 points the peer takes 8 s per width
            gammas = GAMMAS if n <= 1000 else GAMMAS[::4]
            print(ridge("9 alpha ≥ 1e-5", SMALL_ALPHAS, synthetic(n), gammas), flush=True)
        return
    if sys.argv[1:] == ["classes"]:
        for name, read in (("iris", load_iris), ("wine", load_wine), ("digits", load_digits)):
            print(of_classes(name, read), flush=True)
        return
    print(ridge("25 alpha ≥ 1e-2", ALPHAS, breast_cancer()), flush=True)
    print(ridge("9 alpha ≥ 1e-5", SMALL_ALPHAS, breast_cancer()), flush=True)
    print(machine(), flush=True)


if __name__ == "__main__":
    main()
