"""The training points by name: number, row of the data set, class, features as they were given."""

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Int

MOST_FEATURES = 6
"""Features written out; of more, only one: the farthest from its mean."""


def described(dataset: Dataset, ready: PreparedSplit, ranked: pd.DataFrame) -> pd.DataFrame:
    """Ranked training points (column ``point``, from 1) with what they are.

    Adds row (of the data set, from 1), class (or target), norm as a multiple of the median of all
    points, and features (unprepared values in one text). Of many features only that is named which
    lies farthest from its mean over the training part, in its standard deviations. Points of Gram
    matrices have none.
    """
    rows = ready.train[ranked["point"].to_numpy() - 1]
    named = ranked.copy()
    named.insert(1, "row", rows + 1)
    targets = dataset.y[rows]
    if dataset.task == "regression":
        named.insert(2, "target", targets)
    else:
        codes = (targets > 0).astype(int)
        named.insert(2, "class", [dataset.class_names[code] for code in codes])
    if dataset.matrices:
        return named
    if len(dataset.feature_names) <= MOST_FEATURES:
        named["features"] = [_features(dataset, int(row)) for row in rows]
    else:
        named["features"] = _farthest(dataset, ready.train, rows)
    return named


def times_median(ranked: pd.DataFrame) -> pd.DataFrame:
    """Ranked points of a whole sample with their norm as a multiple of the median."""
    median = float(np.median(ranked["norm"])) if len(ranked) else 1.0
    return ranked.assign(times_median=ranked["norm"] / (median or 1.0))


def _features(dataset: Dataset, row: int) -> str:
    return ", ".join(
        f"{name} = {value:.4g}" if np.isfinite(value) else f"{name} missing"
        for name, value in zip(dataset.feature_names, dataset.X[row], strict=True)
    )


def _farthest(dataset: Dataset, train: Int[Array, " n"], rows: Int[Array, " m"]) -> list[str]:
    """Feature of each row that deviates most: ``pixel 12 = 16 (+5.1 sd)``; no missing one does."""
    finite = np.isfinite(dataset.X[train])
    count = np.maximum(finite.sum(axis=0), 1)
    values = np.where(finite, dataset.X[train], 0.0)
    mean = values.sum(axis=0) / count
    sd = np.sqrt((np.where(finite, dataset.X[train] - mean, 0.0) ** 2).sum(axis=0) / count)
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(sd > 0, (dataset.X[rows] - mean) / sd, 0.0)
    far = np.where(np.isfinite(far), far, 0.0)
    chosen = np.abs(far).argmax(axis=1)
    return [
        f"{dataset.feature_names[j]} = {dataset.X[row, j]:.4g} ({deviation:+.1f} sd)"
        if deviation
        else ""
        for row, j, deviation in zip(
            rows.tolist(), chosen.tolist(), far[np.arange(len(rows)), chosen].tolist(), strict=True
        )
    ]
