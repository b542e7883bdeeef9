"""Oracle: leave-one-out by refits, and the logarithms of the evidence."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

BR = CRITERIA["br"]


def press(K, y, lam, learner, convention):
    """Squared errors of n refits, each without one point."""
    total = 0.0
    for i in range(len(y)):
        f = d.predicted_without(K, y, np.array([i]), lam, learner, convention)[0]
        total += (y[i] - f) ** 2
    return total


def known(name, **parameters):
    return KernelFact(name, tuple(parameters.items()), 2, 1.0)


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_br_is_half_n_log_half_press_and_half_log_omega(n, seed, lam, learner, ridge):
    K, y = d.example(n, seed)
    gamma = 0.5
    Q, omega = press(K, y, lam, learner, ridge) / 2, gamma**2 / 2
    fact = known("gaussian", gamma=gamma)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge, kernel=fact)
    expected = n / 2 * np.log(Q) + 1 / 2 * np.log(omega)
    assert_allclose(BR.score(problem), expected, **ROUNDOFF)


@pytest.mark.parametrize("name", ["linear", "polynomial"])
def test_a_kernel_without_a_width_leaves_press(name):
    K, y = d.example(12, 0)
    problem = Problem(K, y, np.array([0.1]), kernel=known(name, degree=3))
    expected = 6 * np.log(press(K, y, 0.1, "krr", "n_lambda") / 2)
    assert_allclose(BR.score(problem), expected, **ROUNDOFF)


@given(seed=d.seeds, gamma=st.floats(1e-3, 1e3))
def test_one_width_ranks_like_press_times_a_power_of_the_inverse_width(seed, gamma):
    X = np.random.default_rng(seed).standard_normal((15, 2))
    y = np.where(np.arange(15) % 2, 1.0, -1.0)
    values, ranks = [], []
    for eta in (gamma, 1.5 * gamma):
        K = d.gaussian(X, gamma=eta)
        fact = known("gaussian", gamma=eta)
        values.append(BR.score(Problem(K, y, [0.1], kernel=fact))[0])
        ranks.append(press(K, y, 0.1, "krr", "n_lambda") * eta ** (2 / 15))
    assert_allclose(np.diff(values), 15 / 2 * np.diff(np.log(ranks)), **ROUNDOFF)


def test_it_has_no_lower_bound_along_the_width():
    X = np.random.default_rng(0).standard_normal((20, 2))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    values = [
        BR.score(
            Problem(
                KERNELS["gaussian"](X, gamma=eta), y, [0.1], kernel=known("gaussian", gamma=eta)
            )
        )[0]
        for eta in (1e-4, 1e-10, 1e-16, 1e-60)
    ]
    assert (np.diff(values) < -10).all()


def test_a_perfect_fit_is_floored_and_finite():
    fact = known("gaussian", gamma=1.0)
    zero = BR.score(Problem(np.eye(8), np.zeros(8), [0.1], kernel=fact))
    assert_allclose(zero, 4 * np.log(1e-300) + 0.5 * np.log(0.5), **ROUNDOFF)


def test_an_unknown_kernel_is_said():
    K, y = d.example(8, 0)
    with pytest.raises(
        UndefinedScoreError, match=r"not known which kernel made this matrix \(in code"
    ):
        BR.score(Problem(K, y, [0.1]))
    with pytest.raises(UndefinedScoreError, match="no penalty for the parameters of the new"):
        BR.score(Problem(K, y, [0.1], kernel=known("new")))


def test_the_rate_of_a_laplacian_counts_as_a_width():
    K, y = d.example(8, 0)
    one, two = (
        BR.score(Problem(K, y, [0.1], kernel=known("laplacian", c=c)))[0] for c in (1.0, 3.0)
    )
    assert_allclose(two - one, np.log(3.0), **ROUNDOFF)
