"""Bars of weights: which kernels, in which order, with which names."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.combined.weight_bars import MOST, bars, kernel_label, weight_bars
from tests.tolerances import EXACT

WEIGHTS = np.array([[0.5, 0.0, 0.5], [0.9, 0.0, 0.1]])
NAMES = ["first", "<b>second</b>", "third"]


def test_bars_are_means_in_the_order_of_the_set():
    found = bars(WEIGHTS)
    assert_allclose(found.mean, [0.7, 0.0, 0.3])
    assert list(found.rows) == [0, 1, 2]


def test_of_many_kernels_the_largest_are_drawn_in_the_order_of_the_set():
    weights = np.random.default_rng(0).uniform(size=(2, MOST + 20))
    found = bars(weights)
    assert len(found.rows) == MOST
    assert (np.diff(found.rows) > 0).all()
    left_out = np.setdiff1d(np.arange(MOST + 20), found.rows)
    assert found.mean.min() >= weights.mean(axis=0)[left_out].max()


def test_the_figure_has_bars_numbers_and_a_dot_for_every_weight_of_a_split():
    figure = weight_bars(WEIGHTS, NAMES, quantity="ckta", equal=1 / 3)
    whole, told, dots = figure.data
    assert_allclose(whole.x, [0.7, 0.0, 0.3])
    assert list(told.text) == ["  0.7", "", "  0.3"]
    assert_allclose(told.x, WEIGHTS.max(axis=0), **EXACT)
    assert_allclose(dots.x, [0.5, 0.5, 0.9, 0.1], **EXACT)
    assert list(dots.text) == ["split 1", "split 1", "split 2", "split 2"]
    assert figure.layout.shapes[0].x0 == 1 / 3
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;second&lt;/b&gt;"


def test_one_split_has_no_dots():
    assert len(weight_bars(WEIGHTS[:1], NAMES, quantity="sm", equal=1 / 3).data) == 2


def test_a_kernel_is_named_by_its_features_or_its_parameter():
    assert kernel_label("gaussian", 0.25, "2tau") == "Gaussian τ = 2⁻²"
    assert kernel_label("gaussian", 1.0, "2tau", grid=(0.1, 1.0, 10.0)) == "Gaussian τ = 1"
    assert kernel_label("linear", float("nan"), "") == "Linear"
    assert kernel_label("polynomial", 3.0, "degree") == "Polynomial degree p = 3"
    assert kernel_label("gaussian", 0.25, "2tau", "age") == "age"
