"""For spreadsheets no text begins like a formula; numbers and all other texts stay as they are."""

import io

import numpy as np
import pandas as pd
import pytest

from kselect_core.results.spreadsheets import TRIGGERS, harmless


@pytest.mark.parametrize("start", TRIGGERS)
def test_no_text_and_no_name_begins_like_a_formula(start):
    table = harmless(pd.DataFrame({f"{start}SUM(1)": [f"{start}cmd|' /C calc'!A0", "plain"]}))
    assert list(table.columns) == [f"'{start}SUM(1)"]
    assert list(table.iloc[:, 0]) == [f"'{start}cmd|' /C calc'!A0", "plain"]


def test_numbers_stay_numbers_also_where_they_are_texts():
    table = pd.DataFrame({"x": [-1.5, np.nan], "n": [-1, 2], "text": ["-1.5e3", "+7"]})
    pd.testing.assert_frame_equal(harmless(table), table)


def test_columns_of_one_name_levels_and_mixed_cells_are_taken_each():
    table = pd.DataFrame([["=a", -1, True], ["b", "@c", None]], columns=["x", "x", "y"])
    table["z"] = pd.Categorical(["=u", "v"])
    safe = harmless(table)
    assert safe.iloc[:, 0].to_list() == ["'=a", "b"]
    assert safe.iloc[:, 1].to_list() == [-1, "'@c"]
    assert safe["z"].to_list() == ["'=u", "v"]
    assert table.iloc[0, 0] == "=a"


def test_what_is_read_back_is_the_table_but_for_the_apostrophes():
    table = pd.DataFrame({"=class": ["=1+1", "@x\ny", "a,b", '"q"'], "λ": [0.1, -2.5, 1e-300, 3.0]})
    back = pd.read_csv(io.StringIO(harmless(table).to_csv(index=False)))
    assert list(back.columns) == ["'=class", "λ"]
    assert back["'=class"].to_list() == ["'=1+1", "'@x\ny", "a,b", '"q"']
    assert back["λ"].to_list() == table["λ"].to_list()
