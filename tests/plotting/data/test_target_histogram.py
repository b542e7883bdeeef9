"""Targets of a regression: bins, mean, and the error of predicting the mean."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.data.target_histogram import BINS, target_histogram, target_spread
from tests.tolerances import ROUNDOFF


def test_every_target_is_in_a_bin_and_the_variance_is_the_error_of_the_mean():
    y = np.random.default_rng(0).normal(5.0, 2.0, 300)
    found = target_spread(y)
    assert found.counts.sum() == 300
    assert len(found.counts) == BINS
    assert_allclose(found.variance, np.mean((y - y.mean()) ** 2), **ROUNDOFF)
    for count, low, high in zip(
        found.counts[:-1], found.edges[:-2], found.edges[1:-1], strict=True
    ):
        assert count == ((y >= low) & (y < high)).sum()


def test_few_different_targets_have_as_many_bins_and_one_target_has_one():
    assert len(target_spread(np.array([1.0, 2.0, 2.0])).counts) == 2
    assert target_spread(np.ones(4)).counts.tolist() == [4]
    assert target_histogram(np.ones(4)).data


def test_bars_have_the_colours_of_their_targets_and_the_mean_is_told():
    figure = target_histogram(np.arange(100.0))
    assert_allclose(figure.data[0].marker.color, figure.data[0].x, **ROUNDOFF)
    assert figure.layout.annotations[0].text == "mean 49.5"
