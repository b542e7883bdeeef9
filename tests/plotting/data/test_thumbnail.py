"""The small picture of a data set shows its points and its classes, whatever its shape."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from kselect_core.data import CATALOGUE, Dataset, load_dataset
from kselect_core.plotting.data.thumbnail import (
    HEIGHT,
    MOST_POINTS,
    SHADES,
    WIDTH,
    thumbnail,
    thumbnail_points,
)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_bundled_set_has_a_small_valid_picture(name):
    picture = thumbnail(load_dataset(name))
    root = ET.fromstring(picture)  # noqa: S314 - our own text
    classes = len(CATALOGUE[name].classes) or SHADES
    assert len(root.findall("{*}path")) == classes
    assert len(picture) < 8_000


def test_points_lie_inside_the_picture_and_are_not_too_many():
    points = thumbnail_points(load_dataset("digits_odd_even"))
    assert len(points.x) <= MOST_POINTS
    assert points.x.min() >= 0
    assert points.x.max() <= WIDTH
    assert points.y.min() >= 0
    assert points.y.max() <= HEIGHT


def test_two_features_are_shown_as_they_are():
    data = load_dataset("two_moons")
    points = thumbnail_points(data)
    assert (
        np.corrcoef(points.x, data.X[:, 0][np.linspace(0, 299, MOST_POINTS).astype(int)])[0, 1]
        > 0.999
    )


def test_one_feature_with_missing_values_lies_on_a_line():
    X = np.array([[1.0], [2.0], [np.nan], [4.0]])
    data = Dataset(X, np.array([-1.0, 1.0, -1.0, 1.0]), "one", "binary", ("a",), ("n", "p"))
    assert len(set(thumbnail_points(data).y)) == 1


def test_a_regression_goes_from_the_colour_of_low_targets_to_that_of_high_ones():
    X = np.arange(50.0)[:, None]
    data = Dataset(X, np.arange(50.0), "line", "regression", ("a",), ())
    assert thumbnail_points(data).group.tolist() == [i // 10 for i in range(50)]
    assert "rgb(59, 116, 184)" in thumbnail(data)  # blue, as in every figure
    assert "rgb(227, 181, 5)" in thumbnail(data)
