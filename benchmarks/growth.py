"""Seconds per kernel of every criterion as n grows; all λ of the default grid at once."""

import sys
from time import process_time

import numpy as np
from harness import LAMBDAS, synthetic

from kselect_core import Problem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS

GAUSSIAN = KERNELS["gaussian"]
TAU = 16.0


def row(n: int) -> dict[str, str]:
    """Milliseconds of each step at one n; shared work is counted where it is first asked for."""
    X, y = synthetic(n)
    times: dict[str, str] = {}

    def timed(name: str, work: object) -> object:
        started = process_time()
        try:
            result = work()  # type: ignore[operator]
        except UndefinedScoreError:
            times[name] = "skipped"
            return None
        times[name] = f"{(process_time() - started) * 1e3:.3g}"
        return result

    base = timed("distances", lambda: GAUSSIAN.shared(X))
    out, template = np.empty((n, n)), Problem(np.zeros((n, n)), y, LAMBDAS)
    problem = timed(
        "kernel + one pass",
        lambda: Problem.of_kernel(GAUSSIAN, base, {"gamma": 0.5 / TAU}, template, out),
    )
    for key in ("kta", "ckta", "mmd", "fsm", "fsm_u", "sm", "kfold", "ks"):
        timed(key, lambda key=key: CRITERIA[key].score(problem))
    timed("eigendecomposition", lambda: problem.spectrum)
    for key in ("loo", "gcv", "remp", "sps", "sm_hinge"):
        timed(key, lambda key=key: CRITERIA[key].score(problem))
    return times


def main() -> None:
    """Print a table: one column per n."""
    sizes = [int(text) for text in sys.argv[1:]] or [250, 500, 1000, 2000, 4000, 8000]
    columns = []
    for n in sizes:
        columns.append(row(n))
        print(f"n = {n}: " + ", ".join(f"{k} {v}" for k, v in columns[-1].items()), flush=True)
    print("\n| ms per kernel | " + " | ".join(f"n = {n}" for n in sizes) + " |")
    print("|---" * (len(sizes) + 1) + "|")
    for name in columns[0]:
        print(f"| {name} | " + " | ".join(column[name] for column in columns) + " |")


if __name__ == "__main__":
    main()
