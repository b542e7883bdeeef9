"""A matrix as bytes: what comes back, what is averaged, what is said."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.matrices.blocks import block_means
from kselect_core.plotting.points.matrix_picture import (
    LEVELS,
    MISSING,
    Scale,
    codes,
    matrix_picture,
    scale_of,
)


def matrix(r=7, c=5, seed=0):
    return np.random.default_rng(seed).standard_normal((r, c))


def test_values_come_back_within_half_a_code():
    values = matrix()
    picture = matrix_picture(values)
    half = (picture.high - picture.low) / LEVELS / 2
    assert np.abs(picture.values() - values).max() <= half * (1 + 1e-9)
    assert picture.codes.dtype == np.uint8


def test_logarithms_come_back_within_half_a_code():
    values = 10.0 ** (6 * matrix())
    picture = matrix_picture(values, kind="log")
    half = (picture.high - picture.low) / LEVELS / 2
    assert np.abs(np.log10(picture.values() / values)).max() <= half * (1 + 1e-9)


def test_zero_is_the_middle_of_diverging_colours():
    values = matrix()
    values[2, 3] = 0.0
    picture = matrix_picture(values, kind="diverging")
    assert picture.low == -picture.high
    assert picture.codes[2, 3] == LEVELS // 2


def test_rows_and_columns_are_sorted_as_told_and_named_by_their_index():
    values = matrix()
    rows, columns = np.array([3, 1, 0, 2, 6, 5, 4]), np.array([4, 3, 2, 1, 0])
    picture = matrix_picture(values, order=(rows, columns), groups=((("a", 4), ("b", 3)), ()))
    np.testing.assert_array_equal(picture.codes, matrix_picture(values).codes[rows][:, columns])
    np.testing.assert_array_equal(picture.rows, rows)
    assert picture.row_groups == (("a", 4), ("b", 3))


def test_a_large_matrix_is_shown_as_block_means_and_it_is_said():
    values = matrix(20, 12)
    picture = matrix_picture(values, largest=5)
    expected = block_means(values, largest=5)
    half = (picture.high - picture.low) / LEVELS / 2
    assert np.abs(picture.values() - expected).max() <= half * (1 + 1e-9)
    assert picture.block == (4, 3)
    assert picture.words == ("shown: 5 × 4 block means of 20 × 12",)


@pytest.mark.parametrize("hole", [np.nan, np.inf, -np.inf])
def test_missing_values_are_marked_and_counted(hole):
    values = matrix()
    values[1, 2] = hole
    picture = matrix_picture(values)
    assert picture.codes[1, 2] == MISSING
    assert (picture.codes == MISSING).sum() == 1
    assert np.isnan(picture.values()[1, 2])
    assert picture.words == ("1 cell without a value",)


def test_what_has_no_logarithm_is_missing():
    picture = matrix_picture(np.array([[1.0, 0.0], [-2.0, 100.0]]), kind="log")
    np.testing.assert_array_equal(picture.codes == MISSING, [[False, True], [True, False]])
    assert (picture.low, picture.high) == (0.0, 2.0)


def test_a_robust_span_ignores_an_outlier_and_says_so():
    values = matrix(40, 40)
    values[0, 0] = 1e6
    picture = matrix_picture(values, span="robust")
    assert picture.high < 4
    assert "beyond the ends of the colours" in picture.words[0]
    assert scale_of(values, diverging=True, span="robust").high < 4


@pytest.mark.parametrize("kind", ["magnitude", "diverging", "log"])
@pytest.mark.parametrize("value", [0.0, 3.0, -2.0, np.nan])
def test_a_constant_matrix_has_a_range(kind, value):
    picture = matrix_picture(np.full((3, 3), value), kind=kind)
    assert picture.low < picture.high


def test_mostly_zeros_keep_the_largest_value_in_sight():
    values = np.zeros((30, 30))
    values[4, 5] = 2.0
    assert scale_of(values, diverging=True, span="robust") == Scale(-2.0, 2.0)


def test_beyond_the_ends_are_the_end_colours():
    np.testing.assert_array_equal(codes(np.array([-9.0, 9.0]), Scale(0.0, 1.0)), [0, LEVELS])


@pytest.mark.parametrize("order", [np.array([0, 1]), np.array([0, 1, 1])])
def test_an_order_is_a_permutation(order):
    with pytest.raises(InvalidParameterError, match="permutation"):
        matrix_picture(np.eye(3), order=(order, None))


def test_groups_name_every_row():
    with pytest.raises(InvalidParameterError, match="groups"):
        matrix_picture(np.eye(3), groups=((("a", 2),), ()))


def test_the_ends_of_the_colours_can_be_given():
    picture = matrix_picture(matrix(), span=Scale(-10.0, 10.0))
    assert (picture.low, picture.high) == (-10.0, 10.0)
