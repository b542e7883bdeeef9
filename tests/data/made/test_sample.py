"""Made data: the shapes of scikit-learn, samples that change smoothly, errors that are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import kstest, norm
from sklearn.datasets import make_circles, make_moons

from kselect_core.data import load_dataset
from kselect_core.data.made import shapes
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh, latent, sample, sides
from kselect_core.data.made.shapes import SHAPES


@pytest.mark.parametrize(
    ("name", "made", "share", "first"),
    [
        ("moons", make_moons(50, shuffle=False), np.linspace(0, 1, 25), 1),
        ("circles", make_circles(50, shuffle=False, factor=0.5), np.arange(25) / 25, 0),
    ],
)
def test_moons_and_circles_are_those_of_scikit_learn(name, made, share, first):
    (X, y), u = made, np.column_stack([share, share])
    for side in (0, 1):
        places = SHAPES[name].place(u, np.full(25, side))
        assert_allclose(places, X[y == (side ^ first)], atol=1e-12)


def test_the_moons_have_the_labels_of_the_bundled_set():
    made, bundled = sample(Recipe(noise=0.0)), load_dataset("two_moons")
    assert made.class_names == bundled.class_names
    for data in (made, bundled):
        heights = data.X[:, 1]
        assert heights[data.y > 0].mean() > heights[data.y < 0].mean()


def test_more_points_go_on_from_fewer():
    few, many = (sample(Recipe(n=n, useless=2)) for n in (60, 61))
    assert_array_equal(many.X[:60], few.X)
    assert_array_equal(many.y[:60], few.y)


def test_more_noise_moves_the_same_points_further():
    still, little, much = (sample(Recipe(noise=noise)).X for noise in (0.0, 0.1, 0.3))
    assert_allclose(much - still, 3 * (little - still), atol=1e-12)


def test_more_flips_flip_the_same_labels_and_others():
    clean, few, many = (sample(Recipe(n=400, flipped=share)).y for share in (0.0, 0.1, 0.3))
    wrong = few != clean
    assert 0.05 < wrong.mean() < 0.15
    assert (many != clean)[wrong].all()
    assert 0.22 < (many != clean).mean() < 0.38


@pytest.mark.parametrize("minority", [0.1, 0.25, 0.5])
@pytest.mark.parametrize("n", [20, 200, 333])
def test_the_smaller_class_has_its_share(n, minority):
    assert sides(n, minority).sum() == np.floor(n * minority)


def test_another_draw_and_fresh_points_are_others():
    one, two = sample(Recipe()), sample(Recipe(draw=1))
    new = fresh(Recipe(), 400)
    assert not np.isin(one.X, two.X).any()
    assert not np.isin(one.X, new.X).any()
    assert new.X.shape == (400, 2)


def test_useless_features_are_normal_and_leave_the_others_alone():
    plain, padded = (sample(Recipe(n=400, useless=k)) for k in (0, 3))
    assert padded.X.shape == (400, 5)
    assert_array_equal(padded.X[:, :2], plain.X)
    assert kstest(padded.X[:, 2:].ravel(), norm.cdf).pvalue > 1e-3


def test_fresh_points_have_the_error_that_the_distribution_has():
    """The best rule for two Gaussians is the line between them, whose error is known."""
    recipe = Recipe("two_gaussians", noise=0.6)
    data = fresh(recipe, 20_000)
    spread = np.hypot(shapes.SPREAD, recipe.noise)
    wrong = np.mean((data.X[:, 0] > 0) != (data.y > 0))
    assert abs(wrong - norm.cdf(-1 / spread)) < 0.01


def test_the_squares_of_the_board_have_one_colour_each():
    data = sample(Recipe("checkerboard", n=400, noise=0.0))
    square = np.floor(data.X + 2).astype(int)
    assert square.min() == 0
    assert square.max() == 3
    assert_array_equal(square.sum(axis=1) % 2 == 1, data.y > 0)


@pytest.mark.parametrize("name", ["xor", "line", "spirals"])
def test_without_noise_a_narrow_kernel_has_nothing_to_confuse(name):
    made = latent(Recipe(name), 300)
    one, other = made.places
    gaps = np.linalg.norm(one[:, None] - other[None], axis=2)
    assert gaps.min() > 0.05


def test_a_regression_is_a_sum_of_functions_and_noise():
    data = sample(Recipe("additive", n=400, noise=0.3))
    rest = data.y - np.sin(np.pi * data.X[:, 0]) - data.X[:, 1] ** 2
    assert data.task == "regression"
    assert abs(rest.std() - 0.3) < 0.04


def test_every_shape_makes_a_data_set():
    for name in SHAPES:
        data = sample(Recipe(name, n=50))
        assert data.X.shape == (50, 2)
        assert data.class_names == SHAPES[name].classes
