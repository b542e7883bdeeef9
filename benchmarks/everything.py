"""A whole sweep: all criteria against the bare eigendecompositions, two workers against one."""

import sys

import numpy as np
from harness import LAMBDAS, TAUS, Ratio, breast_cancer, side_by_side, synthetic, wall_seconds

from kselect_core import Dataset, Problem, SweepConfig, run_sweep
from kselect_core.criteria import CRITERIA, KernelFact
from kselect_core.kernels import KERNELS

GAUSSIAN = KERNELS["gaussian"]
JUDGES = [criterion for criterion in CRITERIA.values() if criterion.applies_to("lssvm")]


def compared(name: str, X: np.ndarray, y: np.ndarray, repeats: int) -> str:
    """Time of every criterion over that of eigh alone."""
    base, out = GAUSSIAN.shared(X), np.empty((len(y), len(y)))
    fact = KernelFact.of_sample(X)
    template = Problem(np.eye(len(y)), y, LAMBDAS, learner="lssvm", kernel=fact)
    matrices = [GAUSSIAN.gram(base, gamma=0.5 / tau) for tau in TAUS]

    def ours() -> None:
        for tau in TAUS:
            problem = Problem.of_kernel(GAUSSIAN, base, {"gamma": 0.5 / tau}, template, out)
            for criterion in JUDGES:
                criterion.score(problem)

    def bare() -> None:
        for K in matrices:
            np.linalg.eigh(K)

    ratio = side_by_side(ours, bare, repeats=repeats, peer_repeats=repeats)
    share = ratio.ours / ratio.peer
    return (
        f"{name:<38} {ratio.ours:>9.3f} s {ratio.peer:>10.3f} s {share:>8.2f} ×   target ≤ 1.8 ×"
        f"   {len(JUDGES)} criteria, 31 τ × 7 λ, LSSVM"
    )


def every_criterion() -> None:
    """T5: the comparison at two sizes."""
    print(compared("T5  every criterion / eigh, n = 569", *breast_cancer(), 5))
    print(compared("T5  every criterion / eigh, n = 1000", *synthetic(1000), 3))


def two_workers() -> None:
    """T10: two worker processes against one, on the same sweep, start-up included."""
    X, y = synthetic(1500)
    dataset = Dataset.from_arrays(X, y, name="synthetic")
    config = SweepConfig(dataset="synthetic", repeats=3)
    turns = [
        Ratio(
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=2)),
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=1)),
        )
        for _ in range(3)
    ]
    middle = sorted(turns, key=lambda ratio: ratio.speedup)[1]
    print(
        f"{'T10 two workers / one, n = 1050':<38} {middle.ours:>9.3f} s {middle.peer:>10.3f} s "
        f"{middle.speedup:>8.2f} ×   target ≥ 1.6 ×   default sweep, 3 splits, start-up included"
    )


PARTS = {"T5": every_criterion, "T10": two_workers}


def main() -> None:
    """Print both comparisons, or those named on the command line."""
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
