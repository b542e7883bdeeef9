"""Our numbers beside the printed ones: means, differences in printed deviations, verdicts."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pandas as pd

from kselect_core.experiments.significance import Direction, Test, against_best
from kselect_core.types import Array

AS_PRINTED, NEAR, LOWER, HIGHER = "as printed", "near", "lower", "higher"
NOT_PRINTED, NO_VALUE = "not printed", "no value"
VERDICTS = (AS_PRINTED, NEAR, LOWER, HIGHER, NOT_PRINTED, NO_VALUE)
CLOSE, FAR = 1.0, 2.0
"""Printed standard deviations up to which a mean is "as printed", and "near"."""

CELL = ("dataset", "setting", "criterion")
ROW = ("variant", "dataset", "setting")
COLUMNS = (
    *("variant", *CELL, "printed", "printed_sd", "mean", "sd", "splits"),
    *("difference", "in_sd", "verdict", "best", "not_worse", "p", "p_corrected_t", "note"),
)
OURS = ("mean", "sd", "splits", "best", "not_worse", "p", "p_corrected_t")
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
    with ``ratio`` = n_test/n_train), note (about the printed number, and why there is no value).

    Verdicts: "as printed" up to one printed standard deviation, "near" up to two, else "lower" or
    "higher"; where no deviation is printed only an equal mean is "as printed". Printed criteria
    that were not computed for a data set that was run have "no value".
    """
    numbers = _printed_numbers(printed)
    rows: list[dict[str, object]] = []
    for key, part in outcomes.groupby(list(ROW), sort=False):
        variant, dataset, setting = map(str, key)
        known = {c: cell for (d, s, c), cell in numbers.items() if (d, s) == (dataset, setting)}
        names = list(dict.fromkeys((*known, *part["criterion"])))
        found = against_best(
            _by_split(part).reindex(names), test=test, ratio=ratio, level=level, better=better
        ).set_index("criterion")
        reasons = part[part["reason"] != ""].groupby("criterion")["reason"].first().to_dict()
        for name in names:
            ours = found.loc[name]
            cell = known.get(name, (UNKNOWN, UNKNOWN, ""))
            compared = _compared(cell, float(ours["mean"]))
            note = "; ".join(filter(None, (cell[2], reasons.get(name, ""))))
            place = {"variant": variant, "dataset": dataset, "setting": setting, "criterion": name}
            rows.append(place | compared | {key: ours[key] for key in OURS} | {"note": note})
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

    Rows in which a criterion has no value are left out. Rows of one data set under several
    settings are no independent data sets; choose one setting of ``table`` before ranking.
    """
    part = table[table["variant"] == variant]
    names = part["dataset"].where(part["setting"] == "", part["dataset"] + ", " + part["setting"])
    keys = part.assign(row=names)
    order, columns = keys["row"].unique(), keys["criterion"].unique()
    wide = keys.pivot_table("mean", "row", "criterion", aggfunc="first", dropna=False)
    return wide.reindex(index=order, columns=columns).dropna()


def timings_table(
    timings: pd.DataFrame, printed: pd.DataFrame | None = None, *, reference: str = "CV"
) -> pd.DataFrame:
    """One row per variant, data set and criterion: seconds, and how much longer a reference takes.

    Columns: variant, dataset, criterion, splits, seconds (mean per split), ratio (seconds of the
    reference over seconds of the criterion, both summed over the splits that have both),
    printed_seconds, printed_ratio. Machines differ, so only ratios of one run can be compared.
    """
    numbers = {(d, c): cell[0] for (d, _, c), cell in _printed_numbers(printed).items()}
    rows = []
    for key, part in timings.groupby(["variant", "dataset"], sort=False):
        variant, dataset = map(str, key)
        wide = part.pivot_table("seconds", "split", "criterion", aggfunc="sum", min_count=1)
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


def comparisons(table: pd.DataFrame, *, better: Direction = "lower") -> pd.DataFrame:
    """One row per variant and pair of criteria: on how many rows the order is the printed one.

    Columns: variant, criterion, other, rows (both printed, not equal, and both with a value here),
    printed_better and better (rows on which the mean of the criterion is the better of the two, as
    printed and here), same (rows on which both orders agree).
    """
    sign = -1 if better == "lower" else 1
    found = []
    for variant, part in table.groupby("variant", sort=False):
        means, paper = (_wide(part, column) for column in ("mean", "printed"))
        for one, other in combinations(means.columns, 2):
            ours, theirs = (_signs(wide[one], wide[other]) for wide in (means, paper))
            both = np.isfinite(ours) & np.isfinite(theirs) & (theirs != 0)
            found.append(
                {
                    "variant": variant,
                    "criterion": one,
                    "other": other,
                    "rows": int(both.sum()),
                    "printed_better": int((theirs[both] == sign).sum()),
                    "better": int((ours[both] == sign).sum()),
                    "same": int((ours[both] == theirs[both]).sum()),
                }
            )
    names = ("variant", "criterion", "other", "rows", "printed_better", "better", "same")
    return pd.DataFrame(found, columns=list(names))


def headlines(table: pd.DataFrame, *, better: Direction = "lower") -> list[str]:
    """Sentences on how many printed means and printed comparisons come out the same way here."""
    said = []
    for variant, part in table.groupby("variant", sort=False):
        start = f"Variant {variant!s}: " if variant != "" else ""
        said += [start + text for text in _sentences(part, better)]
    return said


def _sentences(part: pd.DataFrame, better: str) -> Iterator[str]:
    both = part[part["printed"].notna() & part["mean"].notna()]
    if not len(both):
        return
    close, near = ((both["verdict"] == word).sum() for word in (AS_PRINTED, NEAR))
    yield (
        f"{len(both)} means stand beside printed ones: {close} within one printed standard "
        f"deviation, {near} more within two, {(both['verdict'] == LOWER).sum()} lower, "
        f"{(both['verdict'] == HIGHER).sum()} higher."
    )
    pairs = comparisons(part)
    total, same = int(pairs["rows"].sum()), int(pairs["same"].sum())
    if total:
        yield (
            f"Of {total} printed comparisons of two criteria on one data set, {same} "
            f"({100 * same / total:.0f} %) come out the same way here."
        )
        paper, here = (_leaders(both, column, better) for column in ("printed", "mean"))
        count = both.groupby(["dataset", "setting"]).ngroups
        yield (
            f"{'Lowest' if better == 'lower' else 'Highest'} mean of {count} "
            f"{'row' if count == 1 else 'rows'} (shared ones count for each): as printed {paper}; "
            f"here {here}."
        )
    remarks = int((both["note"] != "").sum())
    if remarks:
        yield f"{remarks} of these printed numbers have a remark."


def _leaders(both: pd.DataFrame, column: str, better: str) -> str:
    wide = _wide(both, column)
    best = wide.min(axis=1) if better == "lower" else wide.max(axis=1)
    scale = np.abs(best) * 1e-12
    counts = wide.sub(best, axis=0).abs().le(scale, axis=0).sum()
    counts = counts.sort_values(ascending=False, kind="stable")
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def _by_split(part: pd.DataFrame) -> pd.DataFrame:
    """Values with one row per criterion, in the order of the table, and one column per split."""
    wide = part.pivot_table("value", "criterion", "split", aggfunc="first", dropna=False)
    return wide.reindex(part["criterion"].unique())


def _signs(one: pd.Series, other: pd.Series) -> Array:
    """−1, 0, 1 where the first is smaller, equal, larger; NaN where one is unknown."""
    return np.asarray(np.sign((one - other).to_numpy(dtype=np.float64)))


def _wide(part: pd.DataFrame, column: str) -> pd.DataFrame:
    names = part["criterion"].unique()
    wide = part.pivot_table(
        column, ["dataset", "setting"], "criterion", aggfunc="first", dropna=False
    )
    return wide.reindex(columns=names)


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
    if difference == 0.0:
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


def _ratio(wide: pd.DataFrame, reference: str, name: str) -> float:
    if reference not in wide or name not in wide:
        return UNKNOWN
    both = wide[[reference]].assign(own=wide[name]).dropna()
    total = float(both["own"].sum())
    return float(both[reference].sum()) / total if total > 0 else UNKNOWN
