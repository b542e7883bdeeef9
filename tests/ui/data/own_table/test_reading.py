"""What the panel “How it was read” says of a file is what its reader did."""

from dataclasses import fields

import pytest

from kselect_core.data import TableOptions
from kselect_core.data.table.preview import preview
from kselect_ui.data.own_table.reading import PARTS

ROWS = "".join(f"{k % 9 + 1},{100 + k};{k % 7};{'ab'[k % 2]}\n" for k in range(20))
FOUND = {part.option: part.found for part in PARTS}


@pytest.mark.parametrize(
    ("answer", "decimal", "thousands"), [("none", "comma", "none"), (",", "point", "ignored")]
)
def test_marks_in_numbers_are_told_also_where_they_follow_from_an_answer(
    answer, decimal, thousands
):
    seen = preview(f"x;z;label\n{ROWS}".encode(), thousands=answer)
    assert FOUND["decimal"](seen) == decimal
    assert FOUND["thousands"](seen) == thousands


def test_every_part_is_an_answer_that_the_reader_takes():
    assert set(FOUND) <= {field.name for field in fields(TableOptions)}


@pytest.mark.parametrize("base", ["0", "1"])
def test_from_which_number_on_features_count_is_told(base):
    seen = preview(f"1 {base}:0.5 3:1\n-1 3:2\n1 2:1\n-1 3:1\n".encode())
    assert FOUND["index_base"](seen) == base


def test_how_numbers_are_written_is_told_as_soon_as_it_is_known():
    asked = preview(b"x;z;label\n0,5;;a\n1,5;2;b\n2,5;3;a\n3,5;4;b\n")
    assert [question.option for question in asked.questions] == ["missing"]
    assert FOUND["decimal"](asked) == "comma"
    unknown = preview(b"0.5,1\n1.5,2\n2.5,1\n3.5,2\n")
    assert [question.option for question in unknown.questions] == ["header"]
    assert (FOUND["decimal"](unknown), FOUND["thousands"](unknown)) == ("", "")
