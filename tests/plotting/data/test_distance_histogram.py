"""The histogram of pair distances."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.distance_histogram import distance_bins, distance_histogram

COUNTS, EDGES = np.array([1.0, 3.0]), np.array([0.0, 1.0, 2.0])


def test_bars_are_shares():
    assert distance_bins(COUNTS, EDGES) == [(0.0, 1.0, 0.25), (1.0, 2.0, 0.75)]
    assert distance_bins(np.zeros(1), EDGES[:2]) == [(0.0, 1.0, 0.0)]


def test_edges_must_fit_the_counts():
    with pytest.raises(InvalidParameterError, match="the edges must be 3 numbers"):
        distance_bins(COUNTS, EDGES[:2])


def test_median_and_suggested_range_are_marked():
    figure = distance_histogram(COUNTS, EDGES, median=1.5, suggested=(0.5, 4.0), note="<τ>")
    area, rule = figure.layout.shapes
    assert (area.x0, area.x1, rule.x0) == (0.5, 4.0, 1.5)
    assert [a.text for a in figure.layout.annotations] == ["median 1.5", "&lt;τ&gt;"]
    low, high = figure.layout.xaxis.range
    assert low < 0.0
    assert high > 4.0


@pytest.mark.parametrize(("median", "anchor"), [(0.1, "left"), (1.0, "center"), (1.9, "right")])
def test_the_note_of_the_median_stays_within_the_picture(median, anchor):
    figure = distance_histogram(COUNTS, EDGES, median=median, suggested=(0.5, 1.0))
    assert figure.layout.annotations[0].xanchor == anchor
