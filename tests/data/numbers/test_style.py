"""How the numbers of a whole table are written, and which cells are numbers at all."""

import pytest

from kselect_core.data.numbers.style import NumberStyle, form, number, style_of
from kselect_core.data.table.preview import preview
from kselect_core.errors import QuestionError

COMMAS = NumberStyle(",")


@pytest.mark.parametrize("cell", ["5,", "-5,", "5,e2", ",5", "5,5"])
def test_a_comma_may_end_or_begin_a_number_as_a_point_does(cell):
    assert form(cell) == "comma"
    assert number(cell, COMMAS) == float(cell.replace(",", "."))


@pytest.mark.parametrize("cell", [",", "-,", "a,", "5,,"])
def test_a_comma_alone_is_no_number(cell):
    assert form(cell) not in ("comma", "whole", "point")
    assert number(cell, COMMAS) is None


def table(cells):
    rows = (f"{cell};{k % 7};{'ab'[k % 2]}\n" for k, cell in enumerate(cells))
    return ("x;z;label\n" + "".join(rows)).encode()


def test_whole_numbers_with_a_decimal_comma_are_a_feature():
    data = preview(table([f"{k % 9}," for k in range(20)])).dataset
    assert data.feature_names == ("x", "z")
    assert data.X[:, 0].tolist() == [k % 9 for k in range(20)]


@pytest.mark.parametrize("cells", [["1,234", "0,5"], ["0,5", "7,25"], ["1,234", "5,678"]])
def test_without_a_mark_between_thousands_a_comma_is_the_decimal_mark(cells):
    assert style_of(cells, decimal=None, thousands="none") == COMMAS


def test_commas_and_points_are_asked_about_whatever_is_said_of_thousands():
    with pytest.raises(QuestionError, match="others a decimal point"):
        style_of(["0,5", "0.5"], decimal=None, thousands="none")
    assert style_of(["0,5", "0.5"], decimal=",", thousands="none") == COMMAS


def test_the_report_says_decimal_comma_also_where_it_follows_from_an_answer():
    seen = preview(table([f"{k % 9 + 1},{100 + k}" for k in range(20)]), thousands="none")
    assert "Numbers have a decimal comma." in {finding.text for finding in seen.report}
