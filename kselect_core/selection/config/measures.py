"""What stands for the test error: the share of errors, by class or weighted, or 1 − AUC."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import DataError, UnknownNameError
from kselect_core.types import Array, Float

ERROR = "error"
COUNTED, BALANCED, AUC = "test_error", "test_balanced_error", "test_auc"
WEIGHTED = "test_weighted_error"
"""Quantities of a sweep's table: share of errors, its mean over the classes, area under the ROC;
and where a sweep has ``class_weights``, share of the weight of the points."""

MEASURED = "measure"
"""Where a table notes what its test error is."""

ROUNDED = 1e-10
"""Part of their size by which two values of a fit may differ by rounding alone."""


class Measure(NamedTuple):
    """A way to measure choices on test points; the lower, the better.

    ``column`` is the quantity of the table that it is made from, ``label`` what it is called and
    ``words`` what captions end with, nothing for the usual one.
    """

    column: str
    label: str
    words: str


MEASURES = {
    ERROR: Measure(COUNTED, "error", ""),
    "balanced": Measure(BALANCED, "balanced error", "measured by the balanced error"),
    "weighted": Measure(WEIGHTED, "weighted error", "measured by the weighted error"),
    "auc": Measure(AUC, "1 − AUC", "measured by 1 − AUC"),
}
"""Ways to measure the choices of a classification, by the name that links and options have."""


_SAID = re.compile(r"\b([Tt]est|expected) error(s?)\b")


def errors_named(text: str, measure: str) -> str:
    """Text about test errors that calls them what they are: ``test balanced error``, ``1 − AUC``.

    Examples
    --------
    >>> errors_named("Test errors of the choices", "auc")
    'Test 1 − AUC of the choices'
    """
    if measure == ERROR:
        return text
    label = MEASURES[measure].label
    plural = r"\2" if label.endswith(ERROR) else ""
    return _SAID.sub(rf"\1 {label}{plural}", text.replace("error rate", ERROR))


def measures_of(table: pd.DataFrame) -> tuple[str, ...]:
    """Names of the measures that a sweep's table has values of; for a regression only "error"."""
    quantities = table["quantity"].array[table["value"].notna().to_numpy()].unique()
    return (
        ERROR,
        *(name for name, one in MEASURES.items() if name != ERROR and one.column in quantities),
    )


def check_measure(
    measure: str, dataset: Dataset, sides: object = (), weights: Sequence[float] = ()
) -> None:
    """Raise where a sweep of the data has no value of a measure: numbers, or several classes.

    ``sides`` is what makes two of several classes, if it is anything: a pair, or one of them.
    ``weights`` are those of the classes, without which there is no weighted error.
    """
    if measure not in MEASURES:
        raise UnknownNameError("measure of the test error", measure, MEASURES)
    if measure == "weighted" and not weights:
        raise DataError(
            "The weighted error needs a weight for each class, and this sweep has none. Give it "
            "class_weights, in the order of the classes: class_weights = [1.0, 5.0]."
        )
    pair = len(("negative", "positive"))
    classes = pair if sides else len(dataset.class_names)
    if (measure != ERROR and not classes) or (measure == "auc" and classes != pair):
        raise DataError(
            f"The {MEASURES[measure].label} is measured for classes only, the AUC for two of them; "
            f"these data have {classes or 'no'} classes. Use another measure, or one pair."
        )


