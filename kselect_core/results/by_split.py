"""One column of a table of results with a row per key and a column per split.

``Series.unstack(sort=False)`` of pandas 3.0 puts values beside the wrong keys; this counts rows.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from kselect_core.types import Array, Float, Int


def by_split(rows: pd.DataFrame, keys: Sequence[str], column: str) -> pd.DataFrame:
    """Values of a column, one row per key and one column per split, in the order of the table.

    NaN where a split has no such row; the last of several rows counts.
    """
    number, first = numbered(rows, keys)
    values, splits = spread(rows, number, column)
    index = rows.iloc[first].set_index(list(keys)).index
    return pd.DataFrame(values, index, pd.Index(splits, name="split"))


def numbered(
    rows: pd.DataFrame, keys: Sequence[str]
) -> tuple[Int[Array, " rows"], Int[Array, " k"]]:
    """Number of each row's key, in the order of the table, and the first row of each key."""
    together = np.zeros(len(rows), dtype=np.int64)
    for key in keys:
        codes, names = pd.factorize(rows[key], use_na_sentinel=False)
        together = together * len(names) + codes
    number, _ = pd.factorize(together)
    return number, np.unique(number, return_index=True)[1]


def spread(
    rows: pd.DataFrame, number: Int[Array, " rows"], column: str
) -> tuple[Float[Array, "k s"], pd.Index]:
    """Values of a column by the numbers of their rows and their splits, and the splits."""
    place, splits = pd.factorize(rows["split"])
    values = np.full((int(number.max(initial=-1)) + 1, len(splits)), np.nan)
    values[number, place] = rows[column].to_numpy(dtype=np.float64)
    return values, splits
