"""The number in a cell is found whatever surrounds it, where there is exactly one."""

import pytest

from kselect_core.data.numbers.inner_number import Inner, inner

FOUND = {
    "US$ 12": Inner("12", "US$"),
    "₹1,50,000": Inner("1,50,000", "₹"),
    "EUR12": Inner("12", "EUR"),
    "Rs.500": Inner("500", "Rs."),
    "CHF 12.-": Inner("12", "CHF"),
    "12,– kr": Inner("12", "kr"),
    "-€12": Inner("-12", "€"),
    "€ -12": Inner("-12", "€"),
    "(€12)": Inner("-12", "€", bookkeeping=True),
    "(12) €": Inner("-12", "€", bookkeeping=True),
    "12.5- EUR": Inner("-12.5", "EUR", bookkeeping=True),
    "12-": Inner("-12", bookkeeping=True),
    "12 km/h": Inner("12", "km/h"),
    "9.8 m/s²": Inner("9.8", "m/s²"),
    "90 mL/min/1.73m2": Inner("90", "mL/min/1.73m2"),
    "3\u00a0cm^3": Inner("3", "cm^3"),
    "pH 7.2": Inner("7.2", "pH"),
    "1.2×10³ cells/mL": Inner("1.2e3", "cells/mL"),
    "4.5 x10^9/L": Inner("4.5e9", "/L"),
    "4.5 10*3/uL": Inner("4.5", "10*3/uL"),
    "4.5 x1000/mm3": Inner("4.5", "x1000/mm3"),
    "5-door": Inner("5", "-door"),
    "p < .05": Inner(".05", "p", "limit"),
    "<0.5": Inner("0.5", "", "limit"),
    "≥ 100": Inner("100", "", "limit"),
    "90+": Inner("90", "", "limit"),
    "less than 5": Inner("5", "", "limit"),
    "~12 km": Inner("12", "km", "about"),
    "ca. 12": Inner("12", "", "about"),
    "12 ± 3": Inner("12", "", "error"),
    "-12±3 %": Inner("-12", "", "error"),
    "12 (±3)": Inner("12", "", "error"),
    "12.3(4)": Inner("12.3", "", "note"),
    "12*": Inner("12", "", "note"),
    "12 kg†": Inner("12", "kg", "note"),
    "12[a]": Inner("12", "", "note"),
    "12¹": Inner("12", "", "note"),
    "12 (est.)": Inner("12", "", "note"),
}
NONE = [
    "", "red", "A12", "id_7", "CH-8011", "C85", "max5", "No.12", "12-A", "7_b", "1.2.3", "10.0.0.1",
    "10-20", "10–20", "10 - 20", "3/4", "120/80", "12:30", "1:30 pm", "2024-01-02", "12 Mar 2024",
    "+41 44 632 11 23", "(555) 123-4567", "3x5", "3 x 5", "12h30", "1,2,3", "1;2", "12|x|y", "12^2",
    "7th-8th", "-2+3", "=1+1", "1+2j", "0x1F", "1_000", "H2O", "A/5 21171", "- (12)", "5 " * 50,
    "4 x 100 m", "4.5 10", "3x10",
]  # fmt: skip


@pytest.mark.parametrize("cell", FOUND)
def test_one_number_is_found_with_what_stands_around_it(cell):
    assert inner(cell) == FOUND[cell]


@pytest.mark.parametrize("cell", NONE)
def test_no_number_or_several_or_the_part_of_a_name_are_none(cell):
    assert inner(cell) is None
