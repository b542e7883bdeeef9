"""Counts in a result table: means that are as printed, rows on which one criterion is better."""

import pandas as pd

from kselect_core.errors import UnknownNameError
from kselect_core.experiments.statistics.significance import Direction
from kselect_core.experiments.tables.agreement import SAME
from kselect_core.experiments.tables.result_table import AS_PRINTED, NEAR

VERDICTS = (AS_PRINTED, NEAR)
"""What a mean within one, and within two, printed standard deviations is called."""


def means(table: pd.DataFrame) -> int:
    """Return how many means have a value here and a printed one."""
    return len(means_of(table))


def within(table: pd.DataFrame, deviations: int) -> int:
    """Return how many of these lie within one or two printed standard deviations."""
    if not 1 <= deviations <= len(VERDICTS):
        raise UnknownNameError("number of printed deviations", str(deviations), ("1", "2"))
    return int(means_of(table)["verdict"].isin(VERDICTS[:deviations]).sum())


def means_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that have a value here and a printed one."""
    return table[table["printed"].notna() & table["mean"].notna()]


def differences(
    table: pd.DataFrame, one: str, other: str, *, column: str = "mean"
) -> "pd.Series[float]":
    """Return mean of one criterion minus that of another, one number per data set and setting.

    ``column`` is "mean" (ours) or "printed". Only rows count on which both criteria have a value
    here and, where anything is printed, a printed one, so that both columns speak of the same rows.
    Differences of rounding size are 0. Raises UnknownNameError for a criterion that is not there.
    """
    known = list(table["criterion"].unique())
    for name in (one, other):
        if name not in known:
            raise UnknownNameError("criterion of the result table", name, known)
    asked = ["mean", "printed"] if table["printed"].notna().any() else ["mean"]
    whole = table[table["criterion"].isin((one, other))].dropna(subset=asked)
    wide = whole.pivot_table(
        column, ["variant", "dataset", "setting"], "criterion", aggfunc="first"
    ).reindex(columns=[one, other])
    wide = wide.dropna()
    found = wide[one] - wide[other]
    least = SAME * wide.abs().max(axis=1)
    settled: pd.Series[float] = found.where(found.abs() > least, 0.0)
    return settled


def better(
    table: pd.DataFrame,
    one: str,
    other: str,
    *,
    column: str = "mean",
    direction: Direction = "lower",
) -> int:
    """Return on how many rows the first criterion has the better mean of the two."""
    found = differences(table, one, other, column=column)
    return int((found < 0).sum() if direction == "lower" else (found > 0).sum())


def equal(table: pd.DataFrame, one: str, other: str, *, column: str = "mean") -> int:
    """Return on how many rows both criteria have the same mean."""
    return int((differences(table, one, other, column=column) == 0).sum())


def moved(table: pd.DataFrame, other: pd.DataFrame) -> "pd.Series[float]":
    """Return mean of each cell minus that of the same cell of another table, where both have one.

    A cell is a data set, a setting and a criterion; each table holds one variant.
    """
    both = _cells(table, "mean"), _cells(other, "mean")
    found: pd.Series[float] = (both[0] - both[1]).dropna()
    return found


def spread(table: pd.DataFrame, other: pd.DataFrame) -> float:
    """Return the median of how many times as large the deviations over the splits are.

    Cells whose means are the same on every split of the other table are left out.
    """
    mine, theirs = _cells(table, "sd"), _cells(other, "sd")
    return float((mine / theirs[theirs > 0]).median())


def _cells(table: pd.DataFrame, column: str) -> "pd.Series[float]":
    found: pd.Series[float] = table.set_index(["dataset", "setting", "criterion"])[column]
    return found


def smallest(found: pd.DataFrame, *, direction: Direction = "lower") -> pd.DataFrame:
    """Return on how many splits (or samples) each criterion has the best value, shared or alone.

    ``found`` are outcomes. Columns: variant, dataset, setting, criterion, best (splits on which no
    other criterion has a better value, up to rounding) and splits (those on which all criteria have
    a value).
    """
    rows = []
    for place, part in found.groupby(["variant", "dataset", "setting"], sort=False):
        wide = part.pivot_table("value", "split", "criterion", aggfunc="first", sort=False).dropna()
        best = wide.min(axis=1) if direction == "lower" else wide.max(axis=1)
        least = SAME * wide.abs().max(axis=1)
        hits = wide.sub(best, axis=0).abs().le(least, axis=0).sum()
        rows += [(*place, name, int(count), len(wide)) for name, count in hits.items()]
    names = ["variant", "dataset", "setting", "criterion", "best", "splits"]
    return pd.DataFrame(rows, columns=names)
