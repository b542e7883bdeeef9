"""What each criterion's choice is worth in truth, beside what the test part of a split says."""

from itertools import compress
from typing import NamedTuple

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.truth import Truth, true_errors


class Truths(NamedTuple):
    """The true error at a cursor, and at what each criterion chooses, by the criterion."""

    here: Truth
    chosen: dict[str, Truth]


def truths_of(choices: pd.DataFrame, bench: Workbench, here: Cursor, fresh: Dataset) -> Truths:
    """Return true errors at a cursor and at choices, on fresh points of the distribution.

    ``choices`` are those of one split at the λ of the cursor; who chose nothing is left out.
    """
    chosen = choices["value"].notna().tolist()
    columns = (choices[name].tolist() for name in ("quantity", "kernel", "parameter"))
    points = {
        quantity: here._replace(kernel=kernel, parameter=parameter)
        for quantity, kernel, parameter in compress(zip(*columns, strict=True), chosen)
    }
    places = list(dict.fromkeys([here, *points.values()]))
    errors = dict(zip(places, true_errors(bench, places, fresh), strict=True))
    return Truths(errors[here], {quantity: errors[point] for quantity, point in points.items()})
