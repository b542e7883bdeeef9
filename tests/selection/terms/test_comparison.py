"""Choices over repeated splits: the corrected test against slow literal computations."""

import math
from math import inf, sqrt

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from scipy.stats import binomtest

from kselect_core.errors import InvalidParameterError
from kselect_core.selection import choices, run_sweep
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.comparison import (
    CONSTANT,
    EQUAL,
    NO_CHOICE,
    ONE_SPLIT,
    REFERENCE,
    compared,
    corrected_t_test,
    holm,
    indistinct,
    wide,
)
from kselect_core.selection.terms.recommendation import SURE
from kselect_core.views.sweep import SweepAt
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import EXACT, ROUNDOFF


def literal_test(differences, test_size, train_size):
    """The formula of Nadeau and Bengio, term by term, with SciPy's distribution."""
    J = len(differences)
    mean = sum(differences) / J
    variance = sum((d - mean) ** 2 for d in differences) / (J - 1)
    t = mean / math.sqrt((1 / J + test_size / train_size) * variance)
    student = stats.t(J - 1)
    half = student.ppf(0.975) * math.sqrt((1 / J + test_size / train_size) * variance)
    return t, 2 * student.sf(abs(t)), mean - half, mean + half


@pytest.fixture
def differences():
    return np.random.default_rng(5).normal(0.02, 0.05, size=10)


def test_the_corrected_test_is_the_formula_written_out(differences):
    got = corrected_t_test(differences, ratio=30 / 70)
    t, p, low, high = literal_test(differences.tolist(), 30, 70)
    assert_allclose([got.t, got.p, got.low, got.high], [t, p, low, high], **ROUNDOFF)
    assert got.splits == 10
    assert got.note == ""


def test_without_overlap_it_is_the_ordinary_paired_t_test(differences):
    one = np.random.default_rng(6).uniform(0.1, 0.3, size=10)
    expected = stats.ttest_rel(one + differences, one)
    interval = expected.confidence_interval(0.95)
    got = corrected_t_test(differences, ratio=0.0)
    assert_allclose([got.t, got.p], [expected.statistic, expected.pvalue], **ROUNDOFF)
    assert_allclose([got.low, got.high], [interval.low, interval.high], **ROUNDOFF)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_the_interval_has_its_level(differences, level):
    expected = stats.ttest_1samp(differences, 0.0).confidence_interval(level)
    got = corrected_t_test(differences, ratio=0.0, level=level)
    assert_allclose([got.low, got.high], [expected.low, expected.high], **ROUNDOFF)


def test_overlap_makes_the_test_less_sure(differences):
    sure = corrected_t_test(differences, ratio=0.0)
    careful = corrected_t_test(differences, ratio=30 / 70)
    assert careful.p > sure.p
    assert careful.high - careful.low > sure.high - sure.low
    assert careful.difference == sure.difference


def test_the_test_is_two_sided_and_does_not_mind_the_order(differences):
    got = corrected_t_test(differences, ratio=0.3)
    other = corrected_t_test(-differences[::-1], ratio=0.3)
    assert_allclose([other.t, other.p, other.low], [-got.t, got.p, -got.high], **ROUNDOFF)


@pytest.mark.parametrize(
    ("differences", "note", "mean"),
    [
        ([], NO_CHOICE, math.nan),
        ([math.nan, math.nan], NO_CHOICE, math.nan),
        ([0.1], ONE_SPLIT, 0.1),
        ([0.1, math.nan], ONE_SPLIT, 0.1),
        ([0.0, 0.0, 0.0], EQUAL, 0.0),
        ([0.1, 0.1, 0.1], CONSTANT, 0.1),
        ([0.1, 0.3 - 0.2, 0.1], CONSTANT, 0.1),
    ],
)
def test_where_nothing_can_be_tested_words_say_so(differences, note, mean):
    got = corrected_t_test(np.array(differences), ratio=0.5)
    assert got.note == note
    assert_allclose(got.difference, mean, **ROUNDOFF)
    assert np.isnan([got.t, got.p, got.low, got.high]).all()


