"""A million rows of a Parquet file on Dask: the learner on landmarks, two workers against one.

    python -m benchmarks.large.dask_rows [n] [m] [exponent of τ …]

The file is sorted by class, as a user may have it; every worker reads it by its path. First one
width alone in this process: whole, and in parts that others may make. Then all widths on one worker
process and on two, one width on two, whose sums are divided among them, and that again while one of
the two is killed. Last, on paper, more workers with these times.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple, TypeVar

import numpy as np
import pandas as pd

from benchmarks.harness import threadpool_limits
from benchmarks.large.dask_workers import compared, longest_first, on_workers
from benchmarks.large.landmarks import LAMBDAS, data
from kselect_core import SweepConfig, load_dataset
from kselect_core.data import Dataset
from kselect_core.linalg.streamed.stretches import divided, stretches
from kselect_core.selection import Candidates
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import Bench

CRITERIA = ("kfold", "gcv", "remp", "er", "pep")
WIDTHS, SPEED, DISPATCH = 31, 1e8, 5e-3
WORKERS = (2, 8, 16, 31, 64)

T = TypeVar("T")


def written(path: Path, n: int) -> None:
    """Write features and labels to a Parquet file, sorted by label."""
    X, y = data(n)
    order = np.argsort(y, kind="stable")
    table = pd.DataFrame(X[order], columns=[f"x{j}" for j in range(X.shape[1])])
    table.assign(label=y[order].astype(np.int8)).to_parquet(path, row_group_size=65_536)


def sweep(path: Path, m: int, exponents: tuple[int, ...]) -> SweepConfig:
    """Sweep of a file on m landmarks; nine rows of ten are trained on."""
    return SweepConfig(
        dataset=str(path),
        reading=(("label", "label"),),
        repeats=1,
        test_share=0.1,
        candidates=(Candidates("gaussian", tuple(2.0**e for e in exponents), "2tau"),),
        lambdas=tuple(map(float, LAMBDAS)),
        criteria=CRITERIA,
        engine="landmarks",
        landmarks=m,
    )


def spent(work: Callable[..., T], *given: object) -> tuple[float, T]:
    """CPU seconds of a call, and what it gives."""
    before = process_time()
    found = work(*given)
    return process_time() - before, found


class Width(NamedTuple):
    """CPU seconds of one width: whole, and by the depth of the tree its longest part and the rest.

    ``moved`` are the bytes of the sums of a part.
    """

    whole: float
    parts: dict[int, tuple[float, float]]
    moved: int


def measured(asked: SweepConfig, dataset: Dataset) -> Width:
    """Compute the first width whole and in parts, whose bits must be those of the whole."""
    bench = Bench(Setup.of(asked, dataset))
    prepared, _ = spent(lambda: bench.tiled(0).parts)
    print(f"one split made ready: {prepared:.1f} s of CPU", flush=True)
    whole, block = spent(bench.block, 0)
    parts: dict[int, tuple[float, float]] = {}
    for depth in (1, 2, 3):
        made = [spent(bench.part, 0, run) for run in divided(stretches(bench.setup.n), depth)]
        sums = [one for _, found in made for one in found]
        rest, again = spent(bench.block, 0, sums)
        pairs = zip(block.quantities, again.quantities, strict=True)
        same = all(np.array_equal(a.numbers, b.numbers, equal_nan=True) for a, b in pairs)
        each = [seconds for seconds, _ in made]
        parts[depth] = max(each), rest
        several = ", ".join(f"{seconds:.1f}" for seconds in each)
        print(f"{len(made)} parts: {several} s, the rest {rest:.1f} s; the same bits: {same}")
        moved = sum(array.nbytes for part in sums[0] for array in part)
    print(f"a width: {whole:.1f} s of CPU; sums of a part: {moved / 1e6:.1f} MB", flush=True)
    return Width(whole, parts, moved)


def on_paper(width: Width, workers: int) -> tuple[float, float]:
    """Seconds of 31 such widths, and bytes that go from worker to worker."""
    depth = max(0, round(log2(workers / WIDTHS)))
    if not depth:
        return longest_first([width.whole + DISPATCH] * WIDTHS, workers), 0.0
    part, rest = width.parts[depth]
    others = (2**depth - 1) * width.moved
    sums = longest_first([part + DISPATCH] * WIDTHS * 2**depth, workers)
    return sums + others / SPEED + longest_first([rest + DISPATCH] * WIDTHS, workers), (
        WIDTHS * others
    )


def main() -> None:
    """Print seconds, bytes and ratios."""
    given = [int(text) for text in sys.argv[1:]]
    n, m = (*given[:2], *(1_000_000, 1000)[len(given[:2]) :])
    exponents = tuple(given[2:]) or (2, 4, 6, 8)
    threadpool_limits(limits=1)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        written(path, n)
        asked = sweep(path, m, exponents)
        seconds, dataset = spent(lambda: load_dataset(path, label="label"))
        print(f"{dataset}, {path.stat().st_size / 1e6:.0f} MB: read in {seconds:.1f} s of CPU")
        width = measured(asked, dataset)
        compared(*(on_workers(asked, dataset, count) for count in (1, 2)))
        one = replace(asked, candidates=sweep(path, m, exponents[:1]).candidates)
        print(f"load {os.getloadavg()[0]:.1f}; one width alone:")
        divided_run, killed = on_workers(one, dataset, 2), on_workers(one, dataset, 2, killed=True)
        compared(on_workers(one, dataset, 1), divided_run)
        equal = killed.table.equals(divided_run.table)
        print(f"one of the two killed in the middle: {killed}; equal: {equal}")
    for workers in WORKERS:
        clock, moved = on_paper(width, workers)
        print(f"on paper, 31 widths, {workers} workers: {clock:.0f} s, {moved / 1e9:.2f} GB moved")


if __name__ == "__main__":
    main()
