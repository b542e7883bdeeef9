"""Every criterion on every binary problem of a set with several classes, at one grid point."""

from dataclasses import replace
from typing import Unpack

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.places.worked import seconds
from kselect_core.selection.sweep.class_items import part_of
from kselect_core.selection.sweep.prepared import class_split
from kselect_core.selection.sweep.setup import Setup

COLUMNS = ("negative", "positive", "points", "quantity", "value", "reason")


def pair_values(
    config: SweepConfig, dataset: Dataset, cursor: Cursor, **listening: Unpack[Listening]
) -> pd.DataFrame:
    """Value of every criterion and the squared errors for each pair of sides, a row each.

    Columns: negative and positive (names of the sides), points (of the training part), quantity,
    value, reason. Their mean over the pairs is the value in the table of the sweep. Raises
    StoppedError when ``cancel`` was set.
    """
    setup = Setup.of(replace(config, pair=()), dataset)
    if not setup.several:
        raise DataError(
            f"{dataset.name} has no pairs of classes: it is a {setup.dataset.task} problem."
        )
    if cursor.lam not in config.lambdas:
        grid = ", ".join(f"{lam:g}" for lam in config.lambdas)
        raise InvalidParameterError("Cursor", "λ", f"one of {grid}", cursor.lam)
    setup.refuse_unheld("The value of a single pair of classes")
    ready = class_split(setup, cursor.split)
    column = np.isin(config.lambdas, [cursor.lam])
    ready = replace(ready, problems=tuple(p.restricted(column) for p in ready.problems))
    parameters = family_of(config, cursor.kernel).parameters(cursor.parameter)
    rows = []
    with one_blas_thread():
        grams = ready.grams(cursor.kernel, parameters)
        for number in watched(range(len(ready.pairs)), "pairs", **listening):
            sides = ready.pairs[number].names(ready.class_names)
            for quantity in part_of(config, ready, number, grams).quantities.values():
                value = float(quantity.numbers[0])
                reason = quantity.reason if np.isnan(value) else ""
                points = len(ready.rows[number])
                rows.append((*sides, points, quantity.name, value, reason))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def seconds_of_pairs(config: SweepConfig, dataset: Dataset) -> float:
    """Estimate of the time `pair_values` takes."""
    setup = Setup(config, dataset)
    counts = [int((1.0 - setup.tested) * pair.rows(dataset.y).sum()) for pair in setup.pairs]
    return sum(seconds(n, config.criteria) for n in counts)
