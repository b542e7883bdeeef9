"""Training points by name."""

import numpy as np
import pandas as pd
import pytest

from kselect_core.data import Dataset
from kselect_core.selection.places.points import described, times_median
from kselect_core.selection.points.perturbation import most_influential
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, small, waves, with_gaps


def test_points_are_named_by_row_class_and_unprepared_features():
    data = blobs()
    ready = prepared_split(Setup(small(), data), 0)
    ranked = pd.DataFrame({"point": [3, 1], "norm": [2.0, 1.0]})
    found = described(data, ready, ranked)
    rows = ready.train[[2, 0]]
    assert found["row"].tolist() == (rows + 1).tolist()
    names = [data.class_names[int(data.y[row] > 0)] for row in rows]
    assert found["class"].tolist() == names
    assert found["features"][0].startswith(f"x1 = {data.X[rows[0], 0]:.4g}, x2 = ")


def test_a_regression_has_targets_instead_of_classes():
    data = waves()
    ready = prepared_split(Setup(small(dataset="waves", criteria=("loo",)), data), 0)
    found = described(data, ready, pd.DataFrame({"point": [1], "norm": [1.0]}))
    assert found["target"][0] == data.y[ready.train[0]]
    assert "class" not in found


def test_of_many_features_the_one_that_deviates_most_is_named():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((20, 9))
    X[:, 4] = 7.0  # never deviates
    data = Dataset.from_arrays(X, np.arange(20) % 2, name="wide")
    ready = prepared_split(Setup(small(dataset="wide"), data), 0)
    text = described(data, ready, pd.DataFrame({"point": [1], "norm": [1.0]}))["features"][0]
    part = np.delete(X[ready.train], 4, axis=1)
    z = (part[0] - part.mean(axis=0)) / part.std(axis=0)
    names = np.delete(data.feature_names, 4)
    j = int(np.abs(z).argmax())
    assert text == f"{names[j]} = {part[0, j]:.4g} ({z[j]:+.1f} sd)"


def test_a_missing_value_is_said_and_never_deviates():
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(rng.standard_normal((20, 9)), np.arange(20) % 2, name="wide")
    ready = prepared_split(Setup(small(dataset="wide"), data), 0)
    holes = with_gaps(data, share=0.9)
    text = described(holes, ready, pd.DataFrame({"point": [1, 2, 3], "norm": [1.0] * 3}))
    assert not text["features"].str.contains("nan|missing").any()
    few = Dataset.from_arrays(data.X[:, :4], np.arange(20) % 2, name="few")
    data, ready = few, prepared_split(Setup(small(dataset="few"), few), 0)
    gaps = with_gaps(data, share=0.5)
    point = int(np.flatnonzero(np.isnan(gaps.X[ready.train, 0]))[0]) + 1
    text = described(gaps, ready, pd.DataFrame({"point": [point], "norm": [1.0]}))["features"][0]
    assert text.startswith("x1 missing, x2 ")


def test_norms_are_compared_with_the_median_of_all():
    ranked = most_influential(np.array([1.0, 2.0, 4.0, 8.0, 2.0]))
    found = times_median(ranked)
    assert found["times_median"].tolist() == pytest.approx([4.0, 2.0, 1.0, 1.0, 0.5])
    assert times_median(ranked.iloc[:0]).empty
    assert times_median(ranked.assign(norm=0.0))["times_median"].tolist() == [0.0] * 5
