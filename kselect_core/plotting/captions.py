"""What a figure's caption says: sample, grid, splits, gaps and approximations."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from kselect_core.plotting.strength import in_costs, strength_name, strength_text
from kselect_core.plotting.ticks import kernel_name
from kselect_core.results.table import check


def caption(
    table: pd.DataFrame,
    *,
    n: int | None = None,
    seed: int | None = None,
    split: int | None = None,
    notes: Sequence[str] = (),
) -> str:
    """Caption of a figure of a sweep; what the table does not hold is left out unless given.

    ``n`` is the size of the training part; without it n is read from μ = nλ where that holds.
    ``notes`` are approximations ("PCA plane", "subsample of 500 points"). Plain text.
    """
    check(table)
    parts = [
        _sample(table, n),
        _grid(table),
        _splits(table, split),
        f"seed {seed}" if seed is not None else "",
        _missing(table, split),
        *notes,
    ]
    return " · ".join(part for part in parts if part)


def _sample(table: pd.DataFrame, n: int | None) -> str:
    if n is not None:
        return f"n = {n} training points"
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.unique(np.round(table["mu"].to_numpy() / table["lambda"].to_numpy(), 6))
    whole = (
        len(ratio) == 1 and np.isfinite(ratio[0]) and ratio[0] > 1 and ratio[0] == round(ratio[0])
    )
    return f"n = {int(ratio[0])} training points (μ = nλ)" if whole else ""


def _grid(table: pd.DataFrame) -> str:
    sizes = table.groupby("kernel", sort=False)["parameter"].nunique(dropna=False)
    kernels = [f"{count} {kernel_name(str(kernel))}" for kernel, count in sizes.items()]
    lambdas = table["lambda"].nunique()
    costs = in_costs(table)
    only = (
        strength_text(float(table["lambda"].iloc[0]), costs=costs)
        if lambdas == 1
        else f"{lambdas} {strength_name(costs=costs)}"
    )
    word = "kernel" if int(sizes.sum()) == 1 else "kernels"
    return f"{' + '.join(kernels)} {word} × {only}" if len(table) else "no values yet"


def _splits(table: pd.DataFrame, split: int | None) -> str:
    count = table["split"].nunique()
    if split is not None:
        return f"split {split + 1} of {count}"
    return f"mean over {count} splits" if count > 1 else ""


def _missing(table: pd.DataFrame, split: int | None) -> str:
    rows = table[table["kind"] == "criterion"]
    rows = rows if split is None else rows[rows["split"] == split]
    gaps = int((~np.isfinite(rows["value"].to_numpy(dtype=np.float64))).sum())
    return f"{gaps} of {len(rows)} criterion values undefined" if gaps else ""
