"""The tidy table, a row per (split, kernel, parameter, λ, quantity), and what is kept beside it."""

from typing import NamedTuple

import pandas as pd

from kselect_core.errors import DataError
from kselect_core.types import Array, Float

COLUMNS: dict[str, str] = {
    "dataset": "str",
    "split": "int64",
    "learner": "str",
    "kernel": "str",
    "parameter": "float64",  # in the convention: τ, γ, σ², degree, c; NaN for the linear kernel
    "convention": "str",
    "lambda": "float64",
    "mu": "float64",
    "C": "float64",  # NaN for least-squares learners
    "quantity": "str",
    "kind": "str",  # "criterion", "test" or "info"
    "value": "float64",
    "reason": "str",  # why the value is NaN; empty otherwise
}


BEYOND: dict[str, str] = {
    "error": "float64",  # what the value is known to, in its unit; 0 where it is exact, negative
    # where it lies in [value + error, value]
    "converged": "bool",  # whether the fits behind it have settled
}
"""Columns of a sweep whose kernel matrices were never held; elsewhere all values are exact."""

ESTIMATED: dict[str, str] = {
    "rows": "int64",  # rows of K from which the criterion was compared; 0 where none was estimated
    "apart": "float64",  # what its difference to the criterion's choice is known to; else NaN
}
"""Further columns of a finished sweep on landmarks that has criteria of the entries of K alone."""


class KernelEigenvalues(NamedTuple):
    """Eigenvalues of the training kernel of one split, descending, none of them negative."""

    split: int
    kernel: str
    parameter: float
    eigenvalues: Float[Array, " n"]


def check(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table if it has the schema of a sweep, else say what is missing.

    A file of texts has nothing in place of an empty one: these come back.
    """
    missing = [name for name in COLUMNS if name not in table.columns]
    if missing:
        raise DataError(f"This is not a sweep table: column {', '.join(missing)} is missing.")
    return _with_texts(table)


def _with_texts(table: pd.DataFrame) -> pd.DataFrame:
    """Return the same with empty texts where a file that was read has nothing in their place."""
    texts = (name for name, kind in COLUMNS.items() if kind == "str")
    lost = [name for name in texts if table[name].array.isna().any()]
    return table.assign(**{name: table[name].astype("str").fillna("") for name in lost})


def empty() -> pd.DataFrame:
    """Return a sweep table without rows."""
    return pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in COLUMNS.items()})
