"""Files of tables: made when asked for, readable again, whatever stands in the columns."""

import io

import pandas as pd
import pytest

from kselect_ui.widgets.files import csv, file_name, parquet, spreadsheet


@pytest.mark.parametrize("given", ["a table", "a function"])
def test_csv_and_parquet_hold_the_numbers(given):
    table = pd.DataFrame({"λ": [0.1, float("nan")], "name": ["a,b", "c"]})
    made = table if given == "a table" else (lambda: table)
    pd.testing.assert_frame_equal(pd.read_csv(io.BytesIO(csv(made)())), table)
    pd.testing.assert_frame_equal(
        pd.read_parquet(io.BytesIO(parquet(made)())), table, check_dtype=False
    )


def test_nothing_is_made_before_it_is_asked_for():
    calls = []
    csv(lambda: calls.append(1))
    parquet(lambda: calls.append(1))
    assert calls == []


def test_mixed_columns_and_repeated_names_fit_into_parquet():
    table = pd.DataFrame([[1, "a"], ["b", None]], columns=["x", "x"])
    back = pd.read_parquet(io.BytesIO(parquet(table)()))
    assert list(back.columns) == ["x", "x (2)"]
    assert list(back["x"]) == ["1", "b"]


def test_names_of_files_are_plain():
    assert file_name("Regret of (every) criterion: ‖K‖") == "kselect_regret_of_every_criterion_k"


def test_the_file_for_spreadsheets_holds_no_formula_and_the_exact_one_every_letter():
    table = pd.DataFrame({"=n": [-1.5, 2.0], "class": ["=cmd|' /C calc'!A0", "é"]})
    text = spreadsheet(table)().decode("utf-8-sig")
    assert text.splitlines() == ["'=n,class", "-1.5,'=cmd|' /C calc'!A0", "2.0,é"]
    assert spreadsheet(table)().startswith(b"\xef\xbb\xbf")
    pd.testing.assert_frame_equal(pd.read_csv(io.BytesIO(csv(table)())), table)


@pytest.mark.parametrize("made", [csv, spreadsheet])
def test_ends_of_lines_within_a_text_end_no_row(made):
    table = pd.DataFrame({"a": ["one\rtwo", "three\nfour", "five"], "b": [1, 2, 3]})
    back = pd.read_csv(io.BytesIO(made(table)()), encoding="utf-8-sig")
    pd.testing.assert_frame_equal(back, table)
