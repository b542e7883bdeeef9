"""Numbers all of which could be days of a calendar get a notice; other numbers get none."""

import pytest

from kselect_core.data.columns.dates import about_dates


@pytest.mark.parametrize(
    "cells",
    [
        ("01.02", "28.11", "03.12"),
        ("02.28", "11.30", "01.15"),
        ("20240131", "19991201", "20000229"),
        ("NA", "01.02", " 28.11", "", "03.12"),
    ],
)
def test_days_are_told(cells):
    (finding,) = about_dates("day", cells)
    assert "look like dates" in finding.text
    assert "drop='day'" in finding.text


@pytest.mark.parametrize(
    "cells",
    [
        ("10.12", "28.11", "13.12"),
        ("01.02", "28.13", "03.12"),
        ("01.02", "02.28", "28.02"),
        ("01.02", "01.02", "03.12"),
        ("20240131", "19991301", "20000229"),
        ("20240131", "5", "20000229"),
        ("", "NA"),
        (),
        ("1.5", "2.5", "3.5"),
    ],
)
def test_other_numbers_are_not(cells):
    assert about_dates("x", cells) == []