@pytest.mark.parametrize("ratio", [-0.1, math.nan, math.inf])
def test_a_senseless_ratio_is_refused(ratio):
    with pytest.raises(InvalidParameterError, match="n_test/n_train"):
        corrected_t_test(np.array([0.1, 0.2]), ratio=ratio)


@pytest.mark.parametrize("level", [0.0, 1.0, math.nan])
def test_a_senseless_level_is_refused(level):
    with pytest.raises(InvalidParameterError, match="level"):
        corrected_t_test(np.array([0.1, 0.2]), ratio=0.1, level=level)


def literal_holm(p):
    """Step down by hand: the k-th smallest of m is multiplied by m − k + 1, never falling."""
    adjusted, worst = [math.nan] * len(p), 0.0
    order = sorted((value, i) for i, value in enumerate(p) if not math.isnan(value))
    for rank, (value, i) in enumerate(order):
        worst = max(worst, min(1.0, (len(order) - rank) * value))
        adjusted[i] = worst
    return adjusted


@pytest.mark.parametrize(
    "p",
    [
        [],
        [0.03],
        [0.01, 0.04, 0.03, 0.005],
        [0.2, math.nan, 0.01, 0.01],
        [0.9, 0.8, 0.7],
        [math.nan, math.nan],
    ],
)
def test_holm_steps_down(p):
    assert_allclose(holm(np.array(p, dtype=float)), literal_holm(p), **ROUNDOFF)


def test_holm_of_a_known_example():
    assert_allclose(holm(np.array([0.01, 0.04, 0.03, 0.005])), [0.03, 0.06, 0.06, 0.02], **ROUNDOFF)


@pytest.mark.parametrize("dataset", [blobs(), waves(), clouds().against_rest("red")])
@pytest.mark.parametrize("share", [0.25, 0.3, 0.5])
def test_the_ratio_is_that_of_the_parts(dataset, share):
    config = small(dataset=dataset.name, test_share=share, criteria=("loo",))
    parts = prepared_split(Setup(config, dataset), 1)
    assert_allclose(Setup.of(config, dataset).ratio, len(parts.test) / len(parts.train), **EXACT)
    assert_allclose(SweepAt(config, None).ratio, share / (1 - share), **EXACT)


def chosen(errors, lam=0.1):
    """Table of choices with these test errors per criterion and split."""
    rows = [
        {
            "split": split,
            "quantity": quantity,
            "scope": scope,
            "lambda": lam,
            "test_error": error + (0.5 if scope == "per_lambda" else 0.0),
            "regret": error - 0.1,
        }
        for scope in ("joint", "per_lambda")
        for quantity, values in errors.items()
        for split, error in enumerate(values)
    ]
    return pd.DataFrame(rows)


ERRORS = {
    "fsm": [0.5, 0.4, 0.6, 0.5],
    "loo": [0.2, 0.3, 0.2, 0.2],
    "kfold": [0.2, 0.2, 0.3, 0.4],
}


def test_each_criterion_is_tested_against_the_lowest_mean():
    table = compared(chosen(ERRORS), ratio=0.5)
    assert list(table["quantity"]) == ["loo", "kfold", "fsm"]
    assert table["note"].iloc[0] == REFERENCE
    for row in table.iloc[1:].itertuples():
        pair = [a - b for a, b in zip(ERRORS[row.quantity], ERRORS["loo"], strict=True)]
        t, p, low, high = literal_test(pair, 1, 2)
        assert_allclose([row.t, row.p, row.low, row.high], [t, p, low, high], **ROUNDOFF)
    assert_allclose(table["p_holm"].iloc[1:], literal_holm(list(table["p"].iloc[1:])), **ROUNDOFF)


