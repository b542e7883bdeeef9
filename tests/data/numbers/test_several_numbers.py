"""Cells that hold several numbers are words, and a notice says so."""

import pytest

from kselect_core.data import read_table
from kselect_core.data.numbers.several_numbers import about_several, holds_several
from kselect_core.data.numbers.style import form
from kselect_core.errors import QuestionError
from tests.bad.files.number import ROWS, table

SEVERAL = [
    "120/80", "10-20", "10–20", "10 - 20", "3/4", "[10, 20]", "(10, 20]", "10;20", "1|2", "5x3",
    "5 × 3", "1 2 3", "18 to 24 years", "10-20%", "120/80 mmHg", "10..20", "1e3-2e3", "1,2,3",
    "5 ft 11 in", "3:2", "-5 - -3", "37.5/38",
]  # fmt: skip
OTHERS = [
    "", "120", "-1.5", "12 km/h", "A12", "id_7", "1.2.3", "red", "4wd", "1st", "12*", "12 ± 3",
    "3 blind mice", "x-1-y", "12 a", "1" * 90,
]  # fmt: skip


def notices(data):
    return [str(f) for f in data.report if f.kind == "notice" and "several numbers" in f.text]


@pytest.mark.parametrize("cell", SEVERAL)
def test_several_numbers_and_what_separates_them_are_seen(cell):
    assert holds_several(cell)


@pytest.mark.parametrize("cell", OTHERS)
def test_one_number_or_none_or_the_part_of_a_name_is_not_several(cell):
    assert not holds_several(cell)


@pytest.mark.parametrize("cell", [s for s in SEVERAL if form(s) == "text"])
def test_a_column_of_such_cells_is_told(cell):
    cells = [cell.replace("0", str(i % 4)).replace("3", str(i % 4 + 4)) for i in range(ROWS)]
    cells = [f"{i % 4}{text}" if text[0].isdigit() else text for i, text in enumerate(cells)]
    if len(set(cells)) > 2:
        (notice,) = notices(read_table(table(cells).encode()))
        assert f"{ROWS} of {ROWS} cells" in notice


def test_it_is_told_too_where_the_cells_differ_in_every_row():
    data = read_table(table([f"{100 + i}/{50 + i}" for i in range(ROWS)]).encode())
    assert data.feature_names == ("b",)
    assert "'100/50'" in notices(data)[0]


def test_two_different_cells_or_a_few_among_words_are_not_told():
    assert not notices(read_table(table(["0-9", "10-19"] * (ROWS // 2)).encode()))
    cells = [["red", "blue", "green", "1-2"][i % 4] for i in range(ROWS)]
    assert not notices(read_table(table(cells).encode()))


def test_cells_without_anything_and_plain_ones_count_as_they_should():
    cells = ["1-2", "3-4", "5-6", "", "7", "8", "red"]
    (found,) = about_several("v", cells, {cell: form(cell) for cell in cells})
    assert "3 of 6 cells" in found.text


def test_the_question_about_too_many_different_words_says_it():
    cells = [f"{100 + i}/{50 + i % 7}" for i in range(60)]
    cells[-1] = cells[0]
    text = "a;b;label\n" + "".join(
        f"{cell};{i % 5};{'pq'[i % 2]}\n" for i, cell in enumerate(cells)
    )
    with pytest.raises(QuestionError, match="60 of 60 cells hold several numbers") as caught:
        read_table(text.encode())
    assert [question.option for question in caught.value.questions] == ["drop"]
