"""Several criteria over several data sets: Friedman's test on ranks and what follows from it."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.experiments.statistics.signed_rank import signed_rank
from kselect_core.experiments.statistics.significance import UNKNOWN, Direction, settled
from kselect_core.selection.terms.comparison import EQUAL, REFERENCE, holm

FEWEST_DATASETS, FEWEST_CRITERIA = 2, 3
ROUNDOFF = 1e-12


class Friedman(NamedTuple):
    """Friedman's χ² and Iman and Davenport's F, both corrected for ties, with p-values."""

    datasets: int
    criteria: int
    chi2: float
    p: float
    F: float
    F_p: float
    note: str


class RankComparison(NamedTuple):
    """Nemenyi's test of all pairs: average ranks, critical difference, p-values, cliques."""

    datasets: int
    left_out: tuple[str, ...]
    ranks: pd.Series
    cd: float
    level: float
    p: pd.DataFrame
    cliques: tuple[tuple[str, ...], ...]


def ranked(scores: pd.DataFrame, *, better: Direction = "lower") -> pd.DataFrame:
    """Rank of every criterion on every data set: 1 is best, ties (to 12 digits) share the average.

    ``scores`` has one row per data set and one column per criterion, in any unit. Data sets where a
    criterion has no value are left out, because ranks among fewer criteria mean something else.
    """
    if better not in ("lower", "higher"):
        raise InvalidParameterError("Ranks", "better", "lower or higher", better)
    whole = scores[np.isfinite(scores.to_numpy(dtype=np.float64)).all(axis=1)]
    values = whole.to_numpy(dtype=np.float64) * (1.0 if better == "lower" else -1.0)
    rows = [stats.rankdata(settled(row, row)) for row in values]
    shape = (len(whole), scores.shape[1])
    return pd.DataFrame(
        np.array(rows, dtype=np.float64).reshape(shape), index=whole.index, columns=scores.columns
    )


def friedman(scores: pd.DataFrame, *, better: Direction = "lower") -> Friedman:
    """Friedman's test that all criteria have the same average rank, on N data sets and k criteria.

    ``chi2`` is corrected for ties, with k − 1 degrees of freedom; ``F`` = (N − 1) χ²/(N (k − 1) −
    χ²) is Iman and Davenport's less conservative statistic with k − 1 and (k − 1)(N − 1) degrees
    of freedom. Assumes independent data sets, not normal errors. NaN, and why, for less than three
    criteria or two data sets and where every rank is tied.
    """
    ranks = ranked(scores, better=better)
    count, k = ranks.shape
    if count < FEWEST_DATASETS or k < FEWEST_CRITERIA:
        return Friedman(count, k, *(UNKNOWN,) * 4, "fewer than 2 data sets or 3 criteria: no test")
    values = ranks.to_numpy(dtype=np.float64)
    if (values == values[:, :1]).all():
        return Friedman(count, k, *(UNKNOWN,) * 4, EQUAL)
    test = stats.friedmanchisquare(*values.T)
    chi2, p = float(test.statistic), float(test.pvalue)
    ratio = _iman_davenport(chi2, count, k)
    ratio_p = float(stats.f.sf(ratio, k - 1, (k - 1) * (count - 1)))
    return Friedman(count, k, chi2, p, ratio, ratio_p, "")


def critical_difference(criteria: int, datasets: int, *, level: float = 0.95) -> float:
    """Nemenyi's critical difference of two average ranks, for all pairs of k criteria together.

    q √(k(k+1)/6N), with q the quantile of the studentised range of k and infinitely many degrees of
    freedom, divided by √2.
    """
    _check_level(level)
    q = float(stats.studentized_range.ppf(level, criteria, np.inf)) / np.sqrt(2.0)
    return float(q) * _se(criteria, datasets)


