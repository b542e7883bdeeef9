"""Oracle: SPS from the spectra of K and of every Kⁱ, and the facts about its two forms."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.spectral import sps
from kselect_core.errors import UndefinedScoreError
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

SPS = CRITERIA["sps"]
LAM = np.array([0.1])


def shifts(K):
    """|σⱼ(K) − σⱼ(Kⁱ)|, one row per i, both spectra in descending order."""
    full = np.linalg.eigvalsh(K)[::-1]
    return np.array(
        [np.abs(full - np.linalg.eigvalsh(d.without(K, i))[::-1]) for i in range(len(K))]
    )


def single(sigma, K, i):
    """Largest shift when one point is removed."""
    return np.abs(sigma - np.linalg.eigvalsh(d.without(K, i))[::-1]).max()


def first_order(K):
    """|dσⱼ/dwᵢ| = |2 q_ji qⱼᵀkᵢ − q_ji² K_ii| as printed, one row per i."""
    n = len(K)
    _, Q = np.linalg.eigh(K)
    return np.array(
        [
            [abs(2 * Q[i, j] * (Q[:, j] @ K[:, i]) - Q[i, j] ** 2 * K[i, i]) for j in range(n)]
            for i in range(n)
        ]
    )


def scaled(seed, n):
    """Positive semi-definite matrix whose diagonal is not constant."""
    rng = np.random.default_rng(seed)
    F = rng.standard_normal((n, 3)) * rng.uniform(0.5, 2.0, (n, 1))
    return F @ F.T, d.labels(n, rng)


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_exact_sps_is_training_error_plus_mean_shift(n, seed, lam, learner, ridge):
    K, y = scaled(seed, n)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    expected = d.training_error(K, y, lam, learner, ridge) + shifts(K).sum() / n**2
    assert_allclose(SPS.score(problem, perturbation="exact"), expected, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_first_order_sps_is_the_printed_derivative(n, seed, lam, learner, ridge):
    K, y = scaled(seed, n)
    problem = Problem(K, y, np.array([lam]), learner=learner, ridge=ridge)
    expected = d.training_error(K, y, lam, learner, ridge) + first_order(K).sum() / n**2
    assert_allclose(SPS.score(problem, perturbation="first_order"), expected, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_first_order_sps_of_a_unit_diagonal_needs_eigenvalues_only(n, seed):
    K, y = d.example(n, seed)
    problem = Problem(K, y, LAM)
    expected = first_order(K).sum()
    assert_allclose(sps.first_order_shift(problem), expected, **ROUNDOFF)
    sigma = np.linalg.eigvalsh(K)
    assert_allclose(expected, np.abs(2 * sigma - 1).sum(), **ROUNDOFF)
    assert_allclose(expected, n + 2 * np.maximum(1 - 2 * sigma, 0).sum(), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_largest_shift_is_the_largest_over_all_points_and_eigenvalues(n, seed):
    K, y = scaled(seed, n)
    problem = Problem(K, y, LAM)
    expected = d.training_error(K, y, 0.1, "krr", "n_lambda") + shifts(K).max()
    assert_allclose(SPS.score(problem, perturbation="max"), expected, **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_the_exact_shifts_of_a_point_sum_to_its_diagonal_entry(n, seed):
    K, _ = scaled(seed, n)
    assert_allclose(shifts(K).sum(axis=1), np.diag(K), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds)
def test_first_order_shifts_without_absolute_value_sum_to_the_diagonal_entry(n, seed):
    K, _ = scaled(seed, n)
    sigma, Q = np.linalg.eigh(K)
    signed = Q**2 * (2 * sigma[None, :] - np.diag(K)[:, None])
    assert_allclose(signed.sum(axis=1), np.diag(K), **ROUNDOFF)


def test_the_exact_penalty_is_the_same_for_every_gaussian():
    X = np.random.default_rng(0).standard_normal((12, 2))
    y = d.labels(12, np.random.default_rng(1))
    for gamma in (1e-3, 1.0, 1e3):
        problem = Problem(d.gaussian(X, gamma), y, LAM)
        penalty = SPS.score(problem, perturbation="exact") - CRITERIA["remp"].score(problem)
        assert_allclose(penalty, 1 / 12, **ROUNDOFF)


@pytest.mark.parametrize(
    ("K", "first", "largest"),
    [(np.eye(9), 1 / 9, 1.0), (np.ones((9, 9)), (3 * 9 - 2) / 81, 1.0)],
    ids=["identity", "constant"],
)
def test_penalties_at_both_ends_of_the_width_grid(K, first, largest):
    y = d.labels(9, np.random.default_rng(1))
    problem = Problem(K, y, LAM)
    training = CRITERIA["remp"].score(problem)
    assert_allclose(SPS.score(problem) - training, first, **ROUNDOFF)
    assert_allclose(SPS.score(problem, perturbation="max") - training, largest, **ROUNDOFF)


def test_the_first_order_penalty_grows_with_smoothness():
    X = np.random.default_rng(0).standard_normal((12, 2))
    y = d.labels(12, np.random.default_rng(1))
    penalties = [
        sps.first_order_shift(Problem(d.gaussian(X, gamma), y, LAM))
        for gamma in 10.0 ** np.arange(3, -4, -1)
    ]
    assert (np.diff(penalties) >= -ROUNDOFF["rtol"]).all()


def test_first_order_does_not_depend_on_the_basis_of_equal_eigenvalues():
    rng = np.random.default_rng(4)
    Q, _ = np.linalg.qr(rng.standard_normal((8, 8)))
    sigma = np.array([3.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0])
    K = (Q * sigma) @ Q.T
    y = d.labels(8, rng)
    p = rng.permutation(8)
    one = sps.first_order_shift(Problem((K + K.T) / 2, y, LAM))
    other = sps.first_order_shift(Problem(((K + K.T) / 2)[np.ix_(p, p)], y[p], LAM))
    assert_allclose(one, other, **ROUNDOFF)


def test_exact_sps_is_undefined_for_an_indefinite_kernel():
    K = np.array([[1.0, 2.0], [2.0, 1.0]])
    problem = Problem(K, np.array([1.0, -1.0]), np.array([5.0]))
    words = "K is indefinite: the sum of the exact shifts is tr K only for positive semi-definite"
    with pytest.raises(UndefinedScoreError, match=words):
        SPS.score(problem, perturbation="exact")


def test_rounding_size_negative_eigenvalues_do_not_make_a_kernel_indefinite():
    rng = np.random.default_rng(0)
    X = np.repeat(rng.standard_normal((5, 2)), 4, axis=0)
    problem = Problem(d.gaussian(X), d.labels(20, rng), LAM)
    assert np.linalg.eigvalsh(problem.K).min() < 0
    assert_allclose(sps.exact_shift(problem), 20.0, **EXACT)


def test_the_largest_shift_of_an_indefinite_kernel_is_that_of_all_spectra():
    rng = np.random.default_rng(3)
    K = rng.standard_normal((9, 9))
    K = K + K.T
    problem = Problem(K, d.labels(9, rng), np.array([5.0]))
    assert problem.spectrum.indefinite
    assert_allclose(sps.largest_shift(problem), shifts(K).max(), **ROUNDOFF)


def test_the_largest_shift_of_an_indefinite_kernel_is_declined_for_many_points(monkeypatch):
    monkeypatch.setattr(sps, "LARGEST_INDEFINITE", 8)
    K, y = d.example(9, 0)
    assert SPS.score(Problem(K, y, LAM), perturbation="max") > 0
    words = "its largest shift needs the spectra of all Kⁱ, skipped above n = 8"
    with pytest.raises(UndefinedScoreError, match=words):
        SPS.score(Problem(K - np.eye(9) / 2, y, np.array([1.0])), perturbation="max")


def test_the_largest_shift_is_found_at_sizes_where_n_decompositions_take_minutes():
    X = np.random.default_rng(0).standard_normal((1200, 2))
    K = np.exp(-np.square(X[:, None] - X[None]).sum(axis=-1))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    problem = Problem(K, y, LAM)
    worst = max(single(problem.spectrum.sigma, K, i) for i in (0, 600))
    assert worst <= sps.largest_shift(problem) <= 1.0
