"""Which criteria are significantly worse: against scipy, statsmodels, and by hand where none is."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from kselect_core.errors import InvalidParameterError
from kselect_core.experiments.statistics.significance import COLUMNS, against_best, paired_t_test
from kselect_core.experiments.statistics.wins import win_tie_loss
from kselect_core.selection.terms.comparison import CONSTANT, EQUAL, NO_CHOICE, ONE_SPLIT, REFERENCE
from tests.tolerances import ROUNDOFF

CRITERIA = ("sm", "cv", "fsm", "er")


def made(*, splits=50, seed=0):
    """Errors in per cent: two nearly equal criteria, one clearly worse, one a little."""
    rng = np.random.default_rng(seed)
    shared = rng.normal(20, 2, splits)
    shifts = (0.0, 0.2, 5.0, 0.8)
    rows = [shared + shift + rng.normal(0, 1, splits) for shift in shifts]
    return pd.DataFrame(rows, index=list(CRITERIA))


def of(table, criterion):
    return table.set_index("criterion").loc[criterion]


def test_the_paired_test_is_students():
    errors = made().to_numpy()
    ours = paired_t_test(errors[3] - errors[0], level=0.9)
    theirs = stats.ttest_rel(errors[3], errors[0])
    assert_allclose((ours.t, ours.p), theirs, **ROUNDOFF)
    assert_allclose((ours.low, ours.high), theirs.confidence_interval(0.9), **ROUNDOFF)


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_every_criterion_is_compared_with_the_best_one_sided(better):
    errors = made() if better == "lower" else 100 - made()
    table = against_best(errors, ratio=3 / 7, better=better)
    alternative = "greater" if better == "lower" else "less"
    assert tuple(table.columns) == COLUMNS
    assert table["best"].tolist() == [True, False, False, False]
    for name in CRITERIA[1:]:
        row = of(table, name)
        theirs = stats.ttest_rel(errors.loc[name], errors.loc["sm"], alternative=alternative)
        assert_allclose((row["t"], row["p"]), theirs, **ROUNDOFF)
        wider = row["t"] / np.sqrt(1 + 50 * 3 / 7)
        p = stats.t.sf(abs(wider), 49) if row["t"] * wider > 0 else np.nan
        assert_allclose(row["p_corrected_t"], p, **ROUNDOFF)
        assert_allclose(row["mean"], errors.loc[name].mean(), **ROUNDOFF)
        assert_allclose(row["sd"], errors.loc[name].std(ddof=1), **ROUNDOFF)
    assert table["worse"].tolist() == [False, False, True, True]
    assert table["not_worse"].tolist() == [True, True, False, False]
    assert of(table, "sm")["note"] == REFERENCE


def test_the_corrected_test_calls_fewer_criteria_worse():
    table = against_best(made(), test="corrected_t", ratio=3 / 7)
    assert table["worse"].tolist() == [False, False, True, False]
    assert_allclose(table["p"], table["p_corrected_t"], **ROUNDOFF)


def test_the_mark_of_fifty_splits_stands_at_the_papers_threshold():
    d = np.concatenate([np.full(25, 1.0), np.full(25, -1.0)])
    se = d.std(ddof=1) / np.sqrt(50)
    for t, worse in ((1.67, False), (1.68, True)):
        errors = pd.DataFrame([np.full(50, 20.0), 20.0 + d + t * se], index=["a", "b"])
        assert of(against_best(errors), "b")["worse"] == worse
        assert not of(against_best(errors, sided=2), "b")["worse"]


def test_p_values_are_adjusted_by_holm():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    table = against_best(made(), sided=2)
    known = table["p"].notna()
    expected = multitest.multipletests(table.loc[known, "p"], method="holm")[1]
    assert_allclose(table.loc[known, "p_holm"], expected, **ROUNDOFF)


def test_where_there_is_no_test_the_note_says_why():
    base = np.array([20.0, 22.0, 21.0])
    rows = {"a": base, "same": base, "always": base + 0.1, "lost": np.full(3, np.nan)}
    table = against_best(pd.DataFrame(rows).T)
    assert table["note"].tolist() == [REFERENCE, EQUAL, CONSTANT, NO_CHOICE]
    assert table["best"].tolist() == [True, True, False, False]
    assert table["worse"].tolist() == [False, False, True, False]
    assert table["not_worse"].tolist() == [True, True, False, False]
    assert table["p"].isna().all()
    one = against_best(pd.DataFrame({0: [20.0, 21.0]}, index=["a", "b"]))
    assert one["note"].tolist() == [REFERENCE, ONE_SPLIT]
    assert one["not_worse"].tolist() == [True, False]


def test_a_criterion_with_few_lucky_splits_is_not_the_best():
    errors = made(splits=5)
    errors.loc["fsm", [1, 2]] = 1.0
    errors.loc["fsm", [0, 3, 4]] = np.nan
    table = against_best(errors)
    assert of(table, "fsm")["mean"] == 1.0
    assert not of(table, "fsm")["best"]
    assert of(table, "fsm")["note"] == "2 of 5 splits have both values"
    assert not of(table, "fsm")["worse"]


def test_no_values_at_all_give_a_table_without_a_best():
    table = against_best(pd.DataFrame(np.full((2, 3), np.nan), index=["a", "b"]))
    assert table["note"].tolist() == [NO_CHOICE] * 2
    assert not table[["best", "worse", "not_worse"]].to_numpy().any()


@pytest.mark.parametrize(
    "wrong",
    [
        {"test": "z"},
        {"test": "corrected_t"},
        {"better": "up"},
        {"sided": 3},
        {"level": 1.0},
        {"ratio": -1.0},
    ],
)
def test_wrong_rules_are_refused(wrong):
    with pytest.raises(InvalidParameterError):
        against_best(made(splits=3), **wrong)


def test_wins_ties_and_losses_are_those_counted_by_hand():
    tables = {f"set {seed}": made(seed=seed) for seed in range(8)}
    tables["rounded"] = pd.DataFrame({0: [0.1 + 0.2, 0.3]}, index=["sm", "cv"])
    cancelling = pd.DataFrame([[0.1, 0.2, -0.3], [0.0, 0.0, 0.0]], index=["sm", "cv"])
    found = win_tie_loss(tables, test=None).set_index(["criterion", "other"])
    tested = win_tie_loss(tables, test="paired_t").set_index(["criterion", "other"])
    for one, other in found.index:
        counted, by_test = found.loc[(one, other)], tested.loc[(one, other)]
        pairs = [
            (t.loc[one], t.loc[other]) for t in tables.values() if {one, other} <= set(t.index)
        ]
        means = [(a - b).mean() for a, b in pairs]
        assert counted["wins"] == sum(mean < -1e-9 for mean in means)
        assert counted["losses"] == found.loc[(other, one), "wins"]
        p = [stats.ttest_rel(a, b) for a, b in pairs if len(a) > 1]
        assert by_test["wins"] == sum(x.pvalue < 0.05 and x.statistic < 0 for x in p)
        assert by_test["losses"] == sum(x.pvalue < 0.05 and x.statistic > 0 for x in p)
        assert by_test["wins"] + by_test["ties"] + by_test["losses"] == by_test["datasets"] == 8
    assert found.loc[("sm", "cv"), "ties"] == 1
    assert found.loc[("sm", "cv"), "datasets"] == 9
    assert win_tie_loss({"cancelling": cancelling})["ties"].tolist() == [1, 1]
    higher = win_tie_loss(tables, better="higher").set_index(["criterion", "other"])
    assert (higher["wins"] == found["losses"]).all()
