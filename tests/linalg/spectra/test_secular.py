"""Oracle: eigenvalues of every Kⁱ by an eigendecomposition of its own."""

from threading import Event

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import StoppedError
from kselect_core.linalg.spectra import secular, secular_loops as loops
from kselect_core.linalg.spectra.secular import largest_shift, removed_spectra
from kselect_core.linalg.spectra.spectrum import spectrum
from tests.tolerances import EXACT, ROUNDOFF

sizes = st.integers(1, 14)
seeds = st.integers(0, 2**32 - 1)


def distances(n, seed=0, dimensions=2):
    X = np.random.default_rng(seed).standard_normal((n, dimensions))
    return np.square(X[:, None] - X[None]).sum(axis=-1)


def gaussian(n, gamma, seed=0):
    return np.exp(-gamma * distances(n, seed))


def polynomial(n, degree):
    X = np.random.default_rng(1).standard_normal((n, 3))
    return (1.0 + X @ X.T) ** degree


def duplicated(n, times):
    return np.repeat(np.repeat(gaussian(n, 1.0), times, axis=0), times, axis=1)


def decoupled():
    K = np.zeros((24, 24))
    K[:12, :12], K[12:, 12:] = gaussian(12, 1.0), gaussian(12, 1.0, seed=5)
    return K


def indefinite(n, seed=0):
    K = np.random.default_rng(seed).standard_normal((n, n))
    return K + K.T


MATRICES = {
    "one point": np.array([[2.0]]),
    "two points": np.array([[1.0, 0.5], [0.5, 1.0]]),
    "identity": np.eye(9),
    "constant": np.ones((9, 9)),
    "zero": np.zeros((5, 5)),
    "classes": np.kron(np.eye(3), np.ones((4, 4))),
    "narrow": gaussian(20, 1e4),
    "narrowish": gaussian(20, 10.0),
    "middle": gaussian(20, 1.0),
    "wide": gaussian(20, 1e-2),
    "widest": gaussian(20, 1e-8),
    "cubic": polynomial(20, 3),
    "degree 20": polynomial(15, 20),
    "linear": polynomial(15, 1) - 1.0,
    "duplicates": duplicated(8, 3),
    "blocks": decoupled(),
    "large numbers": 1e140 * gaussian(12, 1.0),
    "small numbers": 1e-140 * gaussian(12, 1.0),
    "indefinite": indefinite(12),
    "negative": -gaussian(9, 1.0),
}
every_matrix = pytest.mark.parametrize("K", MATRICES.values(), ids=MATRICES)


def one_by_one(K):
    """Eigenvalues of every Kⁱ, descending."""
    spectra = []
    for i in range(len(K)):
        reduced = K.copy()
        reduced[i] = reduced[:, i] = 0.0
        spectra.append(np.linalg.eigvalsh(reduced)[::-1])
    return np.array(spectra)


def close(K):
    """Tolerance at the level of rounding in the largest eigenvalue."""
    return {"rtol": 0.0, "atol": 1e-13 * max(len(K), 10) / 10 * np.linalg.norm(K, 2)}


@every_matrix
def test_spectra_are_those_of_one_decomposition_each(K):
    sigma, Q, _ = spectrum(K)
    removed = removed_spectra(sigma, Q)
    assert_allclose(removed, one_by_one(K), **close(K))
    assert (np.diff(removed, axis=1) <= 0).all()


@every_matrix
def test_the_largest_shift_is_the_largest_of_all(K):
    sigma, Q, _ = spectrum(K)
    expected = np.abs(sigma - one_by_one(K)).max()
    assert_allclose(largest_shift(sigma, Q), expected, **close(K))


