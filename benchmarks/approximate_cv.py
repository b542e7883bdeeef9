"""k-fold CV by the Bouligand influence function against the exact value: error and time."""

from statistics import median

import numpy as np
from harness import LAMBDAS, breast_cancer, seconds, synthetic

from kselect_core import Problem
from kselect_core.criteria import CRITERIA
from kselect_core.kernels import KERNELS
from kselect_core.linalg.fits.smoother import block_residuals, smoother

GAUSSIAN = KERNELS["gaussian"]
EXPONENTS = (-1, 1, 4, 7, 10)
ORDERS = (1, 2, 5, 10, 40)
FOLDS = 5


def by_blocks(problem: Problem) -> np.ndarray:
    """Exact CV for every λ from the eigendecomposition."""
    means = []
    for fold in problem.folds(FOLDS):
        mu = problem.ridges(problem.n - len(fold))
        fit = smoother(problem.spectrum, problem.y, mu, bias=problem.bias)
        errors = [block_residuals(problem.spectrum, fit, fold, j) for j in range(len(mu))]
        means.append(np.mean(np.square(errors), axis=1))
    return np.mean(means, axis=0)


def compared(name: str, X: np.ndarray, y: np.ndarray) -> None:
    """Print seconds per kernel, and the largest and the median error of every order."""
    base, n = GAUSSIAN.shared(X), len(y)
    times = {key: [] for key in ("spectrum", "blocks", "Lanczos runs", *ORDERS)}
    errors = {order: [] for order in ORDERS}
    for exponent in EXPONENTS:
        K = GAUSSIAN.gram(base, gamma=0.5 / 2.0**exponent)
        problem = Problem(K, y, LAMBDAS, learner="lssvm")
        times["spectrum"].append(seconds(lambda: (problem.spectrum, problem.fit)))  # noqa: B023
        exact = by_blocks(problem)
        times["blocks"].append(seconds(lambda: by_blocks(problem)))  # noqa: B023
        alone = Problem(K, y, LAMBDAS, learner="lssvm")
        times["Lanczos runs"].append(seconds(lambda: alone.cross_validation(FOLDS, "squared")))  # noqa: B023
        for order in ORDERS:
            values = []
            times[order].append(
                seconds(lambda: values.append(CRITERIA["bif"].score(problem, order=order)))  # noqa: B023
            )
            errors[order].extend(np.abs(values[0] / exact - 1))
    ms = {key: 1000 * median(found) for key, found in times.items()}
    print(f"{name}: n = {n}, {FOLDS} folds, {len(LAMBDAS)} λ, τ = 2^{EXPONENTS}; ms per kernel")
    print(f"  eigendecomposition           {ms['spectrum']:8.1f}")
    print(f"  exact, blocks, after it      {ms['blocks']:8.1f}")
    print(f"  exact, Lanczos, without it   {ms['Lanczos runs']:8.1f}")
    for order in ORDERS:
        worst, middle = max(errors[order]), median(errors[order])
        print(
            f"  BIF, order {order:<4} after it     {ms[order]:8.1f}   "
            f"error: median {middle:.1e}, largest {worst:.1e}"
        )


def main() -> None:
    """Print the comparison on two sets."""
    compared("Wisconsin diagnostic", *breast_cancer())
    compared("synthetic", *synthetic(1000))
    compared("synthetic", *synthetic(2000))


if __name__ == "__main__":
    main()