def nemenyi(
    scores: pd.DataFrame, *, level: float = 0.95, better: Direction = "lower"
) -> RankComparison:
    """Nemenyi's test of every two criteria, to be read after Friedman's test has rejected.

    ``ranks`` are best first, ``p`` is a symmetric table adjusted for all pairs, ``cliques`` are the
    groups of `cliques`. Data sets with a missing value are ``left_out``. The outcome for a pair
    depends on which other criteria take part; `against_control` has the signed ranks beside it.
    """
    _check_level(level)
    ranks = ranked(scores, better=better)
    count, k = ranks.shape
    if not count or k < 2:  # noqa: PLR2004 (a pair)
        raise InvalidParameterError(
            "Nemenyi's test",
            "scores",
            "at least 2 criteria on 1 data set with all values",
            (count, k),
        )
    mean = ranks.mean(axis=0).sort_values(kind="stable")
    apart = np.abs(mean.to_numpy()[:, None] - mean.to_numpy()[None, :]) / _se(k, count)
    p = stats.studentized_range.sf(apart * np.sqrt(2.0), k, np.inf)
    cd = critical_difference(k, count, level=level)
    lost = tuple(str(name) for name in scores.index.difference(ranks.index, sort=False))
    table = pd.DataFrame(np.clip(p, 0.0, 1.0), index=mean.index, columns=mean.index)
    return RankComparison(count, lost, mean, cd, level, table, cliques(mean, cd))


def cliques(ranks: pd.Series, cd: float) -> tuple[tuple[str, ...], ...]:
    """Groups that a critical-difference diagram joins by a bar, from the best rank on.

    The rule: criteria in the order of their average ranks; a group is a run of neighbours whose
    first and last ranks differ by at most the critical difference, so that no two of its members
    are told apart; only groups of two or more are kept that no larger group contains.
    """
    order = ranks.sort_values(kind="stable")
    values, names = order.to_numpy(dtype=np.float64), [str(name) for name in order.index]
    alike: list[tuple[str, ...]] = []
    reached = 0
    for first in range(len(values)):
        end = int(np.searchsorted(values, values[first] + cd * (1 + ROUNDOFF), side="right"))
        if end > reached and end - first > 1:
            alike.append(tuple(names[first:end]))
        reached = max(reached, end)
    return tuple(alike)


def against_control(
    scores: pd.DataFrame, *, control: str = "", better: Direction = "lower"
) -> pd.DataFrame:
    """One row per criterion, best rank first: two tests against one of them, adjusted by Holm.

    The ``control`` is the criterion with the best average rank unless one is named. Columns:
    criterion, rank (average), difference (of the ranks: criterion − control), z, p, p_holm (the
    test on average ranks; after Friedman's test has rejected), p_signed_rank, p_signed_rank_holm
    (Wilcoxon's test on the pair alone, which does not depend on the other criteria), method (how
    p_signed_rank was found), note. Both are two-sided and assume independent data sets.
    """
    ranks = ranked(scores, better=better)
    count, k = ranks.shape
    if control and control not in ranks.columns:
        raise UnknownNameError("criterion of the table", control, map(str, ranks.columns))
    mean = ranks.mean(axis=0).sort_values(kind="stable")
    against = control or str(mean.index[0])
    others = [_control_row(scores.loc[ranks.index], str(name), against) for name in mean.index]
    table = pd.DataFrame(others)
    table.insert(1, "rank", mean.to_numpy(dtype=np.float64))
    table.insert(2, "difference", table["rank"] - float(mean[against]))
    z = (
        (table["difference"] / _se(k, count)).to_numpy(dtype=np.float64)
        if count
        else np.full(k, UNKNOWN)
    )
    p = np.where(table["note"] == REFERENCE, UNKNOWN, 2.0 * stats.norm.sf(np.abs(z)))
    table.insert(3, "z", z)
    table.insert(4, "p", p)
    table.insert(5, "p_holm", holm(p))
    adjusted = holm(table["p_signed_rank"].to_numpy(dtype=np.float64))
    table.insert(7, "p_signed_rank_holm", adjusted)
    return table


def _control_row(scores: pd.DataFrame, name: str, control: str) -> dict[str, object]:
    if name == control:
        return {"criterion": name, "p_signed_rank": UNKNOWN, "method": "", "note": REFERENCE}
    pair = (scores[column].to_numpy(dtype=np.float64) for column in (name, control))
    test = signed_rank(*pair)
    row = {"p_signed_rank": test.p, "method": test.method, "note": test.note}
    return {"criterion": name, **row}


def _se(k: int, datasets: int) -> float:
    """Standard error of the difference of two average ranks."""
    return float(np.sqrt(k * (k + 1) / (6.0 * datasets)))


def _iman_davenport(chi2: float, datasets: int, k: int) -> float:
    rest = datasets * (k - 1) - chi2
    return (datasets - 1) * chi2 / rest if rest > ROUNDOFF * datasets * k else float("inf")


def _check_level(level: float) -> None:
    if not 0 < level < 1:
        raise InvalidParameterError("Ranks", "level", "between 0 and 1", level)
