"""Matrices of low rank are decomposed as any other, by another way; others are left to LAPACK."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra import spectrum as module
from kselect_core.linalg.spectra.low_rank import FROM, SHARE, low_rank, low_rank_eigenvalues
from kselect_core.linalg.spectra.spectrum import eigenvalues_alone, spectrum
from tests.tolerances import EXACT, ROUNDOFF

N = 150
WIDE, NARROW = (64.0, 1024.0, 32768.0), (2.0**-15, 0.01, 0.25)


def points(n=N):
    return np.random.default_rng(3).standard_normal((n, 2))


def gaussian(tau, n=N):
    X = points(n)
    return np.exp(-np.square(X[:, None] - X).sum(axis=-1) / (2 * tau))


@pytest.mark.parametrize("tau", WIDE)
def test_a_wide_kernel_is_made_of_few_eigenvalues(tau):
    K = gaussian(tau)
    sigma, Q = low_rank(K)
    rank = int((sigma > 0).sum())
    assert 0 < rank <= N / SHARE
    assert_allclose(sigma[rank:], 0.0, **EXACT)
    assert (np.diff(sigma) <= 0).all()
    assert Q.flags.c_contiguous
    assert_allclose((Q * sigma) @ Q.T, K, rtol=0, atol=1e-13)
    assert_allclose(Q.T @ Q, np.eye(N), rtol=0, atol=1e-13)
    assert_allclose(sigma, np.maximum(np.linalg.eigvalsh(K)[::-1], 0), rtol=0, atol=1e-12)


@pytest.mark.parametrize("tau", WIDE)
def test_without_vectors_its_eigenvalues_are_the_same(tau):
    K = gaussian(tau)
    sigma = low_rank_eigenvalues(K)
    assert_allclose(sigma, np.maximum(low_rank(K).sigma, 0), rtol=0, atol=1e-14 * sigma[0])
    assert_allclose(eigenvalues_alone(K), sigma, **EXACT)
    assert (sigma[N // SHARE :] == 0).all()
    assert (np.diff(sigma) <= 0).all()


@pytest.mark.parametrize("tau", NARROW)
def test_a_narrow_kernel_is_not(tau):
    assert low_rank(gaussian(tau)) is None
    assert low_rank_eigenvalues(gaussian(tau)) is None


def test_points_of_which_every_other_one_is_a_twin_have_a_low_rank():
    K = np.kron(gaussian(1.0, N // 6), np.ones((6, 6)))
    sigma, Q = low_rank(K)
    assert_allclose((Q * sigma) @ Q.T, K, rtol=0, atol=1e-13)


def test_what_is_not_positive_semi_definite_is_left_to_lapack():
    K = gaussian(64.0)
    odd = np.zeros(N)
    odd[1:3] = 1.0, -1.0  # beside the points that the first look takes
    for share in (1.0, 1e-6):
        assert low_rank(K - share * np.outer(odd, odd)) is None
    hole = K.copy()
    hole[1, 2] = hole[2, 1] = np.nan
    for other in (-K, 0.0 * K, np.full_like(K, np.nan), hole, gaussian(64.0, FROM - 1)):
        assert low_rank(other) is None


@pytest.mark.parametrize("tau", WIDE)
@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_every_criterion_is_what_it_is_by_the_usual_way(tau, learner, monkeypatch):
    y = np.sign(points()[:, 0] * points()[:, 1])
    quick = values(gaussian(tau), y, learner)
    monkeypatch.setattr(module, "low_rank", lambda _: None)
    usual = values(gaussian(tau), y, learner)
    assert quick.keys() == usual.keys()
    for name, value in quick.items():
        assert_allclose(value, usual[name], **ROUNDOFF, err_msg=name)


def values(K, y, learner):
    """Every criterion of a least-squares learner that has a value, by its name."""
    problem, found = Problem(K, y, (1e-3, 1e-1), learner=learner), {}
    for criterion in CRITERIA.values():
        if criterion.applies_to(learner):
            try:
                found[criterion.name] = criterion.score(problem)
            except UndefinedScoreError as error:
                found[criterion.name] = error.values
    return {name: value for name, value in found.items() if value is not None}


def test_the_usual_spectrum_takes_it():
    sigma, _, indefinite = spectrum(gaussian(64.0))
    assert (sigma == 0).sum() > N / 2
    assert not indefinite
