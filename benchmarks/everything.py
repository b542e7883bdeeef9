"""All criteria over a grid, against the bare eigendecompositions of the same matrices."""

import numpy as np
from harness import LAMBDAS, TAUS, breast_cancer, side_by_side, synthetic

from kselect_core import Problem
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


def main() -> None:
    """Print the comparison at two sizes."""
    print(compared("T5  every criterion / eigh, n = 569", *breast_cancer(), 5))
    print(compared("T5  every criterion / eigh, n = 1000", *synthetic(1000), 3))


if __name__ == "__main__":
    main()
