"""The shortest dual variables: a quadratic programme in extended form is the oracle."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from kselect_core.linalg.fits.least_norm import shortest_duals
from kselect_core.linalg.fits.smo import machines
from tests.tolerances import EXACT

C = np.array([0.05, 1.0, 20.0])


def unbalanced(seed, *, equal=False):
    """Few positive points among many negative ones in the plane, some of them equal if asked."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(8, 20))
    y = rng.permutation(np.repeat([1.0, -1.0], [max(1, n // 5), n - max(1, n // 5)]))
    X = rng.standard_normal((n, 2))
    return (X[rng.integers(0, n // 2, n)] if equal else X), y


def shortest(X, y, C, beta):
    """Signed duals of least norm with the same w = Xᵀβ, sum and Σα, by a general solver."""
    low, high, beta = np.where(y > 0, 0.0, -1.0), np.where(y > 0, 1.0, 0.0), beta / C
    _, sizes, rows = np.linalg.svd(np.vstack([X.T, np.ones(len(y)), y]), full_matrices=False)
    A = rows[sizes > 1e-10 * sizes[0]]
    found = minimize(
        lambda b: b @ b / 2,
        np.clip(beta, low, high),
        jac=lambda b: b,
        bounds=list(zip(low, high, strict=True)),
        constraints={"type": "eq", "fun": lambda b: A @ (b - beta), "jac": lambda _: A},
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )
    assert found.success
    return C * found.x


@pytest.mark.parametrize(("seed", "equal"), [(0, False), (2, False), (3, True)])
def test_the_duals_are_the_shortest_of_the_same_machine(seed, equal):
    X, y = unbalanced(seed, equal=equal)
    made = machines(X @ X.T, y, C, tolerance=1e-10)
    for row, cost in enumerate(C):
        beta, f = made.beta[row], made.f[row]
        made_short = shortest_duals(X @ X.T, y, cost, beta=beta, f=f)
        assert made_short.found
        assert_allclose(made_short.beta @ X, beta @ X, atol=1e-8 * cost)
        assert_allclose(made_short.beta.sum(), 0.0, atol=1e-8 * cost)
        assert (y * made_short.beta >= 0).all()
        assert (y * made_short.beta <= cost).all()
        expected = shortest(X, y, cost, beta)
        assert_allclose(made_short.beta, expected, atol=1e-6 * cost)


@pytest.mark.parametrize("equal", [False, True])
def test_the_order_of_the_points_does_not_decide(equal):
    for seed in range(30):
        X, y = unbalanced(seed, equal=equal)
        order = np.random.default_rng(seed).permutation(len(y))
        found = []
        for rows in (np.arange(len(y)), order):
            made = machines(X[rows] @ X[rows].T, y[rows], C, tolerance=1e-8)
            row = shortest_duals(X[rows] @ X[rows].T, y[rows], 1.0, beta=made.beta[1], f=made.f[1])
            found.append(row.beta)
        assert_allclose(found[1], found[0][order], atol=1e-6)


def test_points_at_their_bounds_do_not_keep_it_from_an_end():
    y = np.array([-1.0] * 9)
    X = np.array([[1, 0], [1, 1], [2, 0], [0, 0], [1, 2], [0, 1], [2, 2], [1, 0], [0, 1]], float)
    share = np.array([1 - 9e-6, 0, 1 - 5e-6, 1, 1.4e-5, 0, 0, 0, 0])
    found = [
        shortest_duals(K, y, 1.0, beta=-share[rows], f=y)
        for rows in (np.arange(9), np.arange(9)[::-1])
        for K in [X[rows] @ X[rows].T]
    ]
    assert all(one.found for one in found)
    assert_allclose(found[1].beta, found[0].beta[::-1], atol=1e-7)
    assert_allclose(found[0].beta @ X, -share @ X, atol=1e-7)


def test_unique_duals_stay_as_they_are():
    X, y = unbalanced(0)
    K = np.exp(-np.square(X[:, None] - X).sum(axis=2))
    made = machines(K, y, C, tolerance=1e-10)
    found = shortest_duals(K, y, 1.0, beta=made.beta[1], f=made.f[1])
    assert_allclose(found.beta, made.beta[1], **EXACT)


def test_equal_points_share_their_weight():
    y = np.array([1.0, 1.0, -1.0, -1.0])
    found = shortest_duals(np.outer(y, y), y, 1.0, beta=np.array([0.5, 0, 0, -0.5]), f=y)
    assert_allclose(found.beta, 0.25 * y, atol=1e-12)


def test_an_indefinite_matrix_is_left_alone():
    K = np.diag([1.0, 1.0, -1.0, -1.0])
    K[0, 1] = K[1, 0] = 2.0
    beta = np.array([1.0, 0.0, 0.0, -1.0])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    found = shortest_duals(K, y, 1.0, beta=beta, f=y.copy())
    assert found.found
    assert_allclose(found.beta, beta, **EXACT)
