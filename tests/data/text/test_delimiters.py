"""The mark between the cells is the one under which header and rows are even."""

import time

import pytest

from kselect_core.data.text.delimiters import likely_delimiter
from kselect_core.data.words.limits import MOST_COLUMNS
from kselect_core.errors import QuestionError


def text(header, row, *, rows=40):
    return "\n".join([header, *([row] * rows)]) + "\n"


@pytest.mark.parametrize(
    ("header", "row", "mark"),
    [
        ("a;b;y", "1.037,5;0;p", ";"),
        ("a;b;y", "1.037,5;0,5;p", ";"),
        ("a;b;y", "0,50 €;0;p", ";"),
        ("d,a,y", "1 Jan 2024,0,p", ","),
        ("a,b,y", "3|x|y,0,p", ","),
        ("1,5 2,5 p", "1,5 2,5 n", " "),
        ("a, b, y", "1, 2, p", ","),
        ("my size,y", "case 1,0.5,p", ","),
        ("a,b,y", "1 2,0;5,p,", ","),
    ],
)
def test_a_mark_under_which_the_header_fits_is_the_delimiter(header, row, mark):
    assert likely_delimiter(text(header, row)) == mark


def test_a_blank_in_every_row_does_not_outdo_commas_of_which_one_is_missing():
    assert likely_delimiter(text("my day,a,y", "2024-01-01 10:00,1,p") + "1 2,3\n") == ","


def test_a_semicolon_in_every_row_outdoes_commas_that_one_row_lacks():
    assert likely_delimiter(text("a, mm;b;y", "1,5;x;p") + "1;x;p\n") == ";"


def test_two_marks_that_are_as_even_are_asked_about():
    with pytest.raises(QuestionError, match="comma or semicolon"):
        likely_delimiter(text("a,b;y", "u,v;w"))


def test_a_line_of_far_too_many_cells_is_not_looked_at_cell_by_cell(monkeypatch):
    from kselect_core.data.text import delimiters

    seen = []
    monkeypatch.setattr(delimiters, "is_number", lambda cell: seen.append(cell) is None)
    assert likely_delimiter("," * (40 * MOST_COLUMNS)) == ","
    assert likely_delimiter("a,b\n" + "," * (40 * MOST_COLUMNS)) == ","
    assert len(seen) <= 2 * 20_000 * 5


def test_many_commas_are_refused_in_a_moment():
    begin = time.process_time()
    assert likely_delimiter("," * 5_000_000) == ","
    assert time.process_time() - begin < 1
