"""Lines end at line feeds and carriage returns, in every reader and nowhere else."""

import pytest

from kselect_core.data import read_table
from kselect_core.data.text.lines import (
    INNER_MARKS,
    line_at,
    lines_of,
    most_lines,
    with_single_ends,
)
from kselect_core.errors import DataError
from tests.bad.corpus import table, wide
from tests.bad.files.line import ARFF, MARKS
from tests.bad.files.svmlight import plain

ENDS = ["\n", "\r", "\r\n", "\r\r\n", "\r\r\r\n"]
FILES = {
    "csv": table(),
    "svmlight": plain(extra=f" # a{MARKS}b"),
    "arff": ARFF + table(header=None),
}


def read(text):
    return read_table(text.encode())


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("end", ENDS)
def test_a_table_is_the_same_whatever_its_lines_end_with(kind, end):
    assert read(FILES[kind].replace("\n", end)).digest == read(FILES[kind]).digest


@pytest.mark.parametrize("mark", MARKS)
def test_a_character_in_a_cell_or_a_comment_ends_no_line(mark):
    assert read(plain(extra=f" # a{mark}+1 1:2")).digest == read(plain()).digest
    assert list(lines_of(f"a{mark}b\nc")) == [f"a{mark}b\n", "c"]
    cells = read(wide("c", [f"red{mark}ish", "blue"]))
    assert cells.X.shape == (12, 3)


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("kind", FILES)
def test_a_file_without_line_ends_is_told_what_it_has_instead(kind, mark):
    plain_lines = FILES[kind].replace(MARKS, "")
    with pytest.raises(DataError, match=rf"a single line with .* U\+{ord(mark):04X}"):
        read(plain_lines.replace("\n", mark))


@pytest.mark.parametrize("mark", INNER_MARKS)
def test_a_character_that_may_end_a_line_is_refused_among_pairs(mark):
    with pytest.raises(DataError, match=rf"Line 3 holds the character U\+{ord(mark):04X}"):
        read("+1 1:2\n-1 1:3\n" + plain(extra=mark))


def test_a_table_with_carriage_returns_only_is_as_wide_as_its_first_line():
    assert read("\r".join(["a,b,label", *["1,2,p", "3,4,n"] * 2_000])).X.shape == (4_000, 2)


def test_line_ends_in_quoted_cells_are_no_rows():
    assert most_lines('a,b\n"1\n2\n3",4\n') == 2
    text = wide("c", ['"red#ish"', "blue"]).replace("\n", "\r\n").replace("#", "\n")
    assert "different ways" not in "\n".join(map(str, read(text).report))


def test_the_line_of_a_byte_is_counted_by_every_kind_of_end():
    assert [line_at(b"a\rb\r\nc\nd", place) for place in (0, 2, 5, 7)] == [1, 2, 3, 4]
    assert line_at("a\nb".encode("utf-16-le"), 4) == 2


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_what_is_no_table_is_named_whatever_its_lines_end_with(end):
    with pytest.raises(DataError, match="ARFF file with something above"):
        read(f"a title{end}@relation x{end}@attribute a real{end}".replace("\n", end))
    with pytest.raises(DataError, match="svmlight format in its first line only"):
        read(f"1 1:2 3:4{end}a,b,c{end}1,2,3{end}4,5,6{end}".replace("\n", end))


def test_doubled_ends_are_told_and_plain_ones_are_left_alone():
    assert with_single_ends("a\r\r\nb")[0] == "a\r\nb"
    assert with_single_ends("a\r\nb\r") == ("a\r\nb\r", [])
