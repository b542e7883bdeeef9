"""One ridge: a Lanczos run where it converges soon, else a Cholesky factor, never a spectrum."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.fits import few_ridges, lanczos
from kselect_core.linalg.fits.few_ridges import factored, worth_a_run
from kselect_core.linalg.fits.krylov import ridge_solutions
from tests.criteria import definitions as d
from tests.criteria.refits import gaussian, sample
from tests.tolerances import ROUNDOFF

learners = pytest.mark.parametrize("learner", d.LEARNERS)


@learners
@pytest.mark.parametrize("gamma", [1.0, 0.05, 1e-3])
@pytest.mark.parametrize("lam", [1.0, 1e-2, 1e-5])
def test_the_fit_by_a_factor_solves_its_equations(gamma, lam, learner):
    n = 300
    X, y = sample(n, dimensions=8)
    K, mu = gaussian(X, gamma), np.array([n * lam])
    K.flags.writeable = y.flags.writeable = False
    alpha, b, rounding = factored(K, y, mu, bias=learner == "lssvm")
    expected, bias = d.fitted(K, y, mu[0], learner)
    assert (alpha.shape, b.shape) == ((n, 1), (1,))
    assert np.abs(alpha[:, 0] - expected).max() <= 10 * rounding * np.abs(expected).max()
    assert_allclose(b, bias, **ROUNDOFF)
    assert 1e-16 < rounding < 1e-10


@learners
def test_one_ridge_of_a_matrix_that_is_not_definite_has_no_fit_by_a_factor(learner):
    n = 60
    M = np.random.default_rng(0).standard_normal((n, n))
    _, y = sample(n)
    assert factored(M + M.T, y, np.array([0.5]), bias=learner == "lssvm") is None


@learners
def test_a_factor_that_does_not_solve_the_equations_is_declined(learner, monkeypatch):
    n, factor = 300, few_ridges.dposv
    X, y = sample(n, dimensions=8)

    def wrong(C, right, **named):
        c, x, failed = factor(C, right, **named)
        return c, 1.001 * x, failed

    monkeypatch.setattr(few_ridges, "dposv", wrong)
    slow = np.array([n * 1e-7])
    assert factored(gaussian(X, 0.05), y, slow, bias=learner == "lssvm") is None


@pytest.mark.parametrize(("lam", "quick"), [(1.0, True), (1e-2, True), (1e-7, False)])
def test_a_run_that_would_take_longer_than_a_factor_ends_when_its_pace_says_so(
    lam, quick, monkeypatch
):
    n, steps, step = 300, [], lanczos._orthogonalised  # noqa: SLF001 (a count)
    X, y = sample(n, dimensions=8)

    def counted(W, runs, number, *, bias):
        steps.append(number)
        return step(W, runs, number, bias=bias)

    monkeypatch.setattr(lanczos, "_orthogonalised", counted)
    K, mu = gaussian(X, 0.05), np.array([n * lam])
    made = ridge_solutions(K, y, mu, bias=False, go_on=worth_a_run(n))
    assert (made is not None) == quick
    if not quick:
        assert len(steps) == 2 * few_ridges.AGAIN
