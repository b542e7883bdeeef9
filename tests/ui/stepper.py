"""A stand-in for run_sweep that advances one row each time it is told to."""

import threading
import time

import pandas as pd

from kselect_core.data import load_dataset
from kselect_core.errors import SweepCancelledError
from kselect_core.results.table import COLUMNS, empty
from kselect_core.selection import Candidates, SweepConfig, run_sweep
from kselect_core.selection.sweep.landmarks.rounds import Round

PATIENCE = 120.0  # seconds
DATA = load_dataset("two_moons")
CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=(Candidates(values=(0.1, 1.0, 10.0, 100.0)),),
    lambdas=(0.1,),
    criteria=("kta",),
    repeats=1,
)


def begun(work):
    """Start a thread that does some work."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def rows(*parameters):
    words = {name: "x" for name, kind in COLUMNS.items() if kind == "str"}
    blank = {name: words.get(name, 0) for name in COLUMNS}
    return pd.DataFrame([blank | {"parameter": p} for p in parameters]).astype(COLUMNS)


class Stepper:
    """A sweep that gives one row each time ``step`` is set, and counts what it did."""

    def __init__(self, error=None):
        self.step, self.calls, self.seen = threading.Semaphore(0), [], []
        self.error = error

    def __call__(self, config, *, dataset, workers, on_progress, on_rows, cancel, done, **_):
        """Run like run_sweep, one item per step."""
        self.calls.append((config.seed, workers, 0 if done is None else len(done)))
        self.seen.append(dataset)
        tables = [] if done is None else [done]
        have = 0 if done is None else len(done)
        total = len(config.items)
        for i in range(have, total):
            while not self.step.acquire(timeout=0.02):
                if cancel.is_set():
                    raise SweepCancelledError("stopped", pd.concat(tables) if tables else empty())
            if self.error is not None:
                raise self.error
            tables.append(rows(float(i)))
            on_rows(tables[-1])
            on_progress(i + 1, total)
        return pd.concat(tables, ignore_index=True)

    def go(self, steps=4):
        """Let it finish this many items."""
        self.step.release(steps)


class Rounds(Stepper):
    """A stand-in that, after its items, compares three kernels by more rows, one per step."""

    def __call__(self, config, *, on_round, cancel, **rest):
        """Run like run_sweep where the order of kernels is open."""
        table = super().__call__(config, on_round=on_round, cancel=cancel, **rest)
        for finished in range(3):
            on_round(Round(2000, 4000, finished, 3))
            while not self.step.acquire(timeout=0.02):
                if cancel.is_set():
                    raise SweepCancelledError("stopped", table)
        return table


class Replay(Stepper):
    """A stand-in that computes everything at once and hands it out one kernel per step."""

    def __call__(self, config, *, dataset, on_rows, cancel, **rest):
        """Run like run_sweep, with its numbers."""
        table = run_sweep(config, dataset=dataset)
        groups = [rows for _, rows in table.groupby(["split", "parameter"])]
        handed = iter(groups)
        rest["done"] = None
        super().__call__(
            config, dataset=dataset, cancel=cancel, on_rows=lambda _: on_rows(next(handed)), **rest
        )
        return table


def until(condition):
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit, "waited too long"
        time.sleep(0.005)
