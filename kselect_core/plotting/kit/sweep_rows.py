"""Rows of a sweep that a figure shows, and the reasons of those it cannot show."""

import numpy as np
import pandas as pd

from kselect_core.errors import DataError, InvalidParameterError


def at_lambda(table: pd.DataFrame, lam: float, split: int | None) -> pd.DataFrame:
    """Rows at one λ of the grid; says which λ exist if it is none of them."""
    return _near(_of_split(table, split), "lambda", lam, "λ")


def at_parameter(
    table: pd.DataFrame, kernel: str, parameter: float, split: int | None
) -> pd.DataFrame:
    """Rows of one kernel; ``parameter`` is ignored for a family without one."""
    rows = _of_split(table, split)
    rows = pd.DataFrame(rows.loc[rows["kernel"] == kernel])
    if rows.empty:
        raise DataError(f"The sweep has no kernel called {kernel!r}.")
    if rows["parameter"].isna().all():
        return rows
    return _near(rows, "parameter", parameter, "the kernel parameter")


def undefined_points(table: pd.DataFrame) -> pd.DataFrame:
    """Why criteria and test errors are missing: quantity, reason, number of points."""
    listed = (table["kind"] == "criterion") | (table["quantity"] == "test_error")
    missing = table[listed & ~np.isfinite(table["value"].to_numpy(dtype=np.float64))]
    named = missing.assign(reason=reason_texts(missing))
    counts = named.groupby(["quantity", "reason"], sort=True).size()
    rows = pd.DataFrame(counts.rename("count").reset_index())
    order = ["count", "quantity", "reason"]
    return rows.sort_values(order, ascending=[False, True, True], ignore_index=True)


def reason_texts(missing: pd.DataFrame) -> list[str]:
    """Reasons of rows without a finite value, never empty."""
    infinite = np.isinf(missing["value"].to_numpy(dtype=np.float64))
    fallback = np.where(infinite, "infinite", "no reason given")
    return [
        str(r) or f for r, f in zip(missing["reason"].fillna(""), fallback.tolist(), strict=True)
    ]


def _of_split(table: pd.DataFrame, split: int | None) -> pd.DataFrame:
    if split is None:
        return table
    here = table["split"].to_numpy() == split
    if not here.any():
        splits = ", ".join(str(s) for s in sorted(table["split"].unique()))
        raise InvalidParameterError("figure", "the split", f"one of {splits or 'none'}", split)
    return table if here.all() else pd.DataFrame(table[here])


def _near(rows: pd.DataFrame, column: str, value: float, name: str) -> pd.DataFrame:
    """Rows whose column equals the value up to rounding."""
    near = np.isclose(rows[column].to_numpy(dtype=np.float64), value, rtol=1e-9, atol=0.0)
    if near.all() and len(rows):
        return rows
    chosen = pd.DataFrame(rows.loc[near])
    if chosen.empty:
        values = ", ".join(f"{v:.6g}" for v in sorted(rows[column].dropna().unique())[:12])
        raise InvalidParameterError(
            "figure", name, f"a value of the grid ({values or 'empty'})", value
        )
    return chosen
