"""k-fold cross-validation over a grid, against GridSearchCV(KernelRidge) on the same folds."""

import numpy as np
from harness import LAMBDAS, TAUS, Ratio, breast_cancer, line, side_by_side, synthetic

from kselect_core import Problem
from kselect_core.criteria import CRITERIA
from kselect_core.kernels import KERNELS

GAUSSIAN = KERNELS["gaussian"]


def ours(X: np.ndarray, y: np.ndarray, mu: np.ndarray, taus: np.ndarray) -> np.ndarray:
    """CV errors (τ, μ), from the raw data: distances, kernels and all ridges."""
    base, out = GAUSSIAN.shared(X), np.empty((len(y), len(y)))
    template = Problem(np.eye(len(y)), y, mu, ridge="lambda")
    return np.array(
        [
            CRITERIA["kfold"].score(
                Problem.of_kernel(GAUSSIAN, base, {"gamma": 0.5 / tau}, template, out), k=5
            )
            for tau in taus
        ]
    )


def peer(X: np.ndarray, y: np.ndarray, mu: np.ndarray, taus: np.ndarray) -> np.ndarray:
    """The same numbers from scikit-learn."""
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.model_selection import GridSearchCV, PredefinedSplit

    fold = np.empty(len(y), dtype=int)
    for q, members in enumerate(Problem(np.eye(len(y)), y, mu).folds(5)):
        fold[members] = q
    search = GridSearchCV(
        KernelRidge(kernel="rbf"),
        {"alpha": list(mu), "gamma": list(0.5 / taus)},
        cv=PredefinedSplit(fold),
        scoring="neg_mean_squared_error",
        refit=False,
    ).fit(X, y)
    return -search.cv_results_["mean_test_score"].reshape(len(mu), len(taus)).T


def compared(
    name: str, target: str, data: tuple[np.ndarray, np.ndarray], mu: np.ndarray, repeats: int
) -> str:
    """Ratio of the times and largest relative difference of the values."""
    X, y = data
    kept: dict[str, np.ndarray] = {}

    def mine() -> None:
        kept["ours"] = ours(X, y, mu, TAUS)

    def theirs() -> None:
        kept["peer"] = peer(X, y, mu, TAUS)

    ratio: Ratio = side_by_side(mine, theirs, repeats=repeats, peer_repeats=max(1, repeats // 3))
    difference = np.abs(kept["ours"] / kept["peer"] - 1).max()
    return line(name, target, ratio, f"largest relative difference {difference:.1e}")


def main() -> None:
    """Print the three comparisons."""
    small, large = breast_cancer(), synthetic(2000)
    n = len(small[1])
    print(compared("T1  5-fold CV, 31 τ × 7 λ, n = 569", "≥ 30 ×", small, n * LAMBDAS, 9))
    many = n * np.logspace(-4, 2, 25)
    print(compared("T2  5-fold CV, 31 τ × 25 λ, n = 569", "≥ 100 ×", small, many, 6))
    print(compared("T3  5-fold CV, 31 τ × 7 λ, n = 2000", "≥ 45 ×", large, 2000 * LAMBDAS, 3))


if __name__ == "__main__":
    main()
