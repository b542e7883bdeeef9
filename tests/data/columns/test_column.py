"""A column of plain numbers is read at once, and as Python reads each of its cells."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from kselect_core.data.columns.column import cells_of
from kselect_core.data.words.grid import Grid


def plain(*cells):
    table = Grid(("x",), [cells], list(range(2, 2 + len(cells))), has_header=True, findings=())
    return cells_of("x", cells, table).plain


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_plain_numbers_are_those_of_python(numbers):
    cells = tuple(repr(number) for number in numbers)
    np.testing.assert_array_equal(plain(*cells), [float(cell) for cell in cells], strict=True)


@given(st.lists(st.text("0123456789.eE+-", min_size=1, max_size=12), min_size=1, max_size=4))
def test_what_python_reads_is_read_and_nothing_else(cells):
    try:
        expected = [float(cell) for cell in cells]
    except ValueError:
        expected = None
    read = plain(*cells)
    assert (read is None) == (expected is None)
    if expected is not None:
        np.testing.assert_array_equal(read, expected)


@pytest.mark.parametrize("cell", ["1e400", "5e-324", "-0", "00012", "+.5", "1.e5", "2" * 40])
def test_far_and_odd_spellings_are_those_of_python(cell):
    (value,) = plain(cell)
    assert value == float(cell)
    assert np.signbit(value) == np.signbit(float(cell))


@pytest.mark.parametrize("cell", ["", " 1", "1 ", "1_000", "nan", "inf", "0x1", "\uff11"])
def test_other_cells_are_looked_at_one_by_one(cell):
    assert plain("1", cell) is None
