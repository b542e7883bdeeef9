"""The data coloured by an eigenvector."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.spectra.eigenvector_map import END, eigenvector_map, eigenvector_values
from tests.tolerances import EXACT, ROUNDOFF

RNG = np.random.default_rng(3)
POINTS = RNG.standard_normal((40, 2))
LABELS = np.where(np.arange(40) < 15, -1.0, 1.0)
VECTOR = RNG.standard_normal(40) / 6


def test_values_have_the_size_of_points_on_a_sphere():
    shown = eigenvector_values(VECTOR / np.sqrt((VECTOR**2).sum()))
    assert_allclose((shown**2).mean(), 1.0, **ROUNDOFF)


def test_the_symbol_tells_the_class_and_the_colour_the_eigenvector():
    figure = eigenvector_map(POINTS, LABELS, VECTOR, class_names=("<no>", "yes"))
    assert [trace.name for trace in figure.data] == ["&lt;no&gt; (15)", "yes (25)"]
    assert len({trace.marker.symbol for trace in figure.data}) == 2
    colours = np.concatenate([trace.marker.color for trace in figure.data])
    assert_allclose(colours, np.sqrt(40) * VECTOR, rtol=1e-6)
    assert list(figure.data[1].customdata[:2]) == [16, 17]
    assert_allclose(figure.data[0].x, POINTS[:15, 0], rtol=1e-6)


def test_no_eigenvector_moves_the_colours():
    one = np.eye(40)[0]
    scales = [eigenvector_map(POINTS, LABELS, v).layout.coloraxis for v in (VECTOR, one, 0 * one)]
    assert {(scale.cmin, scale.cmax) for scale in scales} == {(-END, END)}
    assert scales[0].colorbar.ticktext[0] == "≤ −2"


def test_colours_are_symmetric_about_zero():
    scale = eigenvector_map(POINTS, LABELS, VECTOR).layout.coloraxis
    assert scale.cmin == -scale.cmax < 0
    stops = [stop for stop, _ in scale.colorscale]
    assert_allclose(stops, 1 - np.array(stops)[::-1], **EXACT)


def test_real_targets_have_one_symbol_and_no_legend():
    figure = eigenvector_map(POINTS, RNG.standard_normal(40), VECTOR)
    assert len(figure.data) == 1
    assert not figure.layout.showlegend


def test_many_points_need_no_graphics_card():
    many = eigenvector_map(np.zeros((5000, 2)), np.ones(5000), np.zeros(5000))
    assert many.data[0].type == "scatter"


def test_points_of_another_sample_are_refused():
    with pytest.raises(InvalidParameterError, match=r"one per entry of the eigenvector \(40\)"):
        eigenvector_map(POINTS[:3], LABELS[:3], VECTOR)
