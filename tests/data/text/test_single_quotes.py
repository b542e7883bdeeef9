"""Single quotes around every cell of a column are removed aloud; others belong to the text."""

from kselect_core.data.table.reading import read_table
from kselect_core.data.text.single_quotes import without_single_quotes
from tests.bad.files import reading


def test_only_columns_whose_cells_all_have_quotes_lose_them():
    rows = [["'a'", "b", "'c'"], ["'1'", "'x'", "2"], [" '3' ", "y", "'4"], ["", "'z'", "'5'"]]
    bare, (finding,) = without_single_quotes(rows)
    assert bare == [["a", "b", "c"], ["1", "'x'", "2"], ["3", "y", "'4"], ["", "'z'", "'5'"]]
    assert "1 column " in finding.text


def test_rows_without_such_a_column_are_as_they_were():
    rows = [["a", "b"], ["'", "x"], ["'", "y"], ["1"]]
    assert without_single_quotes(rows) == (rows, [])


def test_quoted_numbers_are_the_numbers():
    text = reading.cells()["single_quotes.csv"]
    data = read_table(text.encode(), name="t")
    assert data.digest == read_table(text.replace("'", "").encode(), name="t").digest
    assert data.class_names == ("n", "p")


def test_ragged_rows_are_refused_later_and_not_here():
    rows = [["a", "b"], ["'1'"], ["'2'", "'3'"], ["'4'", "'5'", "'6'"], ["'7'", "'8'"]]
    bare, _ = without_single_quotes(rows)
    assert bare == [["a", "b"], ["1"], ["2", "3"], ["4", "5", "'6'"], ["7", "8"]]
