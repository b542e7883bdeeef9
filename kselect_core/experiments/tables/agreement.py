"""How far our numbers and the printed ones agree: means in their deviations, orders of means."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd

from kselect_core.experiments.statistics.significance import Direction
from kselect_core.experiments.tables.result_table import AS_PRINTED, HIGHER, LOWER, NEAR
from kselect_core.types import Array
from kselect_core.words.lists import listed

SAME = 1e-12
"""Means that differ by less, relative to their size, are equal."""
PAIR = ("variant", "criterion", "other", "rows", "printed_better", "better", "same", "equal")


def headlines(table: pd.DataFrame, *, better: Direction = "lower") -> list[str]:
    """Sentences on how many printed means and printed comparisons come out the same way here."""
    sentences = []
    for variant, part in table.groupby("variant", sort=False):
        start = f"Variant {variant!s}: " if variant != "" else ""
        sentences += [start + text for text in _sentences(part, better)]
    return sentences


def comparisons(table: pd.DataFrame, *, better: Direction = "lower") -> pd.DataFrame:
    """One row per variant and pair of criteria: on how many rows the order is the printed one.

    Columns: variant, criterion, other, rows (both printed, not equal, and both with a value here),
    printed_better and better (rows on which the mean of the criterion is the better of the two, as
    printed and here), same (rows on which both orders agree), equal (rows on which the means here
    are equal, to 12 digits: often because both criteria choose the same kernels).
    """
    sign = -1 if better == "lower" else 1
    rows = []
    for variant, part in table.groupby("variant", sort=False):
        means, paper = (_wide(part, column) for column in ("mean", "printed"))
        for one, other in combinations(means.columns, 2):
            ours, theirs = (_signs(wide[one], wide[other]) for wide in (means, paper))
            both = np.isfinite(ours) & np.isfinite(theirs) & (theirs != 0)
            rows.append(
                {
                    "variant": variant,
                    "criterion": one,
                    "other": other,
                    "rows": int(both.sum()),
                    "printed_better": int((theirs[both] == sign).sum()),
                    "better": int((ours[both] == sign).sum()),
                    "same": int((ours[both] == theirs[both]).sum()),
                    "equal": int((ours[both] == 0).sum()),
                }
            )
    return pd.DataFrame(rows, columns=list(PAIR))


def _sentences(part: pd.DataFrame, better: str) -> Iterator[str]:
    both = part[part["printed"].notna() & part["mean"].notna()]
    if not len(both):
        return
    rows = both[["dataset", "setting"]].drop_duplicates()
    beside = part[part["printed"].notna()].merge(rows, on=["dataset", "setting"])
    lost = len(beside) - len(both)
    yield _best(_leaders(beside, "printed", better), _leaders(both, "mean", better), len(rows))
    close, near = ((both["verdict"] == word).sum() for word in (AS_PRINTED, NEAR))
    yield (
        f"{len(both)} means are compared with printed ones: {close} within one printed standard "
        f"deviation, {near} more within two, {(both['verdict'] == LOWER).sum()} lower, "
        f"{(both['verdict'] == HIGHER).sum()} higher."
        + (
            f" {lost} printed {'mean has' if lost == 1 else 'means have'} no value here."
            * bool(lost)
        )
    )
    pairs = comparisons(part)
    total, same, equal = (int(pairs[name].sum()) for name in ("rows", "same", "equal"))
    if total:
        yield (
            f"Of {total} printed comparisons of two means, {same} come out the same way here, "
            f"{total - same - equal} the other way, and in {equal} our means are equal."
        )
    remarks = int((both["note"] != "").sum())
    if remarks:
        yield f"{remarks} of these printed numbers have a remark."


def _best(printed: dict[str, int], ranks: dict[str, int], rows: int) -> str:
    """Which criteria are the best of so many printed rows, in the paper and here."""
    if rows == 1:
        paper, here = listed(list(printed)), listed(list(ranks))
        return f"On the one row that was printed, the paper finds {paper} best, this run {here}."
    paper, here = (
        listed([f"{name} ({count})" for name, count in counts.items()])
        for counts in (printed, ranks)
    )
    return (
        f"On the {rows} rows that were printed, the paper finds best {paper}, this run {here}; "
        "ties count for each."
    )


def _leaders(both: pd.DataFrame, column: str, better: str) -> dict[str, int]:
    """How many rows each criterion has the best mean of, if any; ties count for each."""
    wide = _wide(both, column)
    best = wide.min(axis=1) if better == "lower" else wide.max(axis=1)
    scale = np.abs(best) * SAME
    counts = wide.sub(best, axis=0).abs().le(scale, axis=0).sum()
    counts = counts.sort_values(ascending=False, kind="stable")
    return {str(name): int(count) for name, count in counts.items() if count}


def _wide(part: pd.DataFrame, column: str) -> pd.DataFrame:
    names = part["criterion"].unique()
    wide = part.pivot_table(
        column, ["dataset", "setting"], "criterion", aggfunc="first", dropna=False
    )
    return wide.reindex(columns=names)


def _signs(one: pd.Series, other: pd.Series) -> Array:
    """−1, 0, 1 where the first is smaller, equal, larger; NaN where one is unknown."""
    least = SAME * np.maximum(np.abs(one), np.abs(other))
    difference = (one - other).where(lambda d: d.isna() | (d.abs() > least), 0.0)
    return np.asarray(np.sign(difference.to_numpy(dtype=np.float64)))
