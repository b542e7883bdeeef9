"""How fragile each criterion is: its choice with every training point left out in turn."""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter, thread_time

import numpy as np
import pandas as pd
from loky.process_executor import BrokenProcessPool, TerminatedWorkerError

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, StoppedError, SweepFailedError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.moves import grid_table
from kselect_core.selection.points.what_if import is_quick, redone
from kselect_core.selection.sweep.estimate import START, estimate, seconds_to_start
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import results_from_processes
from kselect_core.types import Array, Int

MOST_POINTS = 300
"""Of a larger training part a seeded sub-sample is left out in turn."""

TOGETHER = 4
"""Points handed out together where one takes a moment."""

SAMPLE_STREAM = 4
"""First spawn key of the seed that draws the sub-sample."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Work of one process: one training point of ``split`` after the other."""

    split: int

    def __call__(self, setup: Setup) -> Callable[[int], pd.DataFrame]:
        """Prepare the split and its grid once; the result takes the row of a point."""
        config, ready = setup.config, prepared_split(setup, self.split)
        before = grid_table(config, ready, self.split)

        def without(row: int) -> pd.DataFrame:
            moves = redone(config, ready, self.split, Alteration(row), before=before).moves
            moves.insert(0, "row", row)
            return moves

        return without


def fragility(  # noqa: PLR0913 (the points, and what happens around the work)
    config: SweepConfig,
    dataset: Dataset,
    split: int = 0,
    *,
    rows: Sequence[int] | None = None,
    workers: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> pd.DataFrame:
    """Choices with each training point left out: one row per point, quantity and scope.

    Columns: ``row`` (from 0, within the training part) and those of
    `kselect_core.selection.points.moves.moves`; `in_scope` picks the joint choices or those at one
    λ, one row per (point, quantity). Without ``rows`` the points are `sampled_rows`.
    ``workers=None`` computes in this process, ``workers=k`` in k processes that are killed when
    ``cancel`` is set; the numbers do not depend on it. Raises StoppedError, and TooLargeError
    before anything starts.
    """
    setup = Setup.at_hand(config, dataset)
    n = prepared_split(setup, split).n
    points = _checked(rows, n) if rows is not None else sampled_rows(config, split, n).tolist()
    refuse_too_large(config, n, workers=workers or 1)
    by_point = dict[int, pd.DataFrame]()
    try:
        with closing(_tables(setup, split, points, workers, cancel)) as tables:
            for table in tables:
                by_point[int(table["row"].iloc[0])] = table
                if on_progress is not None:
                    on_progress(len(by_point), len(points))
    except (BrokenProcessPool, TerminatedWorkerError) as error:
        raise SweepFailedError(
            "A worker process was killed, probably because memory ran out; "
            f"{len(by_point)} of {len(points)} points were finished."
        ) from error
    if len(by_point) < len(points):
        raise StoppedError(f"Stopped: {len(by_point)} of {len(points)} points were finished.")
    return pd.concat([by_point[row] for row in points], ignore_index=True)


def sampled_rows(config: SweepConfig, split: int, n: int) -> Int[Array, " rows"]:
    """Training points that are left out in turn: all, or a seeded sub-sample of `MOST_POINTS`."""
    if n <= MOST_POINTS:
        return np.arange(n)
    sequence = np.random.SeedSequence(config.seed, spawn_key=(SAMPLE_STREAM, split))
    return np.sort(np.random.default_rng(sequence).choice(n, MOST_POINTS, replace=False))


def in_scope(table: pd.DataFrame, lam: float | None = None) -> pd.DataFrame:
    """Rows of the joint choices, or of those made at one λ."""
    if lam is None:
        return table[table["scope"] == "joint"]
    return table[(table["scope"] == "per_lambda") & (table["at"] == lam)]


def summary(table: pd.DataFrame, lam: float | None = None) -> pd.DataFrame:
    """How fragile each criterion is: one row per quantity, the most fragile first.

    Columns: quantity, points, moved (share of points whose absence moves the choice), steps (mean
    of |steps| along the width over all points of the same family), farthest, other_family (share),
    worst_change (largest rise of the test error).
    """
    rows = [
        {
            "quantity": quantity,
            "points": len(part),
            "moved": float(part["moved"].mean()),
            "steps": float(part["steps"].abs().mean()),
            "farthest": float(part["steps"].abs().max()),
            "other_family": float(part["other_family"].mean()),
            "worst_change": float(part["change"].max()),
        }
        for quantity, part in in_scope(table, lam).groupby("quantity", sort=False)
    ]
    return pd.DataFrame(rows).sort_values(
        ["moved", "steps"], ascending=False, kind="stable", ignore_index=True
    )


def grid_seconds(config: SweepConfig, dataset: Dataset) -> float:
    """Estimated seconds of one changed point: the grid of one split, in this process.

    What else the machine does during the pilot is not counted.
    """
    started, own = perf_counter(), thread_time()
    cost = estimate(config, dataset)
    share = (thread_time() - own) / max(perf_counter() - started, 1e-9)
    return (cost.seconds - seconds_to_start(config)) / config.repeats * min(share, 1.0)


def fragility_seconds(seconds: float, points: int, *, workers: int) -> float:
    """Estimated seconds of the map, from those of one changed point."""
    return START + (points / workers + 1) * seconds


def _checked(rows: Sequence[int], n: int) -> list[int]:
    points = list(dict.fromkeys(rows))
    if not points or not all(row in range(n) for row in points):
        raise InvalidParameterError(
            "Fragility", "rows", f"one or more whole numbers from 0 to {n - 1}", rows
        )
    return [int(row) for row in points]


def _tables(
    setup: Setup,
    split: int,
    points: list[int],
    workers: int | None,
    cancel: threading.Event | None,
) -> Generator[pd.DataFrame]:
    maker = LeftOut(split)
    if workers is not None:
        size = TOGETHER if is_quick(setup.config, len(setup.dataset.y)) else 1
        chunks = [points[start : start + size] for start in range(0, len(points), size)]
        yield from results_from_processes(
            setup, chunks, maker=maker, workers=workers, cancel=cancel
        )
        return
    with one_blas_thread():
        without = maker(setup)
        for row in points:
            if cancel is not None and cancel.is_set():
                return
            yield without(row)
