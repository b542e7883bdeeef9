"""A first row of data is no header, whatever is missing in it, and names stay names."""

import numpy as np
import pytest

from kselect_core.data import TableOptions, read_table
from kselect_core.errors import QuestionError
from tests.bad.files.first_row import (
    NUMBERS,
    ROWS,
    WORDS,
    data_rows,
    doubtful_rows,
    files,
    header_rows,
)

FILES = files()
MISSING = [
    "?",
    "NA",
    "n/a",
    "",
    "-",
    "--",
    ".",
    "..",
    "null",
    "None",
    "nan",
    "#N/A",
    "unknown",
    "*",
]
OTHERS = {
    "missing": "median", "markers": "missing", "units": "strip", "flagged": "strip",
    "thousands": ",", "missing_labels": "drop_rows",
}  # fmt: skip


def text(first, rows):
    return "\n".join([first, *rows]).encode()


def asked(content, **options):
    with pytest.raises(QuestionError) as caught:
        read_table(content, TableOptions(**options))
    return {question.option: question.guess for question in caught.value.questions}


@pytest.mark.parametrize("name", data_rows())
def test_a_row_of_data_is_not_taken_for_names(name):
    assert asked(FILES[name]) == {"header": "no"}


@pytest.mark.parametrize("name", [n for n in data_rows() if "units" not in n and "other" not in n])
def test_after_the_answer_no_row_is_lost(name):
    options = TableOptions(header="no", label="x3", **OTHERS)
    unlabelled = data_rows()[name][1] == NUMBERS[0]
    assert len(read_table(FILES[name], options).y) == ROWS + (not unlabelled)


@pytest.mark.parametrize("name", header_rows())
def test_names_that_look_like_marks_are_names(name):
    first = header_rows()[name][0]
    label = first.split(",")[-1]
    data = read_table(FILES[name], TableOptions(label=label))
    assert data.X.shape == (ROWS, 2)
    assert data.feature_names == tuple(first.split(",")[:-1])


@pytest.mark.parametrize("name", doubtful_rows())
def test_what_may_be_either_is_asked_with_the_likelier_guess(name):
    assert asked(FILES[name]) == {"header": "yes"}


def test_a_name_that_marks_what_is_missing_below_it_is_a_name():
    data = read_table(FILES["names_below_too.csv"], TableOptions(missing="median"))
    assert data.feature_names == ("age", "NA")
    assert np.isnan(data.X[:3, 1]).all()


@pytest.mark.parametrize("first", MISSING)
def test_no_pair_of_marks_is_a_header(first):
    for second in MISSING:
        assert asked(text(f"{first},{second},p", WORDS)) == {"header": "no"}
        if first != second:
            assert asked(text(f"{first},{second},1", NUMBERS)) == {"header": "no"}


def test_words_of_a_table_of_words_are_not_names():
    rows = [
        f"{'xy'[i % 2]},{['red', 'blue', 'grey'][i % 3]},{'pn'[i % 5 < 2]}" for i in range(ROWS)
    ]
    assert asked(text("x,none,p", rows)) == {"header": "no"}
    assert asked(text("x,green,p", rows)) == {"header": "no"}
    assert asked(text("z,z,p", rows)) == {"header": "no"}
    data = read_table(text("size,color,label", rows))
    assert len(data.y) == ROWS


def test_a_header_above_many_words_and_few_numbers_needs_no_answer():
    rows = [f"{'NA' if i % 4 else i},w{i % 3},{'pn'[i % 5 < 2]}" for i in range(4 * ROWS)]
    data = read_table(text("dose,word,label", rows), TableOptions(missing="median"))
    assert len(data.y) == 4 * ROWS


def test_an_error_of_a_spreadsheet_is_no_comment():
    assert asked(text("#N/A,3,p", WORDS)) == {"header": "no"}
    assert asked(text('"#DIV/0!",3,p', WORDS)) == {"header": "no"}
    assert asked(text("#NA stands for missing, p for yes", ["a,b,label", *WORDS])) == {
        "comments": "skip"
    }