def test_means_deviations_and_wins_are_those_of_the_splits():
    table = compared(chosen(ERRORS), ratio=0.5).set_index("quantity")
    for quantity, errors in ERRORS.items():
        row = table.loc[quantity]
        assert_allclose(row["test_error"], np.mean(errors), **ROUNDOFF)
        assert_allclose(row["test_error_sd"], np.std(errors, ddof=1), **ROUNDOFF)
        assert_allclose(row["regret"], np.mean(errors) - 0.1, **ROUNDOFF)
        assert row["splits"] == 4
    assert table["wins"].to_dict() == {"loo": 3, "kfold": 2, "fsm": 0}


def test_another_reference_turns_the_differences():
    table = compared(chosen(ERRORS), ratio=0.5, reference="fsm").set_index("quantity")
    assert table.loc["fsm", "note"] == REFERENCE
    assert table.loc["loo", "difference"] < 0


def test_an_unknown_reference_is_the_lowest_mean():
    table = compared(chosen(ERRORS), ratio=0.5, reference="nobody")
    assert table["note"].iloc[0] == REFERENCE


def test_only_the_criteria_asked_for_are_compared():
    table = compared(chosen(ERRORS), ratio=0.5, quantities=("fsm", "nobody", "kfold"))
    assert list(table["quantity"]) == ["kfold", "fsm"]
    assert table["wins"].tolist() == [4, 0]


def test_the_choices_at_one_ridge_can_be_compared():
    table = compared(chosen(ERRORS), ratio=0.5, lam=0.1 * (1 + 1e-12))
    assert_allclose(table["test_error"].iloc[0], np.mean(ERRORS["loo"]) + 0.5, **ROUNDOFF)


def test_a_criterion_without_choices_stands_last_with_the_reason():
    table = compared(chosen(ERRORS | {"sm": [math.nan] * 4}), ratio=0.5)
    last = table.iloc[-1]
    assert last["quantity"] == "sm"
    assert last["note"] == NO_CHOICE
    assert last["splits"] == 0
    assert np.isnan(last["test_error"])


def test_splits_without_a_choice_are_left_out_and_counted():
    table = compared(chosen(ERRORS | {"sm": [0.5, math.nan, 0.4, 0.3]}), ratio=0.5)
    row = table.set_index("quantity").loc["sm"]
    assert row["note"] == "3 of 4 splits have both choices"
    t, *_ = literal_test([0.3, 0.2, 0.1], 1, 2)
    assert_allclose(row["t"], t, **ROUNDOFF)


def test_one_split_gives_numbers_and_no_test():
    table = compared(chosen({name: values[:1] for name, values in ERRORS.items()}), ratio=0.5)
    assert set(table["note"]) == {REFERENCE, ONE_SPLIT}
    assert table["p_holm"].isna().all()


def test_nothing_to_compare_is_an_empty_table():
    table = compared(chosen(ERRORS), ratio=0.5, quantities=("nobody",))
    assert table.empty
    assert "p_holm" in table


def test_a_sweep_is_compared_as_its_choices_say():
    dataset = blobs()
    config = small(repeats=4)
    picks = choices(run_sweep(config, dataset=dataset), config)
    table = compared(picks, ratio=Setup.of(config, dataset).ratio).set_index("quantity")
    joint = picks[picks["scope"] == "joint"]
    for quantity, rows in joint.groupby("quantity"):
        assert_allclose(table.loc[quantity, "test_error"], rows["test_error"].mean(), **ROUNDOFF)
    assert wide(picks, "regret").shape == (3, 4)


@pytest.mark.parametrize("count", [30, 90, 1000])
def test_the_fewest_points_are_those_of_the_exact_sign_test(count):
    five, six = (binomtest(k, k).pvalue for k in (5, 6))
    assert five > SURE > six
    assert 5 / count <= indistinct(0.0, count) < 6 / count


def test_a_gap_is_told_from_two_standard_errors_and_of_no_points_never():
    assert indistinct(0.3, 100) == pytest.approx(2 * sqrt(0.3 * 0.7 / 100))
    assert indistinct(0.3, 0) == inf