@given(n=sizes, seed=seeds, gamma=st.floats(1e-6, 1e3))
def test_eigenvalues_interlace_and_lose_the_diagonal_entry_in_sum(n, seed, gamma):
    K = gaussian(n, gamma, seed) * np.outer(*2 * [np.linspace(1.0, 2.0, n)])
    sigma, Q, _ = spectrum(K)
    removed = removed_spectra(sigma, Q)
    slack = 1e-14 * sigma[0]
    assert (removed <= sigma + slack).all()
    assert (removed[:, :-1] >= sigma[1:] - slack).all()
    assert_allclose((sigma - removed).sum(axis=1), np.diag(K), **ROUNDOFF)
    assert_allclose(removed, one_by_one(K), rtol=0.0, atol=1e-13 * sigma[0])
    assert_allclose(largest_shift(sigma, Q), (sigma - removed).max(), rtol=0.0, atol=slack)


@given(seed=seeds, exponents=st.lists(st.floats(-300, 0), min_size=6, max_size=6))
def test_no_weight_is_too_small(seed, exponents):
    """A point nearly cut off has weights down to 1e-300; its roots lie beside their poles."""
    s = np.sort(np.random.default_rng(seed).uniform(0.0, 1.0, 6))[::-1].copy()
    z = 10.0 ** np.array(exponents)
    z /= z.sum()
    for j in range(5):
        root = loops.root(s, z, j)
        assert s[j + 1] <= root <= s[j]
        assert_allclose(loops.root.py_func(s, z, j), root, rtol=0.0, atol=1e-14)
        lower, upper = root - 4 * loops.TOLERANCE, root + 4 * loops.TOLERANCE
        assert lower <= s[j + 1] or f(s, z, lower) < 0
        assert upper >= s[j] or f(s, z, upper) > 0


def test_a_root_beside_a_light_pole_is_not_left_too_early():
    s = np.array([0.97, 0.945, 0.912, 0.6993467714021878, 0.631, 0.4336562820041027])
    s = np.append(s, [0.387950340180903, 0.35470883278450116, 0.344])
    z = np.array([0.049297781, 2e-25, 6e-15, 0.85557006708972, 3e-13, 0.00056367717744594])
    z = np.append(z, [8.8e-18, 0.0945684746860943, 2.3e-15])
    root = loops.root(s, z, 6)
    assert f(s, z, root - 2 * loops.TOLERANCE) < 0 < f(s, z, root + 2 * loops.TOLERANCE)


@pytest.mark.parametrize("wild", [-1e9, 1e9])
def test_a_wild_step_becomes_a_bisection(monkeypatch, wild):
    monkeypatch.setattr(loops, "correction", lambda *_: wild)
    s, z = np.array([1.0, 0.4, 0.1]), np.array([0.5, 0.3, 0.2])
    for j in (0, 1):
        found = loops.root.py_func(s, z, j)
        assert_allclose(found, loops.root(s, z, j), rtol=0.0, atol=4 * loops.TOLERANCE)


def test_few_steps_find_a_root_whatever_the_weights(monkeypatch):
    rng, halves, steps = np.random.default_rng(1), loops.halves, []
    monkeypatch.setattr(loops, "halves", lambda *at: steps.append(0) or halves(*at))
    most = 0
    for _ in range(300):
        n, spread, light = rng.integers(2, 12), rng.choice([0.5, 3, 12]), rng.choice([1, 8, 200])
        s = np.sort(10.0 ** rng.uniform(-spread, 0, n))[::-1].copy()
        z = 10.0 ** rng.uniform(-light, 0, n)
        for j in range(n - 1):
            steps.clear()
            loops.root.py_func(s, z / z.sum(), j)
            most = max(most, len(steps))
    assert 5 < most < 20


def f(s, z, t):
    return (z / (s - t)).sum()


def test_a_large_sample_agrees_at_a_few_points():
    K = gaussian(300, 0.3)
    sigma, Q, _ = spectrum(K)
    removed = removed_spectra(sigma, Q)
    for i in (0, 77, 299):
        reduced = K.copy()
        reduced[i] = reduced[:, i] = 0.0
        expected = np.linalg.eigvalsh(reduced)[::-1]
        assert_allclose(removed[i], expected, rtol=0.0, atol=1e-13 * sigma[0])
    assert_allclose((sigma - removed).sum(axis=1), 1.0, **ROUNDOFF)


