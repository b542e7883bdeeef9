"""Who beats whom: wins, ties and losses of every criterion against every other over data sets."""

from collections.abc import Mapping
from itertools import permutations

import numpy as np
import pandas as pd

from kselect_core.experiments.statistics import significance
from kselect_core.selection.terms.comparison import ONE_SPLIT
from kselect_core.types import Array, Float

COLUMNS = ("criterion", "other", "wins", "ties", "losses", "datasets")


def win_tie_loss(
    errors: Mapping[str, pd.DataFrame],
    *,
    test: significance.Test | None = None,
    ratio: float = significance.UNKNOWN,
    level: float = 0.95,
    better: significance.Direction = "lower",
) -> pd.DataFrame:
    """One row per ordered pair of criteria: data sets on which the first wins, ties, loses.

    ``errors`` has one table per data set, one row per criterion and one column per split (a single
    column if only means are known). Without a ``test`` a tie is the same mean to 12 digits over
    the splits that both have. With one, a tie is a difference that the two-sided test at this
    ``level`` does not find (``ratio`` = n_test/n_train for "corrected_t"); a difference that is the
    same on every split counts without a test. Counts are numbers of data sets; ``datasets`` are
    those where the two can be compared: both have values, and for a test on more than one split.
    Wins over data sets say nothing about how large the differences are.
    """
    rule = significance.checked(
        significance.Rule(test or "paired_t", ratio, level, better, sided=2)
    )
    names = list(dict.fromkeys(name for table in errors.values() for name in table.index))
    counts = {pair: [0, 0, 0] for pair in permutations(names, 2)}
    for table in errors.values():
        rows = {name: table.loc[name].to_numpy(dtype=np.float64) for name in table.index}
        for one, other in permutations(rows, 2):
            place = _place(rows[one], rows[other], rule, tested=test is not None)
            if place is not None:
                counts[one, other][place] += 1
    lines = [(one, other, *c, sum(c)) for (one, other), c in counts.items()]
    return pd.DataFrame(lines, columns=list(COLUMNS))


def _place(
    one: Float[Array, " J"], other: Float[Array, " J"], rule: significance.Rule, *, tested: bool
) -> int | None:
    """0 for a win of the first, 1 for a tie, 2 for a loss, None for nothing to compare."""
    compared = significance.paired(one, other, rule)
    test = compared.found
    if not test.splits or (tested and test.note == ONE_SPLIT):
        return None
    if tested:
        lost = significance.is_worse(compared, rule)
        won = significance.is_worse(significance.paired(other, one, rule), rule)
    else:
        worth = test.difference if rule.better == "lower" else -test.difference
        lost, won = worth > _least(one, other), worth < -_least(one, other)
    return 2 if lost else 0 if won else 1


def _least(one: Array, other: Array) -> float:
    """Smallest mean difference that is one, to 12 digits of the errors."""
    return 1e-12 * float(np.nanmax(np.abs([one, other])))
