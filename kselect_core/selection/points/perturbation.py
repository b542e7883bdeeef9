"""What removing one training point does to a kernel matrix: everything a view of it needs."""

import numpy as np
import pandas as pd

from kselect_core.selection.points.shifts import Shifts
from kselect_core.types import Array, Float


def most_influential(sizes: Float[Array, " n"], *, shifts: Shifts | None = None) -> pd.DataFrame:
    """Training points by ‖K − Kⁱ‖₂, largest first, with their largest exact shift.

    Columns: point (from 1), norm, largest_shift, eigenvalue (the number j of that shift, from 1)
    and shift_rank; the last three are missing for points without a line in ``shifts``.
    """
    n = len(sizes)
    largest, at = np.full(n, np.nan), np.full(n, np.nan)
    if shifts is not None and len(shifts.rows):
        largest[shifts.rows] = np.abs(shifts.exact).max(axis=1)
        at[shifts.rows] = np.abs(shifts.exact).argmax(axis=1) + 1
    table = pd.DataFrame(
        {
            "point": np.arange(1, n + 1),
            "norm": sizes,
            "largest_shift": largest,
            "eigenvalue": pd.array(at, dtype="Int64"),
            "shift_rank": pd.Series(largest).rank(ascending=False, method="min").astype("Int64"),
        }
    )
    return table.sort_values("norm", ascending=False, kind="stable", ignore_index=True)
