"""Means, intervals and wins of repeated experiments: one row per n, repetition and criterion."""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from kselect_core.types import Array, Float

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """Mean, and half the width of its Student-t interval (NaN for a single value)."""

    mean: float
    half_width: float


def interval(values: Float[Array, " r"], confidence: float = CONFIDENCE) -> Interval:
    """Mean of the values and half the width of its Student-t interval; NaN are left out."""
    known = values[~np.isnan(values)]
    if not len(known):
        return Interval(float("nan"), float("nan"))
    mean = float(known.mean())
    if len(known) == 1:
        return Interval(mean, float("nan"))
    factor = float(stats.t.ppf(0.5 + confidence / 2, len(known) - 1))
    return Interval(mean, factor * float(known.std(ddof=1)) / float(np.sqrt(len(known))))


def summary(table: pd.DataFrame, *, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Mean error, interval and wins of each criterion for each n.

    Columns: n, criterion, repeats (with an error), mean, half_width, low, high, wins, best.
    ``wins`` counts the repetitions in which the criterion has the smallest error on the same
    sample; k criteria that share it get 1/k each. ``best`` is the paper's rule: the smallest mean,
    among equal means the narrowest interval, and several where that is equal too.
    """
    rows = []
    for n, part in table.groupby("n", sort=True):
        errors = _paired(part)
        shares = _wins(errors.to_numpy())
        spans = [interval(errors[name].to_numpy(), confidence) for name in errors]
        for name, span, wins, best in zip(errors, spans, shares, _best(spans), strict=True):
            rows.append(
                {
                    "n": n,
                    "criterion": name,
                    "repeats": int(errors[name].notna().sum()),
                    "mean": span.mean,
                    "half_width": span.half_width,
                    "low": span.mean - span.half_width,
                    "high": span.mean + span.half_width,
                    "wins": float(wins),
                    "best": best,
                }
            )
    return pd.DataFrame(rows)


def differences(table: pd.DataFrame, *, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Paired comparison of every two criteria for each n, on the same samples.

    Columns: n, criterion, other, repeats, mean (of error − error of the other), half_width (paired
    Student-t), lower, equal, higher (repetitions in which the criterion has the smaller, the same,
    the larger error).
    """
    rows = []
    for n, part in table.groupby("n", sort=True):
        errors = _paired(part)
        for one, other in combinations(errors, 2):
            difference = (errors[one] - errors[other]).to_numpy()
            span = interval(difference, confidence)
            rows.append(
                {
                    "n": n,
                    "criterion": one,
                    "other": other,
                    "repeats": int((~np.isnan(difference)).sum()),
                    "mean": span.mean,
                    "half_width": span.half_width,
                    "lower": int((difference < 0).sum()),
                    "equal": int((difference == 0).sum()),
                    "higher": int((difference > 0).sum()),
                }
            )
    return pd.DataFrame(rows)


def _paired(part: pd.DataFrame) -> pd.DataFrame:
    """Errors of one n: repetitions in rows, criteria in columns in the order of the table."""
    order = list(dict.fromkeys(part["criterion"]))
    return part.pivot_table("error", "repeat", "criterion", dropna=False, aggfunc="first")[order]


def _wins(errors: Float[Array, "r c"]) -> Float[Array, " c"]:
    """Times each column has the smallest value of its row, ties shared in equal parts."""
    known = errors[~np.isnan(errors).all(axis=1)]
    if not len(known):
        return np.zeros(errors.shape[1])
    smallest = known == np.nanmin(known, axis=1, keepdims=True)
    shares: Float[Array, " c"] = (smallest / smallest.sum(axis=1, keepdims=True)).sum(axis=0)
    return shares


def _best(spans: list[Interval]) -> list[bool]:
    """Which have the smallest mean and, among those, the narrowest interval."""
    keys = [(span.mean, np.nan_to_num(span.half_width, nan=0.0)) for span in spans]
    known = [key for key in keys if not np.isnan(key[0])]
    return [bool(known) and key == min(known) for key in keys]
