"""Which criteria are significantly worse than the best one, by the papers' test and a fair one."""

from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.errors import InvalidParameterError
from kselect_core.selection.terms.comparison import (
    CONSTANT,
    EQUAL,
    NO_CHOICE,
    REFERENCE,
    PairedTest,
    corrected_t_test,
    holm,
)
from kselect_core.types import Array, Float

Direction = Literal["lower", "higher"]
Test = Literal["paired_t", "corrected_t"]
TESTS: tuple[Test, ...] = ("paired_t", "corrected_t")
UNKNOWN = float("nan")
DIGITS = 12
"""Numbers that agree to so many digits of the largest one are equal."""

COLUMNS = (
    *("criterion", "splits", "mean", "sd", "best", "difference", "low", "high", "t"),
    *("p", "p_holm", "p_paired_t", "p_corrected_t", "worse", "not_worse", "note"),
)


class Rule(NamedTuple):
    """How two rows of errors are compared: `against_best` says what each field means."""

    test: Test = "paired_t"
    ratio: float = UNKNOWN
    level: float = 0.95
    better: Direction = "lower"
    sided: Literal[1, 2] = 1


class Compared(NamedTuple):
    """Outcome of the chosen test, its p-value, and the p-values of both tests."""

    found: PairedTest
    p: float
    p_paired_t: float
    p_corrected_t: float


def paired_t_test(differences: Float[Array, " J"], *, level: float = 0.95) -> PairedTest:
    """Two-sided Student t-test of a mean difference over J splits, as if they were independent.

    This is what the papers do. Repeated splits of one data set share most of their points, so the
    variance of the mean is larger than s²/J and this test finds too many differences; the corrected
    test (`kselect_core.selection.terms.comparison.corrected_t_test`) does not. One split, or
    differences that are all the same, give NaN and say why.
    """
    return corrected_t_test(differences, ratio=0.0, level=level)


def against_best(
    errors: pd.DataFrame,
    *,
    test: Test = "paired_t",
    ratio: float = UNKNOWN,
    level: float = 0.95,
    better: Direction = "lower",
    sided: Literal[1, 2] = 1,
) -> pd.DataFrame:
    """One row per criterion: mean over the splits and the paired test against the best criterion.

    ``errors`` has one row per criterion and one column per split, in any unit. The best criterion
    has the best mean among those with a value on the most splits; if several share it to 12 digits
    all are ``best`` and the first one is compared with.

    Columns: criterion, splits (with a value), mean, sd (over the splits), best, difference
    (criterion − best, in the unit of ``errors``), low, high (two-sided interval of that level), t,
    p (of ``test``), p_holm (p adjusted for the number of comparisons), p_paired_t, p_corrected_t
    (both tests side by side; the corrected one needs ``ratio`` = n_test/n_train and is NaN without
    it), worse, not_worse, note (why there is no p, or how many splits have both values).

    ``sided`` 1 asks only whether a criterion is worse than the best, as the papers do: with 50
    splits and level 0.95 it is if |t| > 1.677. ``worse``: p < 1 − level, or worse by the same
    amount on every split. ``not_worse``: the best, those equal to it on every split, and those the
    test does not tell from it. With one split the others are neither.

    The paired test takes overlapping splits for independent ones and calls too many criteria
    worse. Neither test knows that the best was picked by looking at the same errors.
    """
    rule = checked(Rule(test, ratio, level, better, sided))
    values = errors.to_numpy(dtype=np.float64)
    splits = np.isfinite(values).sum(axis=1)
    means = np.array([_mean(row) for row in values])
    best = _best(means, splits, better)
    rows = []
    for i, name in enumerate(errors.index):
        compared = _against(values, i, int(np.argmax(best)) if best.any() else -1, rule)
        worse = is_worse(compared, rule)
        decided = np.isfinite(compared.p) or compared.found.note in (REFERENCE, EQUAL, CONSTANT)
        rows.append(
            {
                "criterion": name,
                "splits": int(splits[i]),
                "mean": means[i],
                "sd": _sd(values[i]),
                "best": bool(best[i]),
                **{key: getattr(compared.found, key) for key in ("difference", "low", "high", "t")},
                "p": compared.p,
                "p_paired_t": compared.p_paired_t,
                "p_corrected_t": compared.p_corrected_t,
                "worse": worse,
                "not_worse": decided and not worse,
                "note": compared.found.note,
            }
        )
    table = pd.DataFrame(rows, columns=[name for name in COLUMNS if name != "p_holm"])
    adjusted = holm(table["p"].to_numpy(dtype=np.float64))
    table.insert(COLUMNS.index("p_holm"), "p_holm", adjusted)
    return table


