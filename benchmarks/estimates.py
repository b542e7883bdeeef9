"""What a sweep is said to take against what it takes, the first load of compiled loops included.

Both in CPU seconds of this process, the wall time of an idle machine; the seconds in which worker
processes start are left out on both sides. ``estimates.py small several middle tiled large
landmarks`` names groups, the first alone by itself: the second are of several classes, the middle
ones dense sweeps of up to 4000 training points, the tiled and large ones lie beyond, each of the
former takes less than a minute, and the last are of so many rows that landmarks compute them.
"""

import sys
from itertools import chain
from typing import NamedTuple

import numpy as np
from harness import seconds, synthetic

from kselect_core import Candidates, Dataset, SweepConfig, run_sweep
from kselect_core.selection.config.grids import COSTS, log_grid, powers
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start

WIDTHS = {"2tau": log_grid(2.0**-2, 2.0**9, 12), "gamma": log_grid(1e-4, 1e1, 6)}
QUICK = powers(10, -4, -1)
WITHIN = 2.0


class Case(NamedTuple):
    """A sweep: rows of the table, share that is tested on, learner, splits, number of kernels.

    No ``criteria`` are the usual ones; several ``classes`` are compared in pairs.
    """

    rows: int
    share: float = 0.3
    learner: str = "krr"
    repeats: int = 5
    kernels: int = 12
    criteria: tuple[str, ...] = ()
    classes: int = 2


SMALL = (
    Case(100),
    Case(300, repeats=20),
    Case(800),
    Case(1600, repeats=2),
    Case(20_000, 0.95, repeats=1),
    Case(2900, repeats=1, kernels=6),
    Case(100, learner="svm"),
    Case(300, learner="svm", repeats=2),
    Case(570, learner="svm", repeats=1),
    Case(860, learner="svm", repeats=1, kernels=4),
)
SEVERAL = (
    Case(1800, repeats=1, kernels=6, classes=10),
    Case(3000, repeats=1, kernels=4, classes=4),
    Case(400, learner="svm", repeats=1, kernels=4, classes=3),
    Case(1400, learner="svm", repeats=1, kernels=3, classes=5),
    Case(1800, learner="svm", repeats=1, kernels=4, classes=10),
)
MIDDLE = (
    Case(4000, repeats=1, kernels=3),
    Case(5714, repeats=1, kernels=3),
    Case(1430, learner="svm", repeats=1, kernels=2),
    Case(2860, learner="svm", repeats=1, kernels=1),
)
TILED = (
    Case(6500, repeats=1, kernels=6),
    Case(6500, repeats=1, kernels=6, criteria=("kfold",)),
    Case(6500, learner="lssvm", repeats=1, kernels=6, criteria=("kfold", "kta", "gcv")),
    Case(9000, repeats=1, kernels=4, criteria=("kfold", "kta"), classes=3),
    Case(11_000, repeats=1, kernels=4),
)
LARGE = (Case(6000, repeats=1, kernels=4), Case(11_430, repeats=1, kernels=4))
ALONE = ("kfold", "gcv", "remp", "er", "pep")
LANDMARKS = (
    Case(100_000, repeats=1, kernels=6),
    Case(100_000, repeats=1, kernels=6, criteria=ALONE),
    Case(300_000, repeats=1, kernels=4, criteria=ALONE),
    Case(100_000, repeats=1, kernels=3, criteria=("kfold", "kta"), classes=3),
)
GROUPS = {
    "small": SMALL,
    "several": SEVERAL,
    "middle": MIDDLE,
    "tiled": TILED,
    "large": LARGE,
    "landmarks": LANDMARKS,
}


def told_and_took(case: Case) -> tuple[float, float]:
    """Seconds of the estimate and of the run."""
    X, y = synthetic(case.rows)
    if case.classes > 2:
        y = np.digitize(X[:, 0], np.quantile(X[:, 0], np.arange(1, case.classes) / case.classes))
    dataset = Dataset.from_arrays(X, y, name="synthetic")
    svm = case.learner == "svm"
    convention = "gamma" if svm else "2tau"
    widths = WIDTHS[convention]
    grid = Candidates("gaussian", widths[:: len(widths) // case.kernels or 1], convention)
    config = SweepConfig(
        dataset="synthetic",
        candidates=(grid,),
        repeats=case.repeats,
        test_share=case.share,
        learner=case.learner,
        **({"criteria": case.criteria} if case.criteria else {}),
        **({"C": COSTS} if svm else {"lambdas": QUICK}),
    )
    told = estimate(config, dataset).seconds - seconds_to_start(config)
    return told, seconds(lambda: run_sweep(config, dataset=dataset))


def main() -> None:
    """Print one line per sweep, and how many were told within a factor of two."""
    asked = [cases for name, cases in GROUPS.items() if name in sys.argv[1:]]
    cases = tuple(chain(*(asked or [SMALL])))
    good = 0
    for case in cases:
        told, took = told_and_took(case)
        good += 1 / WITHIN <= told / took <= WITHIN
        n = round(case.rows * (1 - case.share))
        print(
            f"{case.learner:<4} n = {n:>5} of {case.rows:>6}   told {told:>7.1f} s   "
            f"took {took:>7.1f} s   {told / took:>6.2f} ×",
            flush=True,
        )
    print(f"{good} of {len(cases)} within {WITHIN:g} ×")


if __name__ == "__main__":
    main()
