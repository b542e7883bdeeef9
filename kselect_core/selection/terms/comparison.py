"""Choices over repeated splits, compared by a t-test that knows that the splits overlap."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from kselect_core.errors import InvalidParameterError
from kselect_core.results.by_split import by_split
from kselect_core.types import Array, Float

FEWEST = 2
"""Splits from which a test is possible."""
SAME = 1e-12
"""Differences that vary by less than this, relative to their size, do not vary."""
FEWEST_POINTS = 6
"""Test points that only one of two has right, from which a sign test is significant (0.05)."""
ONE_SPLIT = "one split: no test"
EQUAL = "always equal"
CONSTANT = "always the same difference"
NO_CHOICE = "no choice"
REFERENCE = "reference"


class PairedTest(NamedTuple):
    """Mean difference, its 95 % interval, t, p, and in words why there is no test."""

    splits: int
    difference: float
    low: float
    high: float
    t: float
    p: float
    note: str


def corrected_t_test(
    differences: Float[Array, " J"], *, ratio: float, level: float = 0.95
) -> PairedTest:
    """Two-sided t-test of a mean difference over J overlapping splits (Nadeau and Bengio 2003).

    The training parts of repeated splits share points, so their differences are correlated and
    s²/J is too small a variance of the mean. It is replaced by s² (1/J + ``ratio``), with ``ratio``
    = n_test/n_train; t has J − 1 degrees of freedom. With ``ratio`` 0 this is the ordinary paired
    t-test. One split, or differences that are all the same, give NaN and say why.
    """
    if not (np.isfinite(ratio) and ratio >= 0):
        raise InvalidParameterError(
            "Corrected t-test", "ratio n_test/n_train", "0 or a finite number above", ratio
        )
    if not 0 < level < 1:
        raise InvalidParameterError("Corrected t-test", "level", "between 0 and 1", level)
    d = np.asarray(differences, dtype=np.float64)
    d = d[np.isfinite(d)]
    count, nan = len(d), float("nan")
    if not count:
        return PairedTest(0, nan, nan, nan, nan, nan, NO_CHOICE)
    mean = float(d.mean())
    if count < FEWEST:
        return PairedTest(count, mean, nan, nan, nan, nan, ONE_SPLIT)
    spread = float(np.abs(d - d[0]).max())
    if spread <= SAME * float(np.abs(d).max()):
        same = EQUAL if not d.any() else CONSTANT
        return PairedTest(count, mean, nan, nan, nan, nan, same)
    error = float(np.sqrt(d.var(ddof=1) * (1.0 / count + ratio)))
    t = mean / error
    half = float(stdtrit(count - 1, 0.5 + level / 2)) * error
    p = 2.0 * float(stdtr(count - 1, -abs(t)))
    return PairedTest(count, mean, mean - half, mean + half, t, p, "")


def holm(p: Float[Array, " n"]) -> Float[Array, " n"]:
    """p-values adjusted for their number by Holm's step-down rule; NaN takes no part."""
    adjusted = np.full(len(p), np.nan)
    finite = np.flatnonzero(np.isfinite(p))
    order = finite[np.argsort(p[finite], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1.0)
    return adjusted


def indistinct(rate: float, counted: int) -> float:
    """Return up to which gap one split does not tell two error rates on its test points apart.

    ``rate`` is the lower one, ``counted`` the number N of test points; of none, every gap. Without
    the single predictions there is no test. A gap is only told where it is more than two standard
    errors √(e(1 − e)/N) of the lower rate e, and so many points that the exact sign test of McNemar
    can be significant at 0.05: six, if all of them speak for the same one.
    """
    if not counted:
        return inf
    points = (FEWEST_POINTS - 1) / counted
    return max(points, 2.0 * sqrt(rate * (1.0 - rate) / counted)) * (1.0 + SAME)


def compared(
    choices: pd.DataFrame,
    *,
    ratio: float,
    reference: str = "",
    quantities: Sequence[str] | None = None,
    lam: float | None = None,
) -> pd.DataFrame:
    """One row per criterion: errors over the splits and the test against a reference criterion.

    ``choices`` is the table of choices of a sweep; the choices of kernel and λ together are
    compared, or those of the kernel at one ``lam``. The reference is the criterion with the lowest
    mean test error unless one is named. Columns: quantity, splits, test_error, test_error_sd,
    regret, regret_sd, wins (splits on which no other criterion is better; ties count for all),
    difference (criterion minus reference), low, high (95 %), t, p, p_holm, note. Best mean first.
    """
    errors, regrets = wide(choices, "test_error", lam=lam), wide(choices, "regret", lam=lam)
    names = [q for q in (quantities or errors.index) if q in errors.index]
    errors, regrets = errors.loc[names], regrets.loc[names]
    order = np.argsort(_mean(errors), kind="stable")  # NaN last
    errors, regrets = errors.iloc[order], regrets.iloc[order]
    names = list(errors.index)
    against = reference if reference in names else next(iter(names), "")
    table = pd.DataFrame(
        {
            "quantity": names,
            "splits": np.isfinite(errors.to_numpy()).sum(axis=1),
            "test_error": _mean(errors),
            "test_error_sd": _sd(errors),
            "regret": _mean(regrets),
            "regret_sd": _sd(regrets),
            "wins": _wins(errors),
        }
    )
    tests = [_against(errors, name, against, ratio) for name in names]
    results = pd.DataFrame(tests, columns=list(PairedTest._fields)).drop(columns="splits")
    results.insert(5, "p_holm", holm(results["p"].to_numpy(dtype=np.float64)))
    return pd.concat([table, results], axis=1)


def wide(choices: pd.DataFrame, column: str, *, lam: float | None = None) -> pd.DataFrame:
    """A column of the table of choices with one row per criterion and one column per split."""
    rows = choices[choices["scope"] == ("joint" if lam is None else "per_lambda")]
    if lam is not None:
        rows = rows[np.isclose(rows["lambda"], lam, rtol=1e-9, atol=0.0)]
    return by_split(rows, ["quantity"], column)


def _against(errors: pd.DataFrame, name: str, reference: str, ratio: float) -> PairedTest:
    if name == reference:
        nan = float("nan")
        return PairedTest(0, 0.0, nan, nan, nan, nan, REFERENCE)
    pair = errors.loc[name].to_numpy() - errors.loc[reference].to_numpy()
    test = corrected_t_test(pair, ratio=ratio)
    lost = errors.shape[1] - test.splits
    if test.note or not lost:
        return test
    return test._replace(note=f"{test.splits} of {errors.shape[1]} splits have both choices")


def _mean(table: pd.DataFrame) -> Float[Array, " q"]:
    return table.mean(axis=1).to_numpy(dtype=np.float64)


def _sd(table: pd.DataFrame) -> Float[Array, " q"]:
    return table.std(axis=1, ddof=1).to_numpy(dtype=np.float64)


def _wins(errors: pd.DataFrame) -> Array:
    best = errors.min(axis=0)
    return np.asarray((errors <= best + SAME).to_numpy().sum(axis=1))
