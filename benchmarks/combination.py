"""Weights of 20 kernels at n = 1000 by every objective; CKTA beside the closed form of MKLpy.

MKLpy is no dependency. In an environment of its own, which PYTHONPATH then names:

    python -m venv FOLDER && FOLDER/bin/pip install MKLpy==0.6 cvxopt
    PYTHONPATH=FOLDER/lib/python3.11/site-packages .venv/bin/python benchmarks/combination.py

(it brings PyTorch, several gigabytes). Without it that part is skipped, and says so.
"""

import numpy as np
from harness import breast_cancer, seconds, side_by_side, synthetic

from kselect_core import Problem
from kselect_core.kernels import KERNELS
from kselect_core.selection.combination.objectives import alignments
from kselect_core.selection.combination.plan import Plan, scaled
from kselect_core.selection.combination.weights import Learnt, learn

WIDTHS = 2.0 ** np.arange(-6, 14)
FEW = 2.0 ** np.array([0, 4, 8])
LAM = 0.01
PLANS = {
    "CKTA, Σ w = 1": Plan(objective="ckta"),
    "CKTA, Σ w² = 1": Plan(objective="ckta", p=2),
    "SM, r = 2": Plan(objective="sm", options=(("r", 2),)),
    "SM, r = 3": Plan(objective="sm"),
    "SM, r = 4": Plan(objective="sm", options=(("r", 4),)),
    "SM, r = 5 (through K)": Plan(objective="sm", options=(("r", 5),)),
    "SPS, first order": Plan(objective="sps"),
    "SPS, exact": Plan(objective="sps", options=(("perturbation", "exact"),)),
    "KS, η = 1": Plan(objective="ks"),
}


def gaussians(X: np.ndarray, widths: np.ndarray) -> np.ndarray:
    """Gaussian kernel matrices, one on the other."""
    D = KERNELS["gaussian"].shared(X)
    return np.array([KERNELS["gaussian"].gram(D, gamma=0.5 / tau) for tau in widths])


def of_objective(name: str, plan: Plan, stack: np.ndarray, template: Problem) -> str:
    """Time from kernel matrices to weights: all that is precomputed and both descents."""
    kept: list[Learnt] = []
    took = seconds(lambda: kept.append(learn(stack, template, plan)))
    found = kept[0]
    steps = " + ".join(str(len(path.points) - 1) for path in found.paths)
    target = "target ≤ 10 s" if plan.objective in ("ckta", "sm") else ""
    return (
        f"{name:<24} {took:>8.2f} s   {steps:>11} steps   {found.value:>11.5g} "
        f"(best single {found.singles[found.single]:.5g}, equal {found.uniform:.5g})   "
        f"{int((found.weights > 1e-6).sum()):>2} kernels   {target}"
    )


def of_groups(X: np.ndarray, groups: list[list[int]]) -> np.ndarray:
    """Gaussian kernel matrices of groups of features."""
    return np.array([KERNELS["gaussian"](X[:, part], gamma=0.5 / len(part)) for part in groups])


def peers(name: str, stack: np.ndarray, y: np.ndarray) -> str:
    """CKTA here and by MKLpy from the same matrices: time, weights, value of the alignment.

    MKLpy has no w ≥ 0: its weights are those of a system of linear equations.
    """
    import torch
    from MKLpy.algorithms import CKA

    torch.set_num_threads(1)
    stack, _ = scaled(stack, "trace")
    template = Problem(np.eye(len(y)), y, [LAM])
    matrices, labels = [torch.tensor(K) for K in stack], torch.tensor(y)
    kept: dict[str, np.ndarray] = {}

    def ours() -> None:
        kept["ours"] = learn(stack, template, Plan(objective="ckta", p=2)).weights

    def theirs() -> None:
        kept["theirs"] = CKA().combine_kernels(matrices, labels).weights.numpy()

    start = f"{name}, {len(stack)} kernels, n = {len(y)}: "
    try:
        ratio = side_by_side(ours, theirs, repeats=3, peer_repeats=3)
    except RuntimeError as error:
        return f"{start}{seconds(ours):.3f} s, MKLpy fails: {str(error)[:60]}…"
    M, a, spread = alignments(stack, y)
    told = [f"{ratio.ours:.3f} s, MKLpy {ratio.peer:.3f} s ({ratio.speedup:.1f} ×)"]
    for key, w in kept.items():
        squared = float(w @ M @ w)
        known = f"{float(a @ w) / np.sqrt(squared) / spread:.6f}" if squared > 0 else "rounding"
        told.append(f"{key} CKTA {known}, {int((w < 0).sum())} weights negative")
    told.append(f"largest difference of a weight {np.abs(kept['ours'] - kept['theirs']).max():.1e}")
    return start + "; ".join(told)


def main() -> None:
    """Print both parts."""
    X, y = synthetic(1000)
    stack, _ = scaled(gaussians(X, WIDTHS), "trace")
    template = Problem(np.eye(len(y)), y, [LAM])
    for name, plan in PLANS.items():
        print(of_objective(name, plan, stack, template), flush=True)
    del stack
    try:
        import MKLpy  # noqa: F401 (whether it is there)
    except ImportError as error:
        print(f"MKLpy skipped: {error}. How to have it stands at the top of this file.")
        return
    print(peers("groups of features", of_groups(X, [[0, 1], [2], [3]]), y), flush=True)
    cancer, malignant = breast_cancer()
    print(peers("few widths", gaussians(cancer, FEW), malignant), flush=True)
    print(peers("widths", gaussians(cancer, WIDTHS), malignant), flush=True)
    print(peers("widths", gaussians(X, WIDTHS), y), flush=True)


if __name__ == "__main__":
    main()
