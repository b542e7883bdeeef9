"""Oracle: all eigenvalues of the matrix."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from kselect_core.linalg.spectra.leading import _by_lanczos, top_eigenvalues
from tests.tolerances import EXACT, ROUNDOFF

N = 600
X = np.random.default_rng(0).standard_normal((N, 6))


def largest(K, t):
    return np.linalg.eigvalsh(K)[::-1][:t]


@pytest.mark.parametrize("gamma", [0.3, 0.05, 1e-3, 1e-6])
def test_a_run_finds_the_sum_of_the_largest_eigenvalues(gamma):
    K = KERNELS["gaussian"](X, gamma=gamma)
    found = _by_lanczos(K, 6, 1e-12 * N)
    assert abs(found.sum() - largest(K, 6).sum()) <= 1e-11 * N
    assert_allclose(found, largest(K, 6), rtol=1e-7, atol=1e-9 * N)


def test_copies_of_an_eigenvalue_are_counted():
    A = KERNELS["gaussian"](X[:150], gamma=1e-3)
    K = np.kron(np.eye(4), A)
    assert_allclose(_by_lanczos(K, 6, 1e-12 * N), largest(K, 6), rtol=1e-9)


def test_more_copies_than_a_block_has_directions_are_counted_too():
    A = KERNELS["gaussian"](X[:90], gamma=1e-3)
    K = np.kron(np.eye(9), A)
    found = _by_lanczos(K, 14, 1e-11 * len(K))
    assert_allclose(found, largest(K, 14), rtol=1e-9)


def test_a_run_that_cannot_be_as_precise_within_its_budget_gives_up():
    K = np.eye(N) + 1e-3 * KERNELS["gaussian"](X, gamma=3.0)
    assert _by_lanczos(K, 6, 1e-30) is None


@pytest.mark.parametrize("gamma", [1e12, 3.0, 0.05])
def test_the_largest_eigenvalues_are_those_of_the_whole_spectrum(gamma, monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.spectra.leading.LANCZOS_FROM", 10)
    K = KERNELS["gaussian"](X, gamma=gamma)
    found = top_eigenvalues(K, 6, dense_up_to=N)
    assert_allclose(found, largest(K, 6), **ROUNDOFF)
    assert (np.diff(found) <= 0).all()


def test_a_diagonal_matrix_is_read_and_a_nearly_diagonal_one_is_not():
    K = np.diag([1.0, 5.0, 3.0, 2.0])
    assert_allclose(top_eigenvalues(K, 2, dense_up_to=0), [5.0, 3.0], **EXACT)
    K[0, 1] = K[1, 0] = 1e-6
    assert top_eigenvalues(K, 2, dense_up_to=3) is None
    assert_allclose(top_eigenvalues(K, 2, dense_up_to=4), largest(K, 2), **ROUNDOFF)


def test_the_same_matrix_has_the_same_eigenvalues():
    K = KERNELS["gaussian"](X, gamma=0.05)
    one, same = (_by_lanczos(K, 6, 1e-12 * N) for _ in range(2))
    assert_allclose(one, same, **EXACT)


DEGENERATE = {
    "constant": np.ones((N, N)),
    "rank below t": X[:, :3] @ X[:, :3].T,
    "ten equal blocks": np.kron(np.eye(10), np.ones((N // 10, N // 10))),
    "one row": np.add.outer(np.arange(N) == 0, np.arange(N) == 0).astype(float),
    "pairs": np.kron(np.eye(N // 2), np.array([[1.0, 0.5], [0.5, 1.0]])),
}


@pytest.mark.parametrize("name", DEGENERATE)
def test_a_run_survives_where_its_directions_are_used_up(name):
    K = DEGENERATE[name]
    found = _by_lanczos(K, 12, 1e-11 * N)
    assert_allclose(found, largest(K, 12), rtol=1e-9, atol=1e-10)
