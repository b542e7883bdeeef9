"""A criterion on every pair of classes."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from kselect_core.errors import DataError
from kselect_core.plotting.curves.pair_map import REST, pair_map, sides

COLUMNS = ["negative", "positive", "points", "quantity", "value", "reason"]
PAIRS = pd.DataFrame(
    [
        ("a", "b", 9, "loo", 0.5, ""),
        ("a", "b", 9, "kta", 0.7, ""),
        ("a", "<i>c</i>", 9, "loo", np.nan, "too few points"),
        ("b", "<i>c</i>", 9, "loo", 0.25, ""),
    ],
    columns=COLUMNS,
)
AGAINST = pd.DataFrame(
    [("not a", "a", 9, "loo", 0.5, ""), ("not b", "b", 9, "loo", 0.1, "")], columns=COLUMNS
)


def test_negative_sides_are_rows_and_positive_ones_columns():
    found = sides(PAIRS, "loo")
    assert found.negative == ("a", "b")
    assert found.positive == ("b", "<i>c</i>")
    assert_array_equal(found.numbers, [[0.5, np.nan], [np.nan, 0.25]])
    assert found.reasons[0, 1] == "too few points"


def test_classes_against_the_rest_are_one_row():
    found = sides(AGAINST, "loo")
    assert found.negative == (REST,)
    assert_array_equal(found.numbers, [[0.5, 0.1]])


def test_a_class_that_is_called_not_another_is_not_the_rest():
    rows = [("a", "not z", 9, "loo", 0.5, ""), ("not z", "z", 9, "loo", 0.1, "")]
    assert sides(pd.DataFrame(rows, columns=COLUMNS), "loo").negative == ("a", "not z")


@pytest.mark.parametrize(("quantity", "reverse"), [("loo", False), ("kta", True)])
def test_light_is_good(quantity, reverse):
    (trace,) = pair_map(PAIRS, quantity=quantity, name="name").data
    assert trace.reversescale is reverse


def test_names_are_shown_as_they_are_and_gaps_say_why():
    figure = pair_map(PAIRS, quantity="loo", name="<b>LOO</b>")
    (trace,) = figure.data
    assert "<i>" not in str(figure.to_json())
    assert "<b>" not in str(figure.to_json())
    assert trace.customdata[0][1].endswith("too few points")
    assert trace.customdata[0][0] == "a / b: 0.5"
    assert trace.text[0][0] == "0.5"


def test_many_classes_have_no_numbers_written():
    names = [f"class {k}" for k in range(14)]
    rows = [("not " + name, name, 9, "loo", 0.1, "") for name in names]
    (trace,) = pair_map(pd.DataFrame(rows, columns=COLUMNS), quantity="loo", name="LOO").data
    assert trace.texttemplate == ""


def test_a_quantity_that_is_not_there_is_named():
    with pytest.raises(DataError, match="no quantity 'sps'"):
        pair_map(PAIRS, quantity="sps", name="SPS")
