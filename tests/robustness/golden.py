"""Frozen results: what must stay the same from release to release.

    python -m tests.robustness.golden        write golden.json anew, after a change that was meant

What NumPy does by itself is kept to the last bit (as hexadecimal numbers), what goes through BLAS
or an iterative solver with the digits it promises.
"""

import json
from pathlib import Path

import numpy as np

from kselect_core import Dataset, SweepConfig, choices, run_sweep
from kselect_core.criteria import Problem
from kselect_core.data.set.preprocessing import prepared
from kselect_core.data.set.splits import splits
from kselect_core.kernels import gamma_from
from kselect_core.selection import Candidates
from kselect_core.selection.config.grids import log_grid, powers

KEPT = Path(__file__).with_name("golden.json")
FAMILIES = (
    Candidates(values=(0.5, 4.0, 32.0)),
    Candidates("laplacian", (0.5,)),
    Candidates("polynomial", (1, 3)),
    Candidates("linear"),
)
MACHINES = ("svm_loo", "svm_kfold", "xi_alpha", "span", "span_hinge", "gacv", "stab")


def data():
    rng = np.random.default_rng(2024)
    y = np.where(np.arange(48) % 3, 1.0, -1.0)
    return Dataset.from_arrays(rng.standard_normal((48, 3)) + 0.6 * y[:, None], y, name="golden")


def exact():
    """Numbers that no BLAS has touched, as text of their bits."""
    of = data()
    halves = splits(of.y, task="binary", test_share=0.3, repeats=2, seed=5)
    ready = prepared(of.X[halves[0].train], of.X[halves[0].test], method="standardise")
    folds = Problem(np.eye(48), of.y, [1.0], seed=5).folds(5)
    return {
        "data": bits(of.X[:4]),
        "widths": bits(powers(2, -15, 15)),
        "rates": bits([gamma_from(0.3, name) for name in ("gamma", "tau", "2tau", "sigma2")]),
        "training rows": [" ".join(map(str, split.train)) for split in halves],
        "standardised": [bits(part[:3]) for part in ready],
        "folds": [" ".join(map(str, fold)) for fold in folds],
    }


def sweeps():
    """Tables of the three learners and what each criterion chooses there."""
    of, few = data(), {"dataset": "golden", "repeats": 1, "seed": 5}
    for learner in ("krr", "lssvm"):
        config = SweepConfig(learner=learner, candidates=FAMILIES, lambdas=(0.001, 0.1), **few)
        yield learner, run_sweep(config, dataset=of), config
    config = SweepConfig(learner="svm", candidates=FAMILIES, C=(0.1, 10), criteria=MACHINES, **few)
    yield "svm", run_sweep(config, dataset=of), config


def rounded():
    """Values of a small sweep and its choices, by learner, and a grid of logarithms."""
    found = {"grid": {"values": dict(enumerate(log_grid(1e-3, 7.0, 9)))}}
    for learner, table, config in sweeps():
        joint = choices(table, config).query("scope == 'joint'")
        rows = table[["kernel", "parameter", "quantity", "lambda"]]
        chosen = joint[["quantity", "kernel", "parameter", "lambda"]]
        found[learner] = {
            "values": dict(zip(lines(rows), table["value"], strict=True)),
            "choices": lines(chosen),
        }
    return json.loads(json.dumps(found))  # keys as text, as they are kept


def lines(rows):
    """One text per row."""
    return [" ".join(map(str, row)) for row in rows.itertuples(index=False, name=None)]


def bits(values):
    """Numbers as text that keeps every bit."""
    return " ".join(float(value).hex() for value in np.asarray(values).ravel())


def main():
    kept = {"exact": exact(), "rounded": rounded()}
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    KEPT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
