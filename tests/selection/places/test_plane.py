"""The plane in which data are drawn."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.selection import Candidates
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.plane import plane_of
from kselect_core.selection.places.points import described
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


@pytest.mark.parametrize("given", [False, True])
def test_points_of_gram_matrices_lie_by_their_kernel_values_and_not_by_their_numbers(given):
    X = np.random.default_rng(0).standard_normal((30, 2))
    K, y = X @ X.T, np.where(X[:, 0] > 0, 1.0, -1.0)
    test = {"test": {"inner": K[20:, :20]}, "y_test": y[20:]} if given else {}
    n = 20 if given else 30
    data = Dataset.from_gram({"inner": K[:n, :n]}, y[:n], **test)
    config = small(
        dataset=data.name, preprocessing="none", candidates=Candidates("precomputed", data.grid)
    )
    config = replace(config, split="given", repeats=1) if given else config
    split = prepared_split(Setup(config, data), 0)
    plane = plane_of(split, data)
    apart = [np.linalg.norm(of[:, None] - of, axis=2) for of in (plane.points, K[:, split.train])]
    rows = [*split.train, *split.test]
    assert_allclose(apart[0], apart[1][np.ix_(rows, rows)], **ROUNDOFF)  # a matrix of rank two
    assert plane.plane == "kernel"
    ranked = pd.DataFrame({"point": [1], "norm": [1.0]})
    assert "features" not in described(data, split, ranked)
    with pytest.raises(KselectError, match="no plane to draw their fit in"):
        Workbench(config, data).decision(Cursor(0, "precomputed", 1.0, config.lambdas[0]))
