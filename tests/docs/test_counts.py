"""Counts in a result table, by hand on a small one."""

import math

import pandas as pd
import pytest

from kselect_core.errors import UnknownNameError
from kselect_core.experiments.tables.result_table import result_table
from tests.docs.tools import tool
from tests.experiments.outcome_examples import outcomes, paper

counts = tool("counts")
OURS = {"d": (1.0, 2.0, 3.0), "e": (3.0, 3.0, math.nan), "f": (4.0, 1.0, 2.0)}
PRINTED = {"d": (1.0, 2.0, 9.0), "e": (2.0, 2.0, 2.0), "f": (1.5, math.nan, 0.0)}


@pytest.fixture
def table():
    given = [
        outcomes({n: [v, v] for n, v in zip("abc", row, strict=True)}, dataset=d)
        for d, row in OURS.items()
    ]
    printed = [
        paper({n: (v, 1.0) for n, v in zip("abc", row, strict=True)}, dataset=d)
        for d, row in PRINTED.items()
    ]
    return result_table(pd.concat(given), pd.concat(printed))


def test_means_and_those_within_printed_deviations(table):
    assert counts.means(table) == 7
    assert counts.within(table, 1) == 4  # a, b on d; a, b on e
    assert counts.within(table, 2) == 5  # and c on f
    with pytest.raises(UnknownNameError, match="deviations"):
        counts.within(table, 3)


def test_rows_count_only_where_both_have_both_numbers(table):
    assert list(counts.differences(table, "a", "b")) == [-1.0, 0.0]
    assert list(counts.differences(table, "a", "c", column="printed")) == [-8.0, 1.5]
    assert counts.better(table, "a", "b") == counts.better(table, "a", "b", column="printed") == 1
    assert counts.better(table, "a", "c") == 1
    assert counts.better(table, "c", "a", direction="higher") == 1
    assert counts.equal(table, "a", "b") == 1


def test_a_difference_of_rounding_size_is_none():
    given = outcomes({"a": [0.1 + 0.2], "b": [0.3]})
    table = result_table(given)
    assert counts.equal(table, "a", "b") == 1
    assert counts.better(table, "b", "a") == 0


def test_a_criterion_that_is_not_there_is_named(table):
    with pytest.raises(UnknownNameError, match="criterion of the result table"):
        counts.better(table, "a", "z")


def test_two_tables_are_set_beside_each_other_cell_by_cell():
    one = result_table(outcomes({"a": [1.0, 3.0], "b": [2.0, 2.0], "c": [5.0, 7.0]}))
    other = result_table(outcomes({"a": [1.0, 2.0], "b": [4.0, 4.0], "d": [5.0, 7.0]}))
    assert list(counts.moved(one, other)) == [0.5, -2.0]
    assert counts.spread(one, other) == pytest.approx(2.0)


def test_the_best_of_single_splits_is_counted_up_to_rounding():
    found = pd.concat(
        [
            outcomes({"a": [1.0, 0.1 + 0.2, 3.0], "b": [2.0, 0.3, 1.0]}),
            outcomes({"a": [1.0, 1.0], "b": [math.nan, 2.0]}, dataset="e"),
        ]
    )
    said = counts.smallest(found).set_index(["dataset", "criterion"])[["best", "splits"]]
    assert said.loc[("d", "a")].tolist() == [2, 3]
    assert said.loc[("d", "b")].tolist() == [2, 3]
    assert said.loc[("e", "a")].tolist() == [1, 1]
    higher = counts.smallest(found, direction="higher").set_index(["dataset", "criterion"])["best"]
    assert higher["d", "b"] == 2
