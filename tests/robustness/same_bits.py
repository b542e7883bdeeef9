"""One sweep of every criterion, and what identifies its outcome; run as a program it prints that.

    python -m tests.robustness.same_bits [workers] [whole]

The program is started with other environments and must print the same. "whole" is the usual grid.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

ROOT = Path(__file__).parents[2]
MACHINES = ("svm_loo", "span", "xi_alpha", "gacv")
CHOSEN = ["split", "quantity", "scope", "kernel", "parameter", "lambda"]
NUMBERS = ["parameter", "lambda", "mu", "C", "value"]


class Outcome(NamedTuple):
    """Digest of the table, its numbers in canonical order, and the choices.

    First come the values of least squares; then shares of wrong signs, which count points; then
    the values of machines, whose solver stops at a tolerance. ``sizes`` says how many of each.
    """

    digest: str
    numbers: tuple[float, ...]
    sizes: tuple[int, ...]
    choices: tuple[tuple[str, ...], ...]


def data(n=300, d=5):
    """Two clouds that overlap: so many points that iterative solvers are used as well."""
    from kselect_core import Dataset

    rng = np.random.default_rng(5)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    return Dataset.from_arrays(rng.standard_normal((n, d)) + 0.5 * y[:, None], y, name="clouds")


def configs(*, whole=False):
    """Sweeps of both least-squares learners and of machines."""
    from kselect_core import SweepConfig
    from kselect_core.selection import Candidates

    widths = Candidates() if whole else Candidates(values=(2.0**-12, 0.5, 4.0, 64.0))
    few = {"dataset": "clouds", "repeats": 2 if whole else 1, "seed": 11}
    ridges = {} if whole else {"lambdas": (1e-3, 0.1)}
    for learner in ("krr", "lssvm"):
        families = (widths, Candidates("polynomial", (1, 2, 5)), Candidates("linear"))
        yield SweepConfig(learner=learner, candidates=families, **few, **ridges)
    costs = (0.01, 0.1, 1.0, 10.0, 100.0) if whole else (0.1, 10.0)
    short = Candidates(values=(0.5, 4.0, 64.0))
    yield SweepConfig(learner="svm", candidates=(short,), C=costs, criteria=MACHINES, **few)


def canonical(table: pd.DataFrame) -> pd.DataFrame:
    """Table in the one order that does not depend on how it came about."""
    order = ["group", "learner", "split", "kernel", "parameter", "quantity", "lambda"]
    grouped = table.assign(group=groups(table))
    ordered = grouped.sort_values(order, ignore_index=True, kind="stable")
    return ordered.drop(columns="group")


def groups(table: pd.DataFrame) -> np.ndarray:
    """0 for values of least squares, 1 for their shares of wrong signs, 2 for machines."""
    counts = table["quantity"].isin(["test_error", "training_error"])
    return np.where(table["learner"] == "svm", 2, np.where(counts, 1, 0))


def digest(table: pd.DataFrame) -> str:
    """SHA-256 of the canonical table: every number to its last bit, every word."""
    rows = canonical(table)
    hashed = sha256()
    for name in rows:
        if name in NUMBERS:
            hashed.update(rows[name].to_numpy(np.float64).tobytes())
        else:
            hashed.update("\n".join(map(str, rows[name])).encode())
    return hashed.hexdigest()


def chosen(table: pd.DataFrame, config) -> tuple[tuple[str, ...], ...]:
    """What every criterion chooses: kernel, parameter and λ."""
    from kselect_core import choices

    found = choices(table, config)[CHOSEN]
    return tuple(tuple(map(str, row)) for row in found.itertuples(index=False, name=None))


def outcome(*, workers=None, whole=False) -> Outcome:
    """Outcome of the sweeps in this process, or in so many others."""
    from kselect_core import run_sweep

    of = data()
    tables, decided = [], []
    for config in configs(whole=whole):
        tables.append(run_sweep(config, dataset=of, workers=workers))
        decided.extend(chosen(tables[-1], config))
    table = canonical(pd.concat(tables, ignore_index=True))
    sizes = tuple(np.bincount(groups(table), minlength=3).tolist())
    return Outcome(digest(table), tuple(table["value"]), sizes, tuple(decided))


def started(*words: object, **environment: str) -> subprocess.Popen[str]:
    """The program in a process with other settings, started and not waited for."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.robustness.same_bits", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str]) -> Outcome:
    """What the program printed."""
    printed, _ = process.communicate(timeout=600)
    if process.returncode:
        raise RuntimeError(f"the program ended with status {process.returncode}")
    said = json.loads(printed)
    numbers = tuple(float.fromhex(text) for text in said["numbers"])
    choices = tuple(map(tuple, said["choices"]))
    return Outcome(said["digest"], numbers, tuple(said["sizes"]), choices)


def architectures() -> tuple[str, ...]:
    """Names of the CPU kernels of OpenBLAS that this processor can run, besides its own."""
    flags = Path("/proc/cpuinfo")
    known = flags.read_text("utf-8") if flags.exists() else ""
    needs = {"Haswell": "avx2", "Sandybridge": "avx", "SkylakeX": "avx512f", "Nehalem": "sse4_2"}
    return tuple(name for name, flag in needs.items() if f" {flag} " in known)


def differences(one: Outcome, other: Outcome) -> tuple[float, float, float]:
    """Largest relative difference of values of least squares, how many shares differ, of machines.

    The second number is a part of all shares of wrong signs.
    """
    ends = np.cumsum(one.sizes)[:-1]
    a, b = (np.split(np.array(outcome.numbers), ends) for outcome in (one, other))
    other = (a[1] != b[1]) & ~(np.isnan(a[1]) & np.isnan(b[1]))
    return _largest(a[0], b[0]), float(np.mean(other)), _largest(a[2], b[2])


def _largest(a: np.ndarray, b: np.ndarray) -> float:
    """Largest relative difference; infinite where only one is finite or defined."""
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    if not np.isfinite(a[~same]).all() or not np.isfinite(b[~same]).all():
        return float("inf")
    scale = np.maximum(np.abs(a[~same]), np.abs(b[~same]))
    return float((np.abs(a[~same] - b[~same]) / scale).max(initial=0.0))


def main(words: list[str]) -> None:
    """Print the outcome as JSON."""
    workers = int(words[0]) if words else 0
    found = outcome(workers=workers or None, whole="whole" in words)
    said = found._asdict() | {"numbers": [number.hex() for number in found.numbers]}
    print(json.dumps(said))  # noqa: T201 (a program)


if __name__ == "__main__":
    main(sys.argv[1:])
