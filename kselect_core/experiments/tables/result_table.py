"""Our numbers beside the printed ones: means, differences in printed deviations, verdicts."""

import numpy as np
import pandas as pd

from kselect_core.experiments.statistics.significance import Direction, Test, against_best
from kselect_core.selection.terms.comparison import CONSTANT

AS_PRINTED, NEAR, LOWER, HIGHER = "as printed", "near", "lower", "higher"
NOT_PRINTED, NO_VALUE = "not printed", "no value"
CLOSE, FAR = 1.0, 2.0
"""Printed standard deviations up to which a mean is "as printed", and "near"."""
ROUNDED = 0.005
"""What a printed mean may be off by rounding; it decides only where the printed deviation is 0."""

CELL = ("dataset", "setting", "criterion")
ROW = ("variant", "dataset", "setting")
COLUMNS = (
    *("variant", *CELL, "printed", "printed_sd", "mean", "sd", "splits"),
    *("difference", "in_sd", "verdict", "best", "not_worse", "p", "p_corrected_t", "no_p", "note"),
)
OURS = ("mean", "sd", "splits", "best", "not_worse", "p", "p_corrected_t")
SAME_LOSS = (
    "worse than the best by the same amount on every split: the differences do not vary, so no p"
)
UNKNOWN = float("nan")


def result_table(
    outcomes: pd.DataFrame,
    printed: pd.DataFrame | None = None,
    *,
    better: Direction = "lower",
    test: Test = "paired_t",
    ratio: float = UNKNOWN,
    level: float = 0.95,
) -> pd.DataFrame:
    """One row per variant, data set, setting and criterion: printed, ours, and how they compare.

    ``outcomes`` has the columns variant, dataset, setting, criterion, split, value, reason;
    ``printed`` those of a printed table. Columns of the result: variant, dataset, setting,
    criterion, printed, printed_sd, mean, sd (n − 1), splits (with a value), difference
    (ours − printed), in_sd (difference in printed standard deviations), verdict, best (best mean
    of its row), not_worse (not significantly worse than the best on the same splits: the one-sided
    ``test`` at ``level``), p (of that test), p_corrected_t (of the corrected resampled test, known
    with ``ratio`` = n_test/n_train), no_p (why a mean that is not the best has no p, where it is no
    matter of the number of splits), note (about the printed number, and why there is no value).

    Verdicts: "as printed" up to one printed standard deviation, "near" up to two, else "lower" or
    "higher"; where no deviation is printed only an equal mean is "as printed". Printed criteria
    that were not computed for a data set that was run have "no value".
    """
    numbers = _printed_numbers(printed)
    rows: list[dict[str, object]] = []
    for key, part in outcomes.groupby(list(ROW), sort=False):
        variant, dataset, setting = map(str, key)
        cells = {c: cell for (d, s, c), cell in numbers.items() if (d, s) == (dataset, setting)}
        names = list(dict.fromkeys((*cells, *part["criterion"])))
        best = against_best(
            _by_split(part).reindex(names), test=test, ratio=ratio, level=level, better=better
        ).set_index("criterion")
        reasons = part[part["reason"] != ""].groupby("criterion")["reason"].first().to_dict()
        for name in names:
            ours = best.loc[name]
            cell = cells.get(name, (UNKNOWN, UNKNOWN, ""))
            compared = _compared(cell, float(ours["mean"]))
            note = "; ".join(filter(None, (cell[2], reasons.get(name, ""))))
            place = {"variant": variant, "dataset": dataset, "setting": setting, "criterion": name}
            rows.append(
                place
                | compared
                | {key: ours[key] for key in OURS}
                | {"no_p": SAME_LOSS if str(ours["note"]) == CONSTANT else "", "note": note}
            )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def errors(outcomes: pd.DataFrame, *, variant: str = "") -> dict[str, pd.DataFrame]:
    """Values by data set and setting: one row per criterion and one column per split."""
    part = outcomes[outcomes["variant"] == variant]
    return {
        ", ".join(filter(None, map(str, key))): _by_split(rows)
        for key, rows in part.groupby(["dataset", "setting"], sort=False)
    }


def ranks_input(table: pd.DataFrame, *, variant: str = "") -> pd.DataFrame:
    """Means with one row per data set and setting and one column per criterion, as ranks need them.

    Rows in which a criterion has no value are left out, and so is a row that equals an earlier one
    in every mean: one data set under two names (bupa and liver-disorders, say) counts once. Rows of
    one data set under several settings are no independent data sets either; choose one setting of
    ``table`` before ranking.
    """
    part = table[table["variant"] == variant]
    names = part["dataset"].where(part["setting"] == "", part["dataset"] + ", " + part["setting"])
    keys = part.assign(row=names)
    order, columns = keys["row"].unique(), keys["criterion"].unique()
    wide = keys.pivot_table("mean", "row", "criterion", aggfunc="first", dropna=False)
    return wide.reindex(index=order, columns=columns).dropna().drop_duplicates()


def _by_split(part: pd.DataFrame) -> pd.DataFrame:
    """Values with one row per criterion, in the order of the table, and one column per split."""
    wide = part.pivot_table("value", "criterion", "split", aggfunc="first", dropna=False)
    return wide.reindex(part["criterion"].unique())


def _printed_numbers(
    printed: pd.DataFrame | None,
) -> dict[tuple[str, str, str], tuple[float, float, str]]:
    """Mean, deviation and note by data set, setting and criterion."""
    if printed is None:
        return {}
    notes = printed["note"] if "note" in printed else [""] * len(printed)
    keys = zip(*(printed[name] for name in CELL), strict=True)
    return dict(zip(keys, zip(printed["mean"], printed["sd"], notes, strict=True), strict=True))


def _compared(cell: tuple[float, float, str], mean: float) -> dict[str, object]:
    printed, sd, _ = cell
    difference = mean - printed
    if difference == 0.0 or (sd == 0.0 and abs(difference) <= ROUNDED):
        in_sd = 0.0
    else:
        in_sd = difference / sd if sd > 0 else float(np.copysign(np.inf, difference))
    in_sd = in_sd if np.isfinite(difference) and np.isfinite(sd) else UNKNOWN
    return {
        "printed": printed,
        "printed_sd": sd,
        "difference": difference,
        "in_sd": in_sd,
        "verdict": _verdict(printed, mean, in_sd),
    }


def _verdict(printed: float, mean: float, in_sd: float) -> str:
    if np.isnan(mean):
        return NO_VALUE
    if np.isnan(printed):
        return NOT_PRINTED
    if mean == printed or abs(in_sd) <= CLOSE:
        return AS_PRINTED
    if abs(in_sd) <= FAR:
        return NEAR
    return LOWER if mean < printed else HIGHER
