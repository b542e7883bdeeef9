"""Numbers such as −999 that stand for a missing value."""

import numpy as np

from kselect_core.data.findings import Finding
from kselect_core.data.table_options import TableOptions
from kselect_core.errors import Question
from kselect_core.types import Array

_SENTINELS = (-9.0, -99.0, -999.0, -9999.0, -99999.0)


def without_sentinel(
    name: str, numbers: Array, options: TableOptions
) -> tuple[Array, list[Finding], list[Question]]:
    """Return numbers without a far-off value such as −999 that stands for missing."""
    mark = sentinel(numbers)
    if mark is None:
        return numbers, [], []
    count = int((numbers == mark).sum())
    if options.markers is None:
        text = f"Column {name!r} holds {mark:g} ({count} ×), far below the rest. Is it missing?"
        return numbers, [], [Question("markers", text, ("missing", "values"), "missing")]
    if options.markers == "values":
        text = f"{mark:g} ({count} ×) is read as a number."
        return numbers, [Finding("asked", text, f"column {name!r}")], []
    text = f"{mark:g} ({count} ×) is read as missing."
    numbers = np.where(numbers == mark, np.nan, numbers)
    return numbers, [Finding("asked", text, f"column {name!r}")], []


def sentinel(numbers: Array) -> float | None:
    """Return the lowest number if it is one that often means missing, far below the rest."""
    known = numbers[~np.isnan(numbers)]
    if not len(known) or known.min() not in _SENTINELS:
        return None
    lowest = float(known.min())
    others = known[known != lowest]
    whole_scale = lowest <= -99 or len(others) == 0  # noqa: PLR2004
    return lowest if len(others) and whole_scale and others.min() >= lowest / 2 else None
