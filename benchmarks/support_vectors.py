"""Support vector machines over a grid of γ and C, against scikit-learn, from the raw data."""

import sys
import sysconfig
from time import process_time
from typing import Any

import numpy as np
from harness import Ratio, breast_cancer, line, seconds, side_by_side, wall_seconds
from sklearn.model_selection import GridSearchCV, LeaveOneOut, PredefinedSplit, cross_val_predict
from sklearn.svm import SVC

from kselect_core import Dataset, SvmProblem, SweepConfig, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.kernels import KERNELS
from kselect_core.linalg.fits.smo import TOLERANCE, held_out_decisions, leave_one_out_decisions

GAMMAS, COSTS = np.logspace(-5, 2, 15), np.logspace(-5, 2, 20)
CELLS = ((5, 12), (7, 15), (9, 8), (11, 14), (3, 18), (8, 11))  # (γ, C) at which the peer is run
GAUSSIAN = KERNELS["gaussian"]


def minmax(X: np.ndarray) -> np.ndarray:
    """Every feature from 0 to 1."""
    return (X - X.min(axis=0)) / np.ptp(X, axis=0)


def cross_validated(
    X: np.ndarray, y: np.ndarray, folds: list[np.ndarray], tolerance: float = TOLERANCE
) -> np.ndarray:
    """Share of errors on held-out points (γ, C), folds averaged equally."""
    base = GAUSSIAN.shared(X)
    found = np.empty((len(GAMMAS), len(COSTS)))
    for row, gamma in enumerate(GAMMAS):
        K = GAUSSIAN.gram(base, gamma=gamma)
        f = held_out_decisions(K, y, COSTS, folds, tolerance=tolerance).f
        found[row] = np.mean([(y * f <= 0)[:, fold].mean(axis=1) for fold in folds], axis=0)
    return found


def differing(one: np.ndarray, other: np.ndarray) -> int:
    """Count the cells in which two tables of error rates differ."""
    return int((np.abs(one - other) > 1e-12).sum())


