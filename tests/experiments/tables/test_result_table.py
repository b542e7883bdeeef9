"""Ours beside the printed: means, verdicts, marks and tests against their definitions."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from kselect_core.experiments.tables.result_table import errors, ranks_input, result_table
from tests.experiments.outcome_examples import outcomes, paper
from tests.tolerances import ROUNDOFF


def row(table, criterion):
    return table.set_index("criterion").loc[criterion]


def test_a_loss_that_never_varies_says_why_it_has_no_p():
    given = outcomes({"a": [1.0, 2.0], "b": [2.0, 3.0], "c": [1.5, 3.0]})
    found = result_table(given).set_index("criterion")
    assert np.isnan(found.loc["b", "p"])
    assert found["no_p"].astype(bool).to_dict() == {"a": False, "b": True, "c": False}
    assert "the differences do not vary" in found.loc["b", "no_p"]
    assert found["note"].tolist() == ["", "", ""]


def test_means_deviations_and_the_one_sided_paired_test():
    rng = np.random.default_rng(3)
    common = rng.normal(20.0, 3.0, 12)
    values = {name: common + rng.normal(k, 1.0, 12) for k, name in enumerate("abc")}
    table = result_table(outcomes(values), ratio=0.5)
    for name in "abc":
        assert_allclose(row(table, name)["mean"], values[name].mean(), **ROUNDOFF)
        assert_allclose(row(table, name)["sd"], values[name].std(ddof=1), **ROUNDOFF)
    assert table["best"].tolist() == [True, False, False]
    for name in "bc":
        told = stats.ttest_rel(values[name], values["a"], alternative="greater")
        assert_allclose(row(table, name)["p"], told.pvalue, **ROUNDOFF)
        assert row(table, name)["not_worse"] == (told.pvalue >= 0.05)
        slower = told.statistic / np.sqrt(1 + 12 * 0.5)  # s² (1/J + ratio) instead of s²/J
        assert_allclose(row(table, name)["p_corrected_t"], stats.t.sf(slower, 11), **ROUNDOFF)
    assert not row(table, "c")["not_worse"]


def test_higher_may_be_better_and_the_corrected_test_may_decide():
    rng = np.random.default_rng(4)
    values = {"a": rng.normal(80, 2, 10), "b": rng.normal(83, 2, 10)}
    table = result_table(outcomes(values), better="higher", test="corrected_t", ratio=1.0)
    assert table["best"].tolist() == [False, True]
    assert_allclose(row(table, "a")["p"], row(table, "a")["p_corrected_t"], **ROUNDOFF)


@pytest.mark.parametrize(
    ("ours", "cell", "verdict", "in_sd"),
    [
        (10.0, (10.0, 2.0), "as printed", 0.0),
        (12.0, (10.0, 2.0), "as printed", 1.0),
        (7.0, (10.0, 2.0), "near", -1.5),
        (4.0, (10.0, 2.0), "lower", -3.0),
        (15.0, (10.0, 2.0), "higher", 2.5),
        (0.012, (0.01, 0.0), "as printed", 0.0),
        (0.5, (0.01, 0.0), "higher", np.inf),
        (10.0, (10.0, np.nan), "as printed", np.nan),
        (9.0, (10.0, np.nan), "lower", np.nan),
        (10.0, (np.nan, np.nan), "not printed", np.nan),
        (np.nan, (10.0, 2.0), "no value", np.nan),
    ],
)
def test_verdicts_count_printed_deviations(ours, cell, verdict, in_sd):
    given = outcomes({"a": [ours, ours]}, reason="no kernel")
    found = row(result_table(given, paper({"a": cell})), "a")
    assert found["verdict"] == verdict
    assert_allclose(found["in_sd"], in_sd, **ROUNDOFF)
    assert_allclose(found["difference"], ours - cell[0], **ROUNDOFF)
    assert found["note"] == ("no kernel" if np.isnan(ours) else "")


def test_printed_criteria_that_were_not_computed_have_no_value_and_strangers_are_not_printed():
    given = outcomes({"z": [1.0, 2.0], "a": [3.0, 4.0]})
    printed = pd.concat(
        [paper({"a": (3.0, 1.0), "b": (5.0, 1.0)}), paper({"a": (9.0, 1.0)}, dataset="not run")]
    )
    table = result_table(given, printed)
    assert table["criterion"].tolist() == ["a", "b", "z"]
    assert table["verdict"].tolist() == ["as printed", "no value", "not printed"]
    assert table["splits"].tolist() == [2, 0, 2]


def test_missing_splits_are_left_out_and_settings_and_variants_stay_apart():
    given = pd.concat(
        [
            outcomes({"a": [5.0], "b": [4.0]}, setting="λ = 1", variant="raw"),
            outcomes({"a": [1.0, np.nan, 3.0], "b": [2.0, 2.0, 2.0]}, setting="λ = 1"),
            outcomes({"a": [7.0], "b": [8.0]}, setting="λ = 10"),
        ]
    )
    printed = [paper({"a": (k, 1.0)}, setting=s) for k, s in ((2.0, "λ = 1"), (9.0, "λ = 10"))]
    table = result_table(given, pd.concat(printed))
    assert len(table) == 6
    assert table.query("criterion == 'a'")["printed"].tolist() == [2.0, 2.0, 9.0]
    first = table.iloc[2]
    assert (first["mean"], first["splits"]) == (2.0, 2)
    assert table.query("variant == 'raw' and best")["criterion"].tolist() == ["b"]
    assert list(errors(given)) == ["d, λ = 1", "d, λ = 10"]
    assert errors(given)["d, λ = 1"].loc["b"].tolist() == [2.0, 2.0, 2.0]
    ranks = ranks_input(table)
    assert ranks.index.tolist() == ["d, λ = 1", "d, λ = 10"]
    assert ranks.to_numpy().tolist() == [[2.0, 2.0], [7.0, 8.0]]


def test_nothing_gives_an_empty_table():
    empty = outcomes({"a": [1.0]}).iloc[:0]
    assert list(result_table(empty)) == list(result_table(outcomes({"a": [1.0]})))
    assert not len(result_table(empty))
    assert not len(ranks_input(result_table(empty)))


def test_data_sets_without_all_values_have_no_ranks():
    given = pd.concat(
        [outcomes({"a": [1.0], "b": [np.nan]}), outcomes({"b": [1.0], "a": [2.0]}, dataset="e")]
    )
    assert ranks_input(result_table(given)).to_dict("index") == {"e": {"a": 2.0, "b": 1.0}}


def test_one_data_set_under_two_names_counts_once_in_ranks():
    given = pd.DataFrame(
        [
            ("", d, "", c, split, value + split, "")
            for d, values in {"pima": (1, 2), "diabetes": (1, 2), "heart": (1, 3)}.items()
            for c, value in zip("ab", values, strict=True)
            for split in range(2)
        ],
        columns=["variant", "dataset", "setting", "criterion", "split", "value", "reason"],
    )
    assert list(ranks_input(result_table(given)).index) == ["pima", "heart"]
