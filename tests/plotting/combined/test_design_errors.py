"""Test errors of the methods: points of the splits, means."""

import numpy as np
import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA
from kselect_core.plotting.combined.design_errors import design_errors, method_means
from kselect_core.plotting.kit.theme import GREY, style, transparent
from tests.tolerances import EXACT, ROUNDOFF

CHOICES = pd.DataFrame(
    {
        "split": [0, 0, 0, 1, 1, 1],
        "method": ["SKM", "UKM", "SEKM"] * 2,
        "steps": [0, 1, 2, 0, 1, 1],
        "lambda": [0.1] * 6,
        "width": [4.0, np.nan, np.nan] * 2,
        "held_out": [1.0] * 6,
        "test_squared_error": [1.0, 2.0, 3.0, 3.0, 4.0, 7.0],
        "test_error": [0.1, 0.2, 0.3, 0.1, 0.2, 0.5],
    }
)


def test_means_are_those_of_the_splits_in_the_order_of_the_table():
    means = method_means(CHOICES, "test_squared_error")
    assert means["method"].tolist() == ["SKM", "UKM", "SEKM"]
    assert_allclose(means["mean"], [2.0, 3.0, 5.0], **ROUNDOFF)
    assert_allclose(means["std"], [np.sqrt(2), np.sqrt(2), np.sqrt(8)], **ROUNDOFF)


def test_points_tell_their_split_their_error_and_what_was_chosen():
    figure = design_errors(CHOICES, measure="test_error")
    first, second, *means = figure.data
    assert_allclose(second.x, [0.1, 0.2, 0.5], **EXACT)
    assert second.text[0] == "SKM, split 2: 10.0 %<br>σ² = 2², λ = 0.1"
    assert first.text[2].endswith("k = 2, λ = 0.1")
    assert [mean.text[0] for mean in means] == ["10.0 %", "20.0 %", "40.0 %"]
    assert "(mean of 2 splits)" in means[2].hovertemplate


def test_one_split_has_no_deviation():
    figure = design_errors(CHOICES[CHOICES["split"] == 0], measure="test_squared_error")
    assert [trace.text[0] for trace in figure.data[1:]] == ["1", "2", "3"]
    assert "±" not in figure.data[1].hovertemplate
    assert figure.layout.xaxis.title.text == "test squared error"


def test_no_method_has_the_colour_of_a_criterion():
    figure = design_errors(CHOICES, measure="test_error")
    colours = {trace.marker.line.color or trace.marker.color for trace in figure.data}
    assert colours == {GREY, transparent(GREY, 0.75)}
    assert GREY not in {style(name).colour for name in CRITERIA}
