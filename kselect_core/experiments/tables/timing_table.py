"""Run times as ratios to a reference in the same run, beside the printed ratios."""

import numpy as np
import pandas as pd

from kselect_core.experiments.tables.report_numbers import three

UNKNOWN = float("nan")
MATRICES = "kernel matrices"
"""Name of the part of the time that all criteria share; it is no criterion."""


def timings_table(
    timings: pd.DataFrame, printed: pd.DataFrame | None = None, *, reference: str = "CV"
) -> pd.DataFrame:
    """One row per variant, data set and criterion: seconds, and how much longer a reference takes.

    Columns: variant, dataset, criterion, splits, seconds (mean per split), ratio (seconds of the
    reference over seconds of the criterion, both summed over the splits that have both),
    printed_seconds, printed_ratio. Machines differ, so only ratios of one run can be compared.
    """
    numbers = _seconds(printed)
    rows = []
    for key, part in timings.groupby(["variant", "dataset"], sort=False):
        variant, dataset = map(str, key)
        summed = part.groupby(["split", "criterion"])["seconds"].sum(min_count=1)
        wide = summed.unstack("criterion")  # noqa: PD010 (pandas 2 sums NaN to 0 in pivot_table)
        of_reference = numbers.get((dataset, reference), UNKNOWN)
        for name in part["criterion"].unique():
            own = wide[name] if name in wide else pd.Series(dtype=float)
            paper = numbers.get((dataset, name), UNKNOWN)
            rows.append(
                {
                    "variant": variant,
                    "dataset": dataset,
                    "criterion": name,
                    "splits": int(own.count()),
                    "seconds": float(own.mean()),
                    "ratio": _ratio(wide, reference, name),
                    "printed_seconds": paper,
                    "printed_ratio": of_reference / paper if paper > 0 else UNKNOWN,
                }
            )
    names = ("variant", "dataset", "criterion", "splits", "seconds", "ratio")
    return pd.DataFrame(rows, columns=[*names, "printed_seconds", "printed_ratio"])


def timing_headlines(table: pd.DataFrame, *, reference: str = "CV") -> list[str]:
    """One sentence per variant: how many times as long as each criterion the reference takes.

    Medians over the data sets; the printed ratio is the median over the same data sets.
    """
    sentences = []
    for key, part in table.groupby("variant", sort=False):
        start = f"Variant {key!s}: {reference}" if key != "" else reference
        timed = part[~part["criterion"].isin([reference, MATRICES]) & part["ratio"].notna()]
        medians = timed.groupby("criterion", sort=False)[["ratio", "printed_ratio"]].median()
        words = [
            f"{_beside(*map(float, pair))} times as long as {name}"
            for name, pair in zip(medians.index, medians.to_numpy(), strict=True)
        ]
        if words:
            count = timed["dataset"].nunique()
            sets = f"median of {count} data sets" if count > 1 else str(timed["dataset"].iloc[0])
            paper = ", printed in parentheses" if medians["printed_ratio"].notna().any() else ""
            sentences.append(f"{start} takes ({sets}{paper}) {', '.join(words)}.")
    return sentences


def _beside(ratio: float, printed: float) -> str:
    return three(ratio) if np.isnan(printed) else f"{three(ratio)} ({three(printed)})"


def _ratio(wide: pd.DataFrame, reference: str, name: str) -> float:
    if reference not in wide or name not in wide:
        return UNKNOWN
    both = wide[[reference]].assign(own=wide[name]).dropna()
    total = float(both["own"].sum())
    return float(both[reference].sum()) / total if total > 0 else UNKNOWN


def _seconds(printed: pd.DataFrame | None) -> dict[tuple[str, str], float]:
    if printed is None:
        return {}
    keys = zip(printed["dataset"], printed["criterion"], strict=True)
    return dict(zip(keys, printed["mean"], strict=True))
