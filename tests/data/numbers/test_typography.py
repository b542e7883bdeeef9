"""A number in another spelling is the same number; what changes it is left as it is."""
# ruff: noqa: RUF001 (other spellings are what is tested)

import pytest

from kselect_core.data.numbers.style import NumberStyle, form, number
from kselect_core.data.numbers.typography import western

SAME = {
    "−1.5": -1.5, "–1.5": -1.5, "‐1.5": -1.5, "‑1.5": -1.5, "—1.5": -1.5, "﹣1.5": -1.5,
    "－１．５": -1.5, "- 1.5": -1.5, "+ 1.5": 1.5, "'1.5": 1.5, "’-1.5": -1.5, '="1.5"': 1.5,
    "١٫٥": 1.5, "१.५": 1.5, "٣٬٤١٠٬١٦١": 3410161, "1·5": 1.5, "\u200e-1.5": -1.5,
    "1.2×10³": 1200, "1.2 × 10⁻³": 0.0012, "1.2 x 10^3": 1200, "1.2*10^-3": 0.0012,
    "1.2·10³": 1200, "1.2e3": 1200, "1.2*10**3": 1200, "1.2×10^(-3)": 0.0012, "1.2×10-3": 0.0012,
    "10³": 1000, "−10⁻²": -0.01, "10^3": 1000, "1.5D+03": 1500, "1.5d3": 1500, "2D-02": 0.02,
    ".5Q3": 500, "1.234-103": 1.234e-103,
}  # fmt: skip


@pytest.mark.parametrize("cell", SAME)
def test_another_spelling_gives_the_same_number(cell):
    assert number(cell, NumberStyle()) == pytest.approx(SAME[cell], rel=1e-15)


@pytest.mark.parametrize(
    "cell",
    [
        "12²", "m²", "1D2", "2d3", "12-", "(12)", "'12'", "10-20", "1.5-3", "3/4", "1.2.3", "A12",
        "12 × 10", "5x10", "<0.5", "12*", "1.2×103", "110²", "=1+1", "'", "12 ± 3",
    ],
)  # fmt: skip
def test_what_is_more_than_spelling_is_no_plain_number(cell):
    assert number(cell, NumberStyle()) is None


@pytest.mark.parametrize("cell", SAME)
def test_the_western_spelling_is_its_own(cell):
    assert western(western(cell)) == western(cell)


@pytest.mark.parametrize("blank", "\u00a0\u2007\u2009\u202f")
def test_thousands_are_grouped_by_blanks_of_any_width(blank):
    assert number(f"1{blank}234{blank}567", NumberStyle(thousands=" ")) == 1234567


def test_indian_groups_are_groups():
    assert form("1,50,000") == form("12,34,56,789.50") == "grouped ,"
    assert number("12,34,56,789.50", NumberStyle(thousands=",")) == 123456789.5
    assert form("1,5,000") == form("1,50,00") == "text"


def test_a_decimal_comma_stays_one_before_a_power():
    assert number("1,2×10³", NumberStyle(decimal=",")) == 1200
