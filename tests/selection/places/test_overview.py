"""The overview shows the prepared training part, and suggests widths that make sense of it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.data import Dataset, load_dataset, splits
from kselect_core.kernels import KERNELS, gamma_from
from kselect_core.selection.places.overview import (
    MOST_ROWS,
    overview,
    suggested_lengths,
    suggested_widths,
)
from kselect_core.views.data import DataAt, data_in_plane
from tests.tolerances import ROUNDOFF


@pytest.mark.parametrize("name", ["two_moons", "wdbc", "diabetes_regression", "iris"])
def test_the_training_part_of_the_first_split_is_shown(name):
    data = load_dataset(name)
    seen = overview(data, test_share=0.3, seed=3)
    rows = splits(data.y, task=data.task, test_share=0.3, repeats=1, seed=3)[0].train
    assert len(seen.points) == len(seen.labels) == seen.training == len(rows)
    assert_allclose(seen.counts.sum(), seen.rows * (seen.rows - 1) / 2, **ROUNDOFF)
    assert seen.edges[0] <= seen.median <= seen.edges[-1]
    assert seen.suggested[0] < seen.median < seen.suggested[1]


def test_two_features_are_their_own_plane():
    data = load_dataset("two_moons")
    assert overview(data).axes == data.feature_names


def test_principal_components_say_how_much_they_show():
    assert overview(load_dataset("wdbc")).axes[0] == "1st principal component (45 %)"


def test_one_feature_lies_on_a_line():
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(rng.standard_normal((20, 1)), np.tile([-1.0, 1.0], 10))
    assert (overview(data).points[:, 1] == 0).all()


def test_distances_of_many_rows_come_from_some_of_them():
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(rng.standard_normal((3000, 3)), np.tile([-1.0, 1.0], 1500))
    seen = overview(data)
    assert seen.rows <= MOST_ROWS
    assert seen.training == 2100


def test_of_many_rows_some_are_drawn_in_the_plane_of_all(monkeypatch):
    rng = np.random.default_rng(0)
    data = Dataset.from_arrays(rng.standard_normal((3000, 3)), np.tile([-1.0, 1.0], 1500))
    every, at = overview(data), DataAt(data)
    assert "2,100 training points" in data_in_plane(at).caption
    monkeypatch.setattr("kselect_core.selection.places.overview.MOST_DRAWN", 500)
    some = overview(data)
    assert len(some.points) == len(some.labels) == 500
    assert {*map(tuple, some.points)} < {*map(tuple, every.points)}
    assert_array_equal(some.counts, every.counts)
    assert_array_equal(some.edges, every.edges)
    drawn = {"points": 0, "labels": 0, "counts": 0, "edges": 0}
    assert some._replace(**drawn) == every._replace(**drawn)
    assert "500 of 2,100 training points" in data_in_plane(DataAt(data)).caption


@pytest.mark.parametrize("most", [500, 30])
def test_a_rare_class_lies_in_the_plane_too_and_the_legend_counts_all(most, monkeypatch):
    rng = np.random.default_rng(0)
    y = np.repeat(["often", "rare", "some"], [2700, 12, 288])
    data = Dataset.from_arrays(rng.standard_normal((3000, 3)), y)
    monkeypatch.setattr("kselect_core.selection.places.overview.MOST_DRAWN", most)
    seen = overview(data, test_share=0.25)
    shown = np.unique(seen.labels, return_counts=True)[1]
    assert shown.sum() <= most
    assert shown[1] == min(9, most // 3)
    assert seen.sizes == (2025, 9, 216)
    legend = [trace.name for trace in data_in_plane(DataAt(data, test_share=0.25)).draw().data]
    assert legend == ["often (2,025)", "rare (9)", "some (216)"]


def test_between_the_suggested_lengths_the_kernel_goes_from_identity_to_constant():
    X = load_dataset("two_moons").X[:299]  # odd: the median is one of the distances
    distances = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=2))
    narrow, wide = suggested_widths(suggested_lengths(distances), "gamma")[::-1]
    gaussian = KERNELS["gaussian"]
    nearest = np.sort(gaussian(X, X, gamma=narrow), axis=1)[:, -2]
    assert np.median(nearest) == pytest.approx(np.exp(-2), rel=1e-6)
    assert gaussian(X, X, gamma=wide).min() == pytest.approx(np.exp(-1 / 8), rel=1e-6)


@pytest.mark.parametrize("convention", ["gamma", "tau", "2tau", "sigma2"])
def test_widths_in_every_convention_are_the_same_lengths(convention):
    low, high = suggested_widths((0.5, 4.0), convention)
    assert low < high
    lengths = sorted(1 / np.sqrt(2 * gamma_from(value, convention)) for value in (low, high))
    assert_allclose(lengths, (0.5, 4.0), **ROUNDOFF)


def test_points_on_each_other_are_no_neighbours():
    distances = np.array([[0.0, 0.0, 3.0], [0.0, 0.0, 3.0], [3.0, 3.0, 0.0]])
    assert suggested_lengths(distances) == (1.5, 6.0)
    assert suggested_lengths(np.zeros((3, 3))) == (1.0, 1.0)
