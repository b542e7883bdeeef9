"""Sweeps of many points that benchmarks share: data, grids, and one work item after the other."""

from collections.abc import Iterator
from time import process_time

import numpy as np

from kselect_core import SweepConfig, load_dataset
from kselect_core.data import Dataset
from kselect_core.errors import DataError, KselectError
from kselect_core.selection import Candidates
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import Bench

TAUS = tuple(float(tau) for tau in 2.0 ** np.arange(-15, 16))
LAMBDAS = tuple(float(lam) for lam in np.logspace(-4, 2, 25))
TEST_ROWS = 500


def data(name: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Standardised features and labels ±1: synthetic, or a set that KSELECT_DATA has."""
    from benchmarks.harness import synthetic

    if name == "synthetic":
        return synthetic(n)
    try:
        found = load_dataset(name)
    except KselectError as error:
        raise DataError(f"{name} is not in the folder that KSELECT_DATA names") from error
    rows = np.random.default_rng(0).permutation(len(found.y))[:n]
    X = found.X[rows][:, found.X[rows].std(axis=0) > 0]
    return (X - X.mean(axis=0)) / X.std(axis=0), found.y[rows]


def bench(X: np.ndarray, y: np.ndarray, engine: str, criteria: tuple[object, ...]) -> Bench:
    """What computes single kernels of the grid on one split; nearly all rows are trained on."""
    config = SweepConfig(
        dataset="large",
        preprocessing="none",
        test_share=TEST_ROWS / len(y),
        repeats=1,
        candidates=(Candidates("gaussian", TAUS, "2tau"),),
        lambdas=LAMBDAS,
        criteria=criteria,
        engine=engine,
    )
    return Bench(Setup.of(config, Dataset.from_arrays(X, y, name="large")))


def blocks(made: Bench, exponents: tuple[int, ...]) -> Iterator[tuple[int, Block, float]]:
    """Exponent of each width, its quantities, and the CPU seconds that they took."""
    for exponent in exponents:
        started = process_time()
        block = made.block(TAUS.index(2.0**exponent))
        yield exponent, block, process_time() - started
