"""Records: cells of every line, however they are cut."""

import pytest

from kselect_core.data.text.records import records

LINES = ("a,b,c", "1, 2 ,", "", " , ,", "4,5,6", "'x',y z,0")
HEAD = '"q","r","s"'


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_a_text_without_quotes_is_cut_as_one_with_quotes(end, last):
    plain = records(end.join(LINES) + last)
    quoted = records(end.join((HEAD, *LINES)) + last)
    assert plain.cells == quoted.cells[1:]
    assert [line + 1 for line in plain.lines] == quoted.lines[1:]
    assert [found.text for found in plain.findings] == [found.text for found in quoted.findings]


def test_a_line_break_inside_quotes_still_counts():
    table = records('a,b\n"1\n2",3\n4,5\n')
    assert table.cells == [["a", "b"], ["1\n2", "3"], ["4", "5"]]
    assert table.lines == [1, 2, 4]
