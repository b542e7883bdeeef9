"""The plane in which data are drawn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.selection.places.plane import plane_of
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, small, waves
from tests.tolerances import EXACT, ROUNDOFF


@pytest.mark.parametrize(("features", "name"), [(1, "pca"), (2, "data"), (4, "pca")])
def test_points_are_coordinates_along_the_directions(features, name):
    data = blobs(d=features)
    split = prepared_split(Setup(small(preprocessing="none"), data), 1)  # far from the origin
    plane = plane_of(split, data)
    both = np.vstack([split.X_train, split.X_test])
    assert plane.plane == name
    assert_allclose(plane.points, (both - plane.centre) @ plane.directions.T, **ROUNDOFF)
    assert plane.is_test.sum() == len(split.X_test)
    assert_allclose(plane.labels, [*data.y[split.train], *data.y[split.test]], **EXACT)


def test_two_features_keep_their_names_and_values():
    data = waves()
    split = prepared_split(Setup(small(dataset="waves", criteria=["loo"]), data), 0)
    plane = plane_of(split, data)
    assert plane.axes == data.feature_names
    assert_allclose(plane.points[: len(split.X_train)], split.X_train, **EXACT)
    assert_allclose(plane.labels[: len(split.X_train)], data.y[split.train], **ROUNDOFF)
