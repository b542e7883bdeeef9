"""How many printed comparisons hold: counted by hand on a small table."""

import math

import pandas as pd
import pytest

from kselect_core.experiments.tables.agreement import comparisons, headlines
from kselect_core.experiments.tables.result_table import result_table
from tests.experiments.outcome_examples import outcomes, paper

OURS = {"d": (1.0, 2.0, 3.0), "e": (3.0, 2.0, 9.0), "f": (1.0, 1.0, 2.0)}
PRINTED = {"d": (1.0, 2.0, 9.0), "e": (1.0, 2.0, 2.0), "f": (1.5, 2.0, 0.0)}


@pytest.fixture
def table():
    given = pd.concat(
        [
            outcomes({n: [v, v] for n, v in zip("abc", OURS[d], strict=True)}, dataset=d)
            for d in OURS
        ]
    )
    printed = pd.concat(
        [
            paper({n: (v, 1.0) for n, v in zip("abc", PRINTED[d], strict=True)}, dataset=d)
            for d in OURS
        ]
    )
    return result_table(given, printed)


def test_pairs_count_printed_and_equal_orders(table):
    pairs = comparisons(table).set_index(["criterion", "other"]).drop(columns="variant")
    # a < b is printed three times; here on d; on e the other way round, on f they are equal
    assert pairs.loc[("a", "b")].tolist() == [3, 3, 1, 1, 1]
    # a < c on d and e as printed, c < a on f; here a < c everywhere
    assert pairs.loc[("a", "c")].tolist() == [3, 2, 3, 2, 0]
    # b = c on e as printed: no comparison
    assert pairs.loc[("b", "c")].tolist() == [2, 1, 2, 1, 0]
    other_way = comparisons(table, better="higher").set_index(["criterion", "other"])
    assert other_way.loc[("a", "b"), ["printed_better", "better", "same"]].tolist() == [0, 1, 1]


def test_sentences_say_what_was_counted(table):
    leaders, means, orders = headlines(table)
    assert means.startswith(
        "9 means are compared with printed ones: 5 within one printed standard "
    )
    assert means.endswith("2 more within two, 1 lower, 1 higher.")
    assert "Of 8 printed comparisons" in orders
    assert orders.endswith(
        "4 come out the same way here, 3 the other way, and in 1 our means are equal."
    )
    assert leaders == (
        "On the 3 rows that were printed, the paper finds best a (2) and c (1), this run a (2) "
        "and b (2); ties count for each."
    )
    assert "finds best b (2) and c (2), this run c (3)" in headlines(table, better="higher")[0]


def test_a_printed_tie_counts_where_one_of_its_criteria_has_no_value_here():
    given = pd.concat(
        [
            outcomes({"a": [2.0], "b": [math.nan], "c": [1.0]}),
            outcomes({"a": [1.0], "b": [2.0], "c": [3.0]}, dataset="e"),
        ]
    )
    printed = pd.concat(
        [
            paper({"a": (1.0, 1.0), "b": (1.0, 1.0), "c": (3.0, 1.0)}),
            paper({"a": (1.0, 1.0), "b": (2.0, 1.0), "c": (3.0, 1.0)}, dataset="e"),
        ]
    )
    leaders, means, _ = headlines(result_table(given, printed))
    assert means.endswith("higher. 1 printed mean has no value here.")
    assert means.startswith("5 means are compared with printed ones")
    assert "the paper finds best a (2) and b (1), this run a (1) and c (1);" in leaders


def test_one_printed_row_is_told_first_and_in_words():
    given = outcomes({"a": [1.0], "b": [1.0], "c": [3.0]})
    printed = paper({"a": (2.0, 1.0), "b": (3.0, 1.0), "c": (1.0, 1.0)})
    leads, _, orders = headlines(result_table(given, printed))
    assert leads == ("On the one row that was printed, the paper finds c best, this run a and b.")
    assert orders.startswith("Of 3 printed comparisons")


def test_without_printed_numbers_there_is_nothing_to_say():
    assert headlines(result_table(outcomes({"a": [1.0]}))) == []
    assert headlines(result_table(outcomes({"a": [1.0]}).iloc[:0])) == []


def test_remarks_are_counted_and_variants_named():
    printed = paper({"a": (1.0, 1.0)}).assign(note="odd")
    said = headlines(result_table(outcomes({"a": [1.0]}, variant="raw"), printed))
    assert said[-1] == "Variant raw: 1 of these printed numbers have a remark."
    assert all(line.startswith("Variant raw: ") for line in said)
