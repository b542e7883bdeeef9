"""Oracle: all eigenvalues, and the training error of an explicit fit."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF, SOLVER

ER = CRITERIA["er"]
N_LARGE = 260


def by_definition(K, y, lam, t, eta, *, learner="krr", convention="n_lambda"):
    sigma = np.sort(np.linalg.eigvalsh(K))[::-1]
    ratio = sigma[:t].sum() / sigma[t:].sum()
    return d.training_error(K, y, lam, learner, convention) + eta / ratio


@given(
    n=d.sizes,
    seed=d.seeds,
    lam=d.lambdas,
    t=st.integers(1, 5),
    eta=st.floats(0, 30),
    learner=d.learners,
    ridge=d.ridges,
)
def test_er_is_the_training_error_and_the_ratio(*, n, seed, lam, t, eta, learner, ridge):
    K, y = d.example(n, seed)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    expected = by_definition(K, y, lam, t, eta, learner=learner, convention=ridge)
    assert_allclose(ER.score(problem, t=t, eta=eta), expected, **ROUNDOFF)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_large_sample_needs_no_eigendecomposition(learner):
    K, y = d.example(N_LARGE, 1)
    problem = Problem(K, y, np.array([0.1]), learner=learner)
    expected = by_definition(K, y, 0.1, 17, 1.0, learner=learner)
    assert_allclose(ER.score(problem), expected, **SOLVER)
    assert "spectrum" not in vars(problem)
    _ = problem.spectrum
    assert_allclose(ER.score(problem), expected, **ROUNDOFF)


def test_the_usual_number_of_main_eigenvalues_is_the_root_of_n_rounded_up():
    for n, t in ((9, 3), (10, 4), (16, 4), (17, 5)):
        K, y = d.example(n, 2)
        problem = Problem(K, y, [0.1])
        assert_allclose(ER.score(problem), ER.score(problem, t=t), **ROUNDOFF)


def test_two_points_have_one_main_eigenvalue():
    K = np.array([[1.0, 0.5], [0.5, 1.0]])
    score = ER.score(Problem(K, [1.0, -1.0], [1e6]))
    assert_allclose(score, 1.0 + 0.5 / 1.5, **SOLVER)


def test_a_rank_below_t_leaves_no_tail():
    rng = np.random.default_rng(0)
    F, y = rng.standard_normal((20, 3)), d.labels(20, rng)
    K = F @ F.T
    remp = CRITERIA["remp"].score(Problem(K, y, [0.1]))
    assert_allclose(ER.score(Problem(K, y, [0.1]), t=4), remp, **ROUNDOFF)


def test_er_of_the_identity_and_of_the_constant_kernel():
    y = np.repeat([1.0, -1.0], [9, 7])
    for K, ratio in ((np.eye(16), 12 / 4), (np.ones((16, 16)), 0.0)):
        problem = Problem(K, y, [0.1])
        expected = CRITERIA["remp"].score(problem) + 2.0 * ratio
        assert_allclose(ER.score(Problem(K, y, [0.1]), eta=2.0), expected, **ROUNDOFF)


def test_what_has_no_ratio_says_why():
    y = np.repeat([1.0, -1.0], 5)
    cases = {
        "no positive eigenvalue": (np.zeros((10, 10)), {}),
        "t = 10 leaves no tail: K has 10 eigenvalues": (np.eye(10), {"t": 10}),
        "K is indefinite": (np.diag([1.0] * 5 + [-0.5] * 5), {"t": 5}),
    }
    for words, (K, options) in cases.items():
        with pytest.raises(UndefinedScoreError, match=words):
            ER.score(Problem(K, y, [1e3]), **options)