def measured_by(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Table of a sweep whose test error is another measure, so that choices and regrets are by it.

    Parameters
    ----------
    table : DataFrame
        What `run_sweep` gave.
    measure : str
        "balanced" (mean over the classes of the share of errors), "weighted" (share of the weight
        of the points, for a sweep with ``class_weights``), "auc" (1 − area under the ROC curve), or
        "error" (the table itself).

    Returns
    -------
    DataFrame
        The table, with values of the measure in its rows ``test_error``; the lower, the better. It
        notes the measure in ``table.attrs``, so that figures call it by its name.

    Raises
    ------
    UnknownNameError
        For another measure.
    DataError
        Where the table has no value of the measure: a regression, several classes (AUC), or a
        sweep that was kept before the measure was known.

    Examples
    --------
    >>> from kselect import SweepConfig, choices, measured_by, run_sweep
    >>> config = SweepConfig(dataset="moons", criteria=("loo",), lambdas=(0.001,), repeats=1)
    >>> table = run_sweep(config)
    >>> [round(float(choices(one, config)["test_error"].iloc[0]), 3)
    ...  for one in (table, measured_by(table, "auc"))]
    [0.044, 0.005]
    """
    if measure not in MEASURES:
        raise UnknownNameError("measure of the test error", measure, MEASURES)
    if measure == ERROR or measure == of_table(table):
        return table
    if measure not in measures_of(table):
        raise DataError(NOT_MEASURED.format(MEASURES[measure].label))
    column = MEASURES[measure].column
    if of_table(table) != ERROR:
        raise DataError(
            f"This table is measured by the {MEASURES[of_table(table)].label} already. Give the "
            "one that run_sweep gave."
        )
    rest = table[table["quantity"] != COUNTED]
    rows = rest["quantity"] == column
    value = rest["value"].where(~rows, 1 - rest["value"]) if measure == "auc" else rest["value"]
    measured: pd.DataFrame = rest.assign(
        quantity=rest["quantity"].where(~rows, COUNTED),
        kind=rest["kind"].where(~rows, "test"),
        value=value,
    ).reset_index(drop=True)
    measured.attrs[MEASURED] = measure
    return measured


def of_table(table: pd.DataFrame) -> str:
    """Name of the measure that a table's test error is; `measured_by` notes it in the table."""
    return str(table.attrs.get(MEASURED, ERROR))


NOT_MEASURED = (
    "This sweep has no value of the {}: it is measured for classes only (the AUC for two, the "
    "weighted error with class_weights), and not in older sweeps. Run the sweep again for it."
)


def balanced_error(y: Float[Array, " m"], wrong: Float[Array, "m L"]) -> Float[Array, " L"]:
    """Mean over the classes of the share of wrong decisions in each: 1 minus balanced accuracy.

    ``wrong`` is 1 where a decision is wrong, else 0, for each of L fits; NaN stays NaN. ``y`` holds
    the classes; one that no point is of does not count. Without points: NaN.
    """
    shares = [wrong[y == one].mean(axis=0) for one in sorted(set(y.tolist()))]
    return np.mean(shares, axis=0) if shares else np.full(wrong.shape[1], np.nan)


def weighted_error(weights: Float[Array, " m"], wrong: Float[Array, "m L"]) -> Float[Array, " L"]:
    """Weight of the points that are decided wrong, as a share of that of all.

    ``weights`` are those of the classes of the points, ``wrong`` as in `balanced_error`; weights of
    1 give the share of errors, 1 over the size of each class the balanced error. No points: NaN.

    Source: Elkan (2001), The foundations of cost-sensitive learning.
    """
    if not len(weights):
        return np.full(wrong.shape[1], np.nan)
    share: Float[Array, " L"] = weights @ wrong / weights.sum()
    return share


def auc(y: Float[Array, " m"], f: Float[Array, "m L"]) -> Float[Array, " L"]:
    """Area under the ROC curve of the values of L fits, the larger the better; ``y`` is ±1.

    It is the share of the pairs of a positive and a negative point in which the positive one has
    the larger value; equal values count half, and so do neighbours that differ by less than
    ``ROUNDED`` of their size, as points that no training point resembles do: their order is that
    of rounding. NaN where a value is not finite, and where all points are of one class. Cost:
    O(L m log m).

    Source: Hanley & McNeil (1982), The meaning and use of the area under a ROC curve.
    """
    positive = y > 0
    p, q = int(positive.sum()), int((~positive).sum())
    if not (p and q):
        return np.full(f.shape[1], np.nan)
    finite = np.isfinite(f)
    columns = np.where(finite, f, 0.0).T
    sums = _ranks(columns)[:, positive].sum(axis=1)
    return np.where(finite.all(axis=0), (sums - p * (p + 1) / 2) / (p * q), np.nan)


def _ranks(values: Float[Array, "L m"]) -> Float[Array, "L m"]:
    """Rank of each value in its row from 1; of those equal but for rounding the mean of theirs."""
    order = np.argsort(values, axis=1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=1)
    size = np.abs(ordered)
    larger = np.diff(ordered) > ROUNDED * np.maximum(size[:, 1:], size[:, :-1])
    alone, place = np.ones((len(values), 1), dtype=bool), np.arange(values.shape[1])
    begins, ends = np.hstack([alone, larger]), np.hstack([larger, alone])
    first = np.maximum.accumulate(np.where(begins, place, 0), axis=1)
    last = np.minimum.accumulate(np.where(ends, place, len(place))[:, ::-1], axis=1)[:, ::-1]
    ranks = np.empty(values.shape)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    return ranks
