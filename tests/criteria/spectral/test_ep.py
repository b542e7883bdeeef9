"""Oracle: eigenvalues of large Gram matrices and of circulant ones stand for the operator's."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.criteria.spectral import ep
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF, SOLVER

EP = CRITERIA["ep"]


def known(gamma=0.5, features=2, variance=1.0, name="gaussian"):
    return KernelFact(name, (("gamma", gamma),), features, variance)


def sorted_normal(gamma, variance, d, n):
    """Eigenvalues of the normal measure by products over the dimensions, for few of them."""
    a, b = 1 / (4 * variance), gamma
    A = a + b + np.sqrt(a**2 + 2 * a * b)
    one = np.sqrt(2 * a / A) * (b / A) ** np.arange(60)
    every = one
    for _ in range(d - 1):
        every = np.multiply.outer(every, one).ravel()
    return np.sort(every)[::-1][:n]


@given(
    n=d.sizes,
    seed=d.seeds,
    lam=d.lambdas,
    gamma=st.floats(0.05, 5.0),
    variance=st.floats(0.1, 4.0),
    dims=st.integers(1, 3),
    eta=st.floats(0, 5),
)
def test_ep_is_the_training_error_and_the_distance_of_the_spectra(
    *, n, seed, lam, gamma, variance, dims, eta
):
    K, y = d.example(n, seed)
    problem = Problem(K, y, np.array([lam]), kernel=known(gamma, dims, variance))
    sigma = np.sort(np.linalg.eigvalsh(K))[::-1]
    expected = sorted_normal(gamma, variance, dims, n)
    distance = np.abs(np.maximum(sigma, 0) / n - expected).sum() + 1 - expected.sum()
    value = d.training_error(K, y, lam, "krr", "n_lambda") + eta * distance
    assert_allclose(EP.score(problem, eta=eta), value, **ROUNDOFF)


@pytest.mark.parametrize("dims", [1, 2])
def test_a_large_sample_from_the_normal_measure_comes_near_to_its_operator(dims):
    rng = np.random.default_rng(0)
    distances = []
    for n in (100, 800):
        X = 1.3 * rng.standard_normal((n, dims))
        K = KERNELS["gaussian"](X, gamma=0.4)
        problem = Problem(K, np.ones(n), [1.0], kernel=known(0.4, dims, 1.69))
        found = ep.operator(problem, measure="normal", side=1.0)
        assert_allclose(problem.spectrum.sigma[:3] / n, found.values[:3], rtol=5 / np.sqrt(n))
        distances.append(ep.perturbation(problem, found))
    assert distances[1] < distances[0] < 0.5


def test_the_box_has_the_spectrum_of_a_circulant_matrix():
    gamma, side, n = 3.0, 2.5, 200
    steps = np.arange(n) * side / n
    wrapped = sum(np.exp(-gamma * (steps + m * side) ** 2) for m in range(-6, 7))
    expected = np.sort(np.fft.fft(wrapped).real / n)[::-1]
    problem = Problem(np.eye(60), np.ones(60), [1.0], kernel=known(gamma, 1, side**2 / 12))
    found = ep.operator(problem, measure="box", side=1.0)
    assert_allclose(found.values, expected[:60], rtol=1e-9, atol=1e-12)


def test_a_point_sample_never_sees_more_than_the_whole_operator():
    X = np.random.default_rng(0).standard_normal((30, 2))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    for gamma in (1e-9, 0.1, 1.0, 100.0, 1e9):
        K = KERNELS["gaussian"](X, gamma=gamma)
        problem = Problem(K, y, [0.1], kernel=known(gamma))
        distance = ep.perturbation(problem, ep.operator(problem, measure="normal", side=1.0))
        assert 0 <= distance <= 2
    wide = Problem(np.ones((30, 30)), y, [0.1], kernel=known(1e-12))
    at_the_end = ep.perturbation(wide, ep.operator(wide, measure="normal", side=1.0))
    assert_allclose(at_the_end, 0.0, atol=1e-9)


def test_the_side_of_the_box_is_in_units_of_that_with_the_variance_of_the_features():
    K, y = d.example(10, 0)
    one = EP.score(Problem(K, y, [0.1], kernel=known(variance=1.0)), measure="box", side=2.0)
    other = EP.score(Problem(K, y, [0.1], kernel=known(variance=4.0)), measure="box", side=1.0)
    assert_allclose(one, other, **ROUNDOFF)
    assert EP.score(Problem(K, y, [0.1], kernel=known()), measure="box") != one


def test_equal_points_have_the_operator_of_a_constant():
    y = np.repeat([1.0, -1.0], 4)
    for measure in ("normal", "box"):
        problem = Problem(np.ones((8, 8)), y, [0.1], kernel=known(variance=0.0))
        remp = CRITERIA["remp"].score(problem)
        assert_allclose(EP.score(problem, measure=measure), remp, **SOLVER)


def test_what_is_missing_is_said():
    K, y = d.example(8, 0)
    cases = {
        "not known which kernel": None,
        "for the Gaussian kernel only, not for the linear kernel": known(name="linear"),
        "features and their variance are not known": KernelFact("gaussian", (("gamma", 1.0),)),
    }
    for words, fact in cases.items():
        with pytest.raises(UndefinedScoreError, match=words):
            EP.score(Problem(K, y, [0.1], kernel=fact))
    with pytest.raises(UndefinedScoreError, match="too wide for this box"):
        EP.score(Problem(K, y, [0.1], kernel=known(1e-200, features=9)), measure="box")
