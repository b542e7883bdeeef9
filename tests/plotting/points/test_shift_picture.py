"""The picture of all shifts: order of the points, columns that matter, colours about 0."""

import numpy as np

from kselect_core.plotting.points.shift_picture import FEWEST, shift_order, shift_picture

SIZES = np.array([1.0, 3.0, 2.0, 5.0, 4.0])
LABELS = np.array([1.0, -1.0, 1.0, -1.0, 1.0])
VALUES = np.zeros((5, 40))
VALUES[:, :14] = 1.0 + np.arange(5)[:, None]
VALUES[0, 13] = -2.0


def test_points_stand_by_class_and_in_it_by_size():
    order = shift_order(VALUES, SIZES, LABELS, class_names=("a", "b"))
    assert order.lines.tolist() == [3, 1, 4, 2, 0]
    assert order.groups == (("a", 2), ("b", 3))


def test_without_classes_only_the_size_counts():
    order = shift_order(VALUES, SIZES, LABELS)
    assert order.lines.tolist() == [3, 4, 1, 2, 0]
    assert order.groups == ()


def test_columns_that_nothing_moves_are_left_out():
    assert shift_order(VALUES, SIZES, LABELS).columns == 14
    assert shift_order(VALUES * 0, SIZES, LABELS).columns == FEWEST
    assert shift_order(VALUES[:, :3], SIZES, LABELS).columns == 3


def test_the_picture_has_a_line_per_point_and_signed_colours():
    picture = shift_picture(VALUES, SIZES, LABELS, class_names=("a", "b"))
    assert picture.codes.shape == (5, 14)
    assert picture.diverging
    assert picture.low == -picture.high
    assert picture.rows.tolist() == [3, 1, 4, 2, 0]
    assert picture.values()[0, 0] > picture.values()[1, 0]
    assert picture.values()[-1, 13] < 0
    assert shift_picture(VALUES, SIZES, LABELS, columns=7).codes.shape == (5, 7)
