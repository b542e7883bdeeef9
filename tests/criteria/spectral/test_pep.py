"""Oracle: all eigenvalues; and its tie to the ratio of ER."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import ROUNDOFF

PEP, ER = CRITERIA["pep"], CRITERIA["er"]


@given(n=d.sizes, seed=d.seeds, t=st.integers(1, 5))
def test_pep_is_the_share_of_the_first_eigenvalues(n, seed, t):
    K, y = d.example(n, seed)
    sigma = np.sort(np.linalg.eigvalsh(K))[::-1]
    expected = sigma[:t].sum() / sigma.sum()
    assert_allclose(PEP.score(Problem(K, y, [0.1]), t=t), expected, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds, t=st.integers(1, 5))
def test_er_and_pep_are_one_quantity(n, seed, t):
    K, y = d.example(n, seed)
    problem = Problem(K, y, [0.1])
    theta = PEP.score(problem, t=t)
    ratio = ER.score(problem, t=t, eta=1.0) - ER.score(problem, t=t, eta=0.0)
    assert_allclose(ratio, 1 / theta - 1, **ROUNDOFF)


def test_pep_grows_along_the_width_between_its_ends():
    X = np.random.default_rng(0).standard_normal((25, 2))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    gammas = [1e9, 10.0, 1.0, 0.1, 1e-9]
    values = [PEP.score(Problem(d.gaussian(X, gamma), y, [0.1]))[0] for gamma in gammas]
    assert (np.diff(values) > 0).all()
    assert_allclose(values[0], 5 / 25, **ROUNDOFF)
    assert_allclose(values[-1], 1.0, rtol=1e-6)


def test_labels_and_ridges_do_not_matter():
    K, y = d.example(12, 0)
    assert_allclose(
        PEP.score(Problem(K, y, [0.1, 3.0])), PEP.score(Problem(K, np.ones(12), [7.0]))[0]
    )


def test_a_matrix_without_main_eigenvalues_says_so():
    with pytest.raises(UndefinedScoreError, match="no positive eigenvalue"):
        PEP.score(Problem(np.zeros((6, 6)), np.ones(6), [0.1]))
    with pytest.raises(UndefinedScoreError, match="t = 6 leaves no tail"):
        PEP.score(Problem(np.eye(6), np.ones(6), [0.1]), t=6)


def test_beyond_the_limit_of_a_decomposition_it_is_declined_where_lanczos_runs_fail(monkeypatch):
    monkeypatch.setattr("kselect_core.criteria.problems.least_squares.EIGH_LIMIT", 10)
    K, y = d.example(12, 0)
    with pytest.raises(UndefinedScoreError, match="skipped above n = 10; use a sub-sample"):
        PEP.score(Problem(K, y, [0.1]))