def left_out(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Signs of all leave-one-out predictions (γ, C, n)."""
    base = GAUSSIAN.shared(X)
    return np.array(
        [
            leave_one_out_decisions(GAUSSIAN.gram(base, gamma=gamma), y, COSTS).f > 0
            for gamma in GAMMAS
        ]
    )


def five_fold() -> str:
    """T7: the whole grid on both sides."""
    X, y = breast_cancer()
    X, n = minmax(X), len(y)
    fold = np.random.default_rng(0).permutation(n) % 5
    folds = [np.flatnonzero(fold == q) for q in range(5)]
    search = GridSearchCV(
        SVC(), {"gamma": list(GAMMAS), "C": list(COSTS)}, cv=PredefinedSplit(fold), refit=False
    )
    kept: dict[str, np.ndarray] = {}

    def mine() -> None:
        kept["ours"] = cross_validated(X, y, folds)

    def theirs() -> None:
        search.fit(X, y)

    ratio = side_by_side(mine, theirs, repeats=5, peer_repeats=3)
    peer = 1 - search.cv_results_["mean_test_score"].reshape(len(COSTS), len(GAMMAS)).T
    tight = cross_validated(X, y, folds, tolerance=1e-7)
    off, worst = differing(peer, tight), round(np.abs(peer - tight).max() * n)
    remark = (
        f"of {tight.size} cells {differing(kept['ours'], tight)} differ from tight machines; "
        f"of the peer's {off}, by {worst} point at most"
    )
    return line("T7  SVM 5-fold CV, 15 γ × 20 C, n = 569", "≥ 40 ×", ratio, remark)


def liquid_svm() -> Any:
    """Return liquidSVM if it is installed; its loader asks for a name that Python 2 had."""
    sysconfig.get_config_vars()["SO"] = sysconfig.get_config_var("EXT_SUFFIX")
    try:
        import liquidSVM
    except ImportError:
        return None
    return liquidSVM


def against_liquid() -> str:
    """T7: the same grid by liquidSVM (hinge loss, no offset, five stratified folds of its own)."""
    what = "T7  the same, against liquidSVM"
    peer = liquid_svm()
    if peer is None:
        return f"{what:<38} liquidSVM is not installed"
    X, y = breast_cancer()
    X, n = minmax(X), len(y)
    fold = np.random.default_rng(0).permutation(n) % 5
    folds = [np.flatnonzero(fold == q) for q in range(5)]
    machine = peer.SVM(X, y, scenario="MC AvA_hinge", threads=1, folds=5, display=0)
    widths, lambdas = 1 / np.sqrt(GAMMAS), 1 / (2 * COSTS * 0.8 * n)
    kept: dict[str, np.ndarray] = {}

    def mine() -> None:
        kept["ours"] = cross_validated(X, y, folds)

    def theirs() -> None:
        kept["theirs"] = machine.train(g=ends(widths), l=ends(lambdas))

    ratio = side_by_side(mine, theirs, repeats=5, peer_repeats=5)
    rows = kept["theirs"]
    best = min(
        rows[(rows[:, 3] == width) & (rows[:, 5] == lam), 7].mean()
        for width, lam in {(row[3], row[5]) for row in rows}
    )
    remark = f"smallest error {kept['ours'].min():.4f}, theirs {best:.4f}, on other folds"
    return line(what, "≥ 0.5 ×", ratio, remark)


def ends(grid: np.ndarray) -> list[object]:
    """Return a geometric grid as liquidSVM reads it: size, ends without exponents, as they are."""
    return [len(grid), f"{grid.min():.12f}", f"{grid.max():.12f}", 0]


def leave_one_out() -> str:
    """T8: our whole grid against some cells of the peer, extrapolated."""
    X, y = breast_cancer()
    some = np.random.default_rng(1).permutation(len(y))[:400]
    X, y = minmax(X)[some], y[some]
    signs = left_out(X, y)
    mine = sorted(seconds(lambda: left_out(X, y)) for _ in range(3))[1]
    theirs, wrong = [], 0
    for row, column in CELLS:
        started = process_time()
        machine = SVC(C=COSTS[column], gamma=GAMMAS[row])
        expected = cross_val_predict(machine, X, y, cv=LeaveOneOut())
        theirs.append(process_time() - started)
        wrong += int(((expected > 0) != signs[row, column]).sum())
    cells = len(GAMMAS) * len(COSTS)
    whole = Ratio(mine, float(np.mean(theirs)) * cells)
    remark = (
        f"peer extrapolated from {len(CELLS)} of {cells} cells; "
        f"{wrong} of {len(CELLS) * len(y)} predictions differ"
    )
    return line("T8  SVM leave-one-out, 15 γ × 20 C, n = 400", "≥ 100 ×", whole, remark)


def parts_of_stab() -> str:
    """What the criteria of the stability paper cost over the whole grid, each on its own."""
    X, y = breast_cancer()
    some = np.random.default_rng(1).permutation(len(y))[:400]
    X, y = minmax(X)[some], y[some]
    base = GAUSSIAN.shared(X)
    kernels = [GAUSSIAN.gram(base, gamma=gamma) for gamma in GAMMAS]

    def blocks() -> None:
        for K in kernels:
            _ = SvmProblem(K, y, COSTS).changes

    def criterion(name: str) -> None:
        for K in kernels:
            CRITERIA[name].score(SvmProblem(K, y, COSTS))

    blocks()
    taken = {"blocks": sorted(seconds(blocks) for _ in range(3))[1]}
    for name in ("marg", "svm_loo", "stab", "svm_kfold"):
        taken[name] = sorted(seconds(lambda name=name: criterion(name)) for _ in range(3))[1]
    loo = taken["svm_loo"]
    return (
        f"{'    criteria of the stability paper, same grid':<38} "
        f"LOO {loo:.2f} s, block term {taken['blocks'] / loo:.1%} and MARG "
        f"{taken['marg'] / loo:.1%} of it (target ≤ 2 %); STAB {taken['stab']:.2f} s is "
        f"{taken['stab'] / taken['svm_kfold']:.1f} × 10-fold CV ({taken['svm_kfold']:.2f} s; "
        "the paper: 1.2 to 1.3 ×)"
    )


def two_workers() -> str:
    """T10: two worker processes against one, start-up included."""
    X, y = breast_cancer()
    config = SweepConfig(
        dataset="wdbc", learner="svm", repeats=12, criteria=("svm_kfold", "svm_loo", "stab", "marg")
    )
    dataset = Dataset.from_arrays(minmax(X), y, name="wdbc")
    turns = [
        Ratio(
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=2)),
            wall_seconds(lambda: run_sweep(config, dataset=dataset, workers=1)),
        )
        for _ in range(3)
    ]
    middle = sorted(turns, key=lambda ratio: ratio.speedup)[1]
    remark = "15 γ × 20 C, n = 398, 12 splits, start-up included"
    return line("T10 SVM, two workers / one", "≥ 1.8 ×", middle, remark)


PARTS = {
    "T7": five_fold,
    "liquid": against_liquid,
    "T8": leave_one_out,
    "parts": parts_of_stab,
    "T10": two_workers,
}


def main() -> None:
    """Print all comparisons, or those named on the command line."""
    for name in sys.argv[1:] or PARTS:
        print(PARTS[name](), flush=True)


if __name__ == "__main__":
    main()