def test_chosen_rows_are_those_of_all_whatever_the_steps(monkeypatch):
    sigma, Q, _ = spectrum(gaussian(20, 1.0))
    whole = removed_spectra(sigma, Q)
    rows = [3, 3, 0, 19]
    assert_allclose(removed_spectra(sigma, Q, rows=rows), whole[rows], **EXACT)
    monkeypatch.setattr(secular, "STEP", 3 * 20**2)
    assert_allclose(removed_spectra(sigma, Q), whole, **EXACT)
    assert removed_spectra(sigma, Q, rows=[]).shape == (0, 20)


def test_progress_counts_rows_and_cancel_stops_between_steps(monkeypatch):
    monkeypatch.setattr(secular, "STEP", 8 * 20**2)
    sigma, Q, _ = spectrum(gaussian(20, 1.0))
    told = []
    removed_spectra(sigma, Q, on_progress=lambda *step: told.append(step))
    assert told == [(8, 20), (16, 20), (20, 20)]
    cancel = Event()
    with pytest.raises(StoppedError, match="Stopped after 8 of 20 points"):
        removed_spectra(sigma, Q, on_progress=lambda *_: cancel.set(), cancel=cancel)


def test_no_points_have_no_spectra():
    empty = np.zeros(0), np.zeros((0, 0))
    assert removed_spectra(*empty).shape == (0, 0)
    assert largest_shift(*empty) == 0.0


@every_matrix
def test_compiled_loops_do_what_their_source_says(K):
    sigma, Q, _ = spectrum(K)
    s = sigma / (np.abs(sigma).max() or 1.0)
    fast, plain = np.empty_like(Q), np.empty_like(Q)
    loops.roots(s, Q, fast)
    with np.errstate(all="ignore"):
        loops.roots.py_func(s, Q, plain)
        assert_allclose(plain, fast, rtol=0.0, atol=1e-14)
        order = np.argsort(np.diff(s), kind="stable")
        best = loops.largest.py_func(s, Q, order, s[-1])
        assert_allclose(best, loops.largest(s, Q, order, s[-1]), rtol=0.0, atol=1e-14)
        z = Q[0] ** 2
        for j in range(len(s) - 1):
            assert_allclose(loops.root.py_func(s, z, j), loops.root(s, z, j), rtol=0.0, atol=1e-14)
            t = 0.3 * s[j] + 0.7 * s[j + 1]
            if s[j] - s[j + 1] > 1e-3:
                assert_allclose(
                    loops.halves.py_func(s, z, j, t), loops.halves(s, z, j, t), **ROUNDOFF
                )
                assert_allclose(
                    loops.secular.py_func(s, z, t), sum(loops.halves(s, z, j, t)[::2]), **ROUNDOFF
                )


@pytest.mark.parametrize("f", [-4.0, -1e-9, 0.0, 1e-9, 3.0])
@pytest.mark.parametrize(("p", "q"), [(1.0, 2.0), (0.5, 1e-9), (1e-9, 5.0)])
def test_a_step_solves_its_two_pole_equation(f, p, q):
    x, y = 0.3, 0.4
    step = loops.correction.py_func(f, p, q, x, y)
    assert_allclose(loops.correction(f, p, q, x, y), step, **ROUNDOFF)
    assert -x < step < y
    left = f + p * step / (x + step) + q * step / (y - step)
    assert_allclose(left, 0.0, rtol=0.0, atol=1e-6 * abs(f))


def test_a_step_without_weights_stays():
    assert loops.correction.py_func(0.0, 0.0, 0.0, 0.3, 0.4) == 0.0


def test_the_same_bits_come_twice():
    sigma, Q, _ = spectrum(gaussian(60, 1.0))
    assert_array_equal(removed_spectra(sigma, Q), removed_spectra(sigma, Q))
