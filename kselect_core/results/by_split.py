"""One column of a table of results with a row per key and a column per split.

``Series.unstack(sort=False)`` of pandas 3.0 puts values beside the wrong keys; this counts rows.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd


def by_split(rows: pd.DataFrame, keys: Sequence[str], column: str) -> pd.DataFrame:
    """Values of a column, one row per key and one column per split, in the order of the table.

    NaN where a split has no such row; the last of several rows counts.
    """
    groups = rows.groupby(list(keys), sort=False, observed=True, dropna=False)
    row, (place, splits) = groups.ngroup().to_numpy(), pd.factorize(rows["split"])
    values = np.full((groups.ngroups, len(splits)), np.nan)
    values[row, place] = rows[column].to_numpy(dtype=np.float64)
    index = rows.drop_duplicates(list(keys)).set_index(list(keys)).index
    return pd.DataFrame(values, index, pd.Index(splits, name="split"))
