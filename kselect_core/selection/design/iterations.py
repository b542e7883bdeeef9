"""Kernels designed by iteration, on one split of a data set or on all of them."""

from typing import NamedTuple, Unpack

import pandas as pd

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.errors import TooLargeError
from kselect_core.linalg.fits.iterated import step_eigenvalues
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.design.few_labels import Design, Parts, parts_of
from kselect_core.selection.design.methods import (
    LABELLED_POOL,
    WHOLE_POOL,
    Labels,
    Method,
    iterated,
    single,
)
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

PER_CUBE, PER_SQUARE = 1.5e-10, 6e-8
"""Seconds per N³ and N² of a pool."""

PER_LABEL, PER_LABELS = 6e-4, 4.5e-9
"""Seconds per labelled point and per m³ of all: the folds of the single kernel, the fits."""


class Designed(NamedTuple):
    """The methods on one split, who is labelled, and the eigenvalues of G₀/N of both pools."""

    split: int
    design: Design
    parts: Parts
    methods: tuple[Method, ...]
    labelled_pool: Float[Array, " m"]
    whole_pool: Float[Array, " N"]

    def method(self, name: str) -> Method:
        """Method of a name."""
        return next(method for method in self.methods if method.name == name)

    def sharpened(self, *, unlabelled: bool) -> list[Float[Array, " N"]]:
        """Eigenvalues l^(2ᵏ) of G_k/N for k = 0, 1, …, of the pool with or without unlabelled.

        Of a rescaled kernel they are divided by their sum, its mean diagonal.
        """
        values = self.whole_pool if unlabelled else self.labelled_pool
        unit = self.design.rescaled
        return [
            step_eigenvalues(values, k, unit_diagonal=unit) for k in range(self.design.steps + 1)
        ]


def designed(config: SweepConfig, dataset: Dataset, design: Design, split: int = 0) -> Designed:
    """The three methods on one split: SKM, UKM (pool: labelled) and SEKM (pool: all training).

    Test points are in no pool. Cost: O(N³) for each pool, O(l³) for each k.
    """
    with one_blas_thread():
        ready = prepared_split(Setup.at_hand(config, dataset), split)
        if ready.n > EIGH_LIMIT:
            raise TooLargeError(
                f"An iterated kernel needs the eigendecomposition of its pool; it is skipped "
                f"above {EIGH_LIMIT} training points, there are {ready.n}. Use a sub-sample."
            )
        parts = parts_of(ready.problem.y, design.labelled, seed=config.seed, split=split)
        labels = _labels(ready, parts)
        few, small = iterated(LABELLED_POOL, labels, parts, design, parts.labelled)
        many, large = iterated(WHOLE_POOL, labels, parts, design, parts.everybody)
        methods = (single(labels, parts, design), few, many)
    return Designed(split, design, parts, methods, small.values, large.values)


def designed_everywhere(
    config: SweepConfig, dataset: Dataset, design: Design, **listening: Unpack[Listening]
) -> pd.DataFrame:
    """Choices of the methods on every split of a sweep, one row each (see ``choices_of``).

    Raises StoppedError once ``cancel`` is set.
    """
    rows = [
        choices_of(designed(config, dataset, design, split))
        for split in watched(range(config.repeats), "splits", **listening)
    ]
    return pd.concat(rows, ignore_index=True)


def choices_of(found: Designed) -> pd.DataFrame:
    """What each method chooses on one split, and its errors there: one row per method.

    Columns: split, method, steps (0: a single kernel), lambda, width (σ² of the single kernel),
    held_out (squared error on T), test_squared_error, test_error (NaN for a regression).
    """
    rows = []
    for method in found.methods:
        row, column = method.chosen
        rows.append(
            {
                "split": found.split,
                "method": method.name,
                "steps": method.steps[row],
                "lambda": found.design.lambdas[column],
                "width": method.width,
                "held_out": float(method.held_out[row, column]),
                "test_squared_error": float(method.test[row, column]),
                "test_error": float(method.rates[row, column]),
            }
        )
    return pd.DataFrame(rows)


def design_seconds(n: int, labelled: int) -> float:
    """Seconds that the methods take on one split of n training points, about."""
    pools = sum(PER_CUBE * size**3 + PER_SQUARE * size**2 for size in (n, labelled))
    return pools + PER_LABEL * labelled + PER_LABELS * labelled**3


def _labels(ready: PreparedSplit, parts: Parts) -> Labels:
    """Targets of a split; those of a regression minus the mean of the fitted ones alone."""
    y, y_test = ready.problem.y + ready.offset, ready.y_test + ready.offset
    mean = 0.0 if ready.problem.is_classification else float(y[parts.fitted].mean())
    ready.refuse_given("Iterated kernel")
    return Labels(ready.X_train, y - mean, ready.X_test, y_test - mean, ready.problem.seed)