def checked(rule: Rule) -> Rule:
    """Return the rule itself; raise for a test that does not exist or cannot be made."""
    where = "Comparison with the best"
    if rule.test not in TESTS:
        raise InvalidParameterError(where, "test", " or ".join(TESTS), rule.test)
    if rule.test == "corrected_t" and not np.isfinite(rule.ratio):
        allowed = "a number for the test corrected_t"
        raise InvalidParameterError(where, "ratio n_test/n_train", allowed, rule.ratio)
    if rule.better not in ("lower", "higher"):
        raise InvalidParameterError(where, "better", "lower or higher", rule.better)
    if rule.sided not in (1, 2):
        raise InvalidParameterError(where, "sided", "1 or 2", rule.sided)
    if not 0 < rule.level < 1:
        raise InvalidParameterError(where, "level", "between 0 and 1", rule.level)
    return rule


def paired(one: Float[Array, " J"], other: Float[Array, " J"], rule: Rule) -> Compared:
    """Both tests of one row of errors minus the other, over the splits that have both."""
    d = settled(one - other, np.concatenate([one, other]))
    plain = paired_t_test(d, level=rule.level)
    fair = plain
    if np.isfinite(rule.ratio):
        fair = corrected_t_test(d, ratio=rule.ratio, level=rule.level)
    p_fair = _p(fair, rule) if np.isfinite(rule.ratio) else UNKNOWN
    test = plain if rule.test == "paired_t" else fair
    if not test.note and test.splits < len(d):
        test = test._replace(note=f"{test.splits} of {len(d)} splits have both values")
    return Compared(test, _p(test, rule), _p(plain, rule), p_fair)


def is_worse(compared: Compared, rule: Rule) -> bool:
    """Whether the first row of a comparison is worse: by the test, or equally on every split."""
    test = compared.found
    lost = test.difference > 0 if rule.better == "lower" else test.difference < 0
    sure = test.note == CONSTANT or bool(compared.p < 1.0 - rule.level)  # NaN: no
    return bool(lost and sure)


def settled(values: Float[Array, " n"], like: Float[Array, " m"]) -> Float[Array, " n"]:
    """Values without what rounding leaves in the last digits of numbers as large as ``like``."""
    sizes = np.abs(like[np.isfinite(like)])
    scale = float(sizes.max()) if len(sizes) else 0.0
    return np.round(values / scale, DIGITS) * scale if scale > 0 else values


def _best(means: Float[Array, " q"], splits: Array, better: Direction) -> Array:
    """Which rows share the best mean of those that have the most splits."""
    complete: Array = np.isfinite(means) & (splits == splits.max(initial=0))
    if not complete.any():
        return complete
    level = settled(means, means)
    extreme = level[complete].min() if better == "lower" else level[complete].max()
    complete[complete] = level[complete] == extreme
    return complete


def _against(values: Float[Array, "q J"], row: int, best: int, rule: Rule) -> Compared:
    if row == best:
        test = PairedTest(0, 0.0, *(UNKNOWN,) * 4, REFERENCE)
    elif best < 0 or not np.isfinite(values[row]).any():
        test = PairedTest(0, *(UNKNOWN,) * 5, NO_CHOICE)
    else:
        return paired(values[row], values[best], rule)
    return Compared(test, UNKNOWN, UNKNOWN, UNKNOWN)


def _p(test: PairedTest, rule: Rule) -> float:
    """p-value of being worse, or of being different."""
    if rule.sided == 2:  # noqa: PLR2004 (two sides)
        return test.p
    lost = test.t > 0 if rule.better == "lower" else test.t < 0
    return test.p / 2 if lost else 1.0 - test.p / 2


def _mean(row: Float[Array, " J"]) -> float:
    finite = row[np.isfinite(row)]
    return float(finite.mean()) if len(finite) else UNKNOWN


def _sd(row: Float[Array, " J"]) -> float:
    finite = row[np.isfinite(row)]
    return float(finite.std(ddof=1)) if len(finite) > 1 else UNKNOWN
