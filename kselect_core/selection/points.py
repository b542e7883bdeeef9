"""The training points by name: number, row of the data set, class, features as they were given."""

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.selection.prepared import PreparedSplit

MOST_FEATURES = 6
"""Features written out; how many more there are is said."""


def described(dataset: Dataset, ready: PreparedSplit, ranked: pd.DataFrame) -> pd.DataFrame:
    """Ranked training points (column ``point``, from 1) with what they are.

    Adds row (of the data set, from 1), class (or target), norm as a multiple of the median of all
    points, and features (unprepared values in one text).
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
    named["features"] = [_features(dataset, int(row)) for row in rows]
    return named


def times_median(ranked: pd.DataFrame) -> pd.DataFrame:
    """Ranked points of a whole sample with their norm as a multiple of the median."""
    median = float(np.median(ranked["norm"])) if len(ranked) else 1.0
    return ranked.assign(times_median=ranked["norm"] / (median or 1.0))


def _features(dataset: Dataset, row: int) -> str:
    names, values = dataset.feature_names[:MOST_FEATURES], dataset.X[row]
    shown = [
        f"{name} = {value:.4g}" if np.isfinite(value) else f"{name} missing"
        for name, value in zip(names, values, strict=False)
    ]
    more = len(dataset.feature_names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
