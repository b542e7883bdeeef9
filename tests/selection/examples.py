"""Small data sets and configurations that the tests of sweeps share."""

import threading
from dataclasses import replace

import numpy as np

from kselect_core.data import Dataset
from kselect_core.selection import Candidates, SweepConfig

FAMILIES = (
    Candidates(values=(0.5, 2.0, 8.0)),
    Candidates("polynomial", (1, 3)),
    Candidates("linear"),
    Candidates("laplacian", (0.3,)),
)


def blobs(n=40, d=3, seed=0):
    """Two overlapping clouds whose features have very different scales."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = (rng.standard_normal((n, d)) + 0.7 * y[:, None]) * 10.0 ** np.arange(d) + 5.0
    return Dataset.from_arrays(X, y, name="blobs")


def waves(n=36, seed=0):
    """A noisy regression with a target far from zero."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, (n, 2))
    y = 100.0 + np.sin(X[:, 0]) + 0.1 * rng.standard_normal(n)
    return Dataset.from_arrays(X, y, name="waves")


def clouds(n=45, seed=0, kinds=3):
    """Three classes, or up to nine."""
    rng = np.random.default_rng(seed)
    codes = np.arange(n) % kinds
    X = rng.standard_normal((n, 2)) + 2.0 * codes[:, None]
    names = np.array(["red", "green", "blue", "teal", "pink", "gold", "grey", "lime", "plum"])
    return Dataset.from_arrays(X, names[codes], name="clouds")


def with_gaps(data, share=0.1, seed=0):
    """The same data with missing values, to be imputed."""
    X = np.where(np.random.default_rng(seed).random(data.X.shape) < share, np.nan, data.X)
    return replace(data, X=X)


def small(**changes):
    """A configuration of few kernels that takes milliseconds."""
    entries = {
        "dataset": "blobs",
        "candidates": (Candidates(values=(0.5, 2.0, 8.0)),),
        "lambdas": (0.01, 0.1, 1.0),
        "criteria": ("kta", "loo", ("kfold", {"loss": "error"})),
        "repeats": 2,
        "seed": 3,
    }
    return SweepConfig(**{**entries, **changes})


class StoppedAt(threading.Event):
    """A stop that is asked for at the look of this number; ``looks`` counts them."""

    def __init__(self, look):
        super().__init__()
        self.look, self.looks = look, 0

    def is_set(self):
        """Look."""
        self.looks += 1
        if self.looks == self.look:
            self.set()
        return super().is_set()
