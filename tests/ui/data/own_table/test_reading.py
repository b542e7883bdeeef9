"""What the panel “How it was read” says of a file is what its reader did."""

import pytest

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
