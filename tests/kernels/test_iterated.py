"""Iterated kernel: against the recursion that defines it, on the pool and away from it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import KselectError
from kselect_core.kernels import KERNELS
from tests.tolerances import EXACT, ROUNDOFF

ITERATED = KERNELS["iterated"]
BASES = [
    ({"of": "laplacian", "at": 0.1}, lambda d2, _: np.exp(-0.1 * np.sqrt(d2))),
    ({"of": "gaussian", "at": 0.4}, lambda d2, _: np.exp(-0.4 * d2)),
    ({"of": "polynomial", "at": 2}, lambda _, G: (1 + G) ** 2),
    ({"of": "linear"}, lambda _, G: G),
]


def sample(n, seed):
    return np.random.default_rng(seed).standard_normal((n, 3))


def by_recursion(function, steps, X, Z, pool):
    """K_k between two samples: K_{k+1}(x, z) is the mean of K_k(x, xᵢ) K_k(z, xᵢ) over the pool."""

    def base(A, B):
        return function(((A[:, None] - B) ** 2).sum(axis=2), A @ B.T)

    K, G, a, b = base(X, Z), base(pool, pool), base(X, pool), base(Z, pool)
    for _ in range(steps):
        K, a, b, G = (
            a @ b.T / len(pool),
            a @ G / len(pool),
            b @ G / len(pool),
            G @ G / len(pool),
        )
    return K


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
@pytest.mark.parametrize(("parameters", "function"), BASES, ids=lambda case: str(case)[:24])
def test_the_kernel_is_the_recursion_on_any_base(parameters, function, steps):
    X, Z, more = sample(15, 0), sample(6, 1), sample(20, 2)
    pool = np.vstack([X, more])
    for first, second, given in ((Z, X, pool), (X, X, pool), (pool, pool, pool), (Z, Z, X)):
        expected = by_recursion(function, steps, first, second, given)
        found = ITERATED(first, second, pool=given, steps=steps, **parameters)
        size = np.abs(expected).max()
        assert_allclose(found / size, expected / size, **ROUNDOFF)


def test_without_a_pool_the_second_sample_is_the_pool():
    X, Z = sample(15, 0), sample(6, 1)
    assert_allclose(ITERATED(Z, X, steps=2), ITERATED(Z, X, pool=X, steps=2), **ROUNDOFF)
    assert_allclose(ITERATED(X, steps=2), ITERATED(X, X, pool=X, steps=2), **ROUNDOFF)


def test_the_usual_base_is_the_weak_kernel():
    X = sample(15, 0)
    weak = np.exp(-0.1 * np.sqrt(((X[:, None] - X) ** 2).sum(axis=2)))
    assert_allclose(ITERATED(X, steps=1), weak @ weak / 15, **ROUNDOFF)


def test_a_unit_diagonal_is_the_same_kernel_divided_by_its_mean_over_the_pool():
    X, Z, pool = sample(15, 0), sample(6, 1), sample(30, 2)
    for steps in (1, 3, 10):
        K = ITERATED(pool, steps=steps, unit_diagonal=True)
        assert_allclose(np.diag(K).mean(), 1.0, **ROUNDOFF)
    plain = ITERATED(Z, X, pool=pool, steps=2)
    mean = np.diag(ITERATED(pool, steps=2)).mean()
    scaled = ITERATED(Z, X, pool=pool, steps=2, unit_diagonal=True)
    assert_allclose(scaled, plain / mean, **ROUNDOFF)


def test_many_steps_underflow_to_nothing_and_a_unit_diagonal_to_one_direction():
    X = sample(15, 0)
    assert_allclose(ITERATED(X, steps=20), 0.0, **EXACT)
    scaled = ITERATED(X, steps=20, unit_diagonal=True)
    assert np.linalg.matrix_rank(scaled) == 1
    assert np.isfinite(scaled).all()


def test_one_decomposition_of_the_pool_serves_every_number_of_steps(monkeypatch):
    counted = []
    eigh = np.linalg.eigh
    monkeypatch.setattr(np.linalg, "eigh", lambda K: counted.append(len(K)) or eigh(K))
    X, Z = sample(15, 0), sample(6, 1)
    inside = ITERATED.shared(X)
    across = ITERATED.shared(Z, X, pool=inside)
    for steps in (1, 2, 3):
        ITERATED.gram(inside, steps=steps)
        ITERATED.gram(across, steps=steps)
    assert counted == [15]
    ITERATED.gram(inside, steps=1, at=0.2)
    assert counted == [15, 15]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"steps": 0}, "from 1 to 20"),
        ({"steps": 21}, "from 1 to 20"),
        ({"steps": 1.5}, "from 1 to 20"),
        ({"steps": 1, "of": "magic"}, "one of 'gaussian', 'polynomial', 'linear', 'laplacian'"),
        ({"steps": 1, "at": -1.0}, "greater than 0"),
        ({"steps": 1, "pool": np.ones((3, 2))}, "number of columns of pool"),
        ({"steps": 1, "pool": np.full((3, 3), np.nan)}, "pool has missing"),
    ],
)
def test_what_it_cannot_be_given_is_refused_in_words(wrong, words):
    with pytest.raises(KselectError, match=words):
        ITERATED(sample(4, 0), **wrong)


def test_kernels_that_average_nothing_take_no_pool():
    with pytest.raises(KselectError, match="averages nothing"):
        KERNELS["gaussian"](sample(4, 0), gamma=1.0, pool=sample(3, 1))
