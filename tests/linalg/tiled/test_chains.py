"""Oracle: the dense kernel matrices, one by one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.tiled import chains
from kselect_core.linalg.tiled.chains import (
    chains_of,
    entry_sums,
    gaussian_sums,
    products_of_parts,
)
from kselect_core.linalg.tiled.tiles import Tiles
from tests.tolerances import ROUNDOFF

N = 300
RNG = np.random.default_rng(0)
X = np.vstack([RNG.standard_normal((N - 2, 5)), np.ones((2, 5))])  # two points are the same
CODES = RNG.integers(0, 3, N)
DOUBLING = [2.0**e for e in range(-16, 15)]
GRIDS = {
    "doubling": DOUBLING,
    "from wide to narrow": DOUBLING[::-1],
    "ratio √2": [2.0 ** (e / 2) for e in range(-8, 9)],
    "any": [0.3, 7.0, 0.011, 0.6, 1e-9],
    "one": [0.2],
}


def dense(gamma):
    return KERNELS["gaussian"](X, gamma=gamma)


@pytest.mark.parametrize("gammas", GRIDS.values(), ids=GRIDS)
def test_sums_over_classes_are_those_of_the_matrix(gammas):
    for gamma, found in zip(gammas, gaussian_sums(X, CODES, gammas), strict=True):
        E = dense(gamma) - found.shift
        for code in range(3):
            members = code == CODES
            assert_allclose(found.plain[code], E[:, members].sum(axis=1), rtol=1e-9, atol=1e-12)
            squares = (E[:, members] ** 2).sum(axis=1)
            assert_allclose(found.squares[code], squares, rtol=1e-8, atol=1e-12)


def test_wide_kernels_keep_the_digits_of_what_is_left_of_them():
    gamma = 1e-9
    (found,) = gaussian_sums(X, CODES, [gamma])
    D = ((X[:, None] - X) ** 2).sum(axis=-1)
    exact = np.expm1(-gamma * D)[:, CODES == 1].sum(axis=1)
    assert found.shift == 1.0
    assert_allclose(found.plain[1], exact, rtol=1e-11)


@pytest.mark.parametrize("gammas", GRIDS.values(), ids=GRIDS)
def test_products_are_those_of_each_matrix_with_its_own_vector(gammas):
    V = RNG.standard_normal((len(gammas), N))
    (made,) = products_of_parts(X, np.zeros(N, np.int64), [np.arange(N)], [V], gammas)
    for gamma, v, found in zip(gammas, V, made, strict=True):
        assert_allclose(found, dense(gamma) @ v, rtol=1e-9, atol=1e-11 * N)


PARTS = {
    "one class against another": [[0, 1], [0, 2], [1, 2]],
    "against the rest": [[0, 1, 2]] * 3,
    "some only": [[2], [0, 2]],
}


@pytest.mark.parametrize("parts", PARTS.values(), ids=PARTS)
@pytest.mark.parametrize("gammas", GRIDS.values(), ids=GRIDS)
def test_products_of_parts_are_those_of_the_matrix_of_each_part(gammas, parts, monkeypatch):
    monkeypatch.setattr(chains, "SIDE", 64)
    rows = [np.flatnonzero(np.isin(CODES, part)) for part in parts]
    vectors = [RNG.standard_normal((len(gammas), len(part))) for part in rows]
    found = products_of_parts(X, CODES, rows, vectors, gammas)
    for part, V, made in zip(rows, vectors, found, strict=True):
        for gamma, v, one in zip(gammas, V, made, strict=True):
            K = dense(gamma)[np.ix_(part, part)]
            assert_allclose(one, K @ v, rtol=1e-9, atol=1e-11 * N)


def test_tiles_are_made_once_for_all_parts_and_not_where_no_part_has_both_classes(monkeypatch):
    monkeypatch.setattr(chains, "SIDE", N)
    made = []

    def counted(*points):
        made.append(points)
        return squared_distances(*points)

    monkeypatch.setattr(chains, "squared_distances", counted)
    for parts, tiles_made in ((PARTS["one class against another"], 6), (PARTS["some only"], 3)):
        rows = [np.flatnonzero(np.isin(CODES, part)) for part in parts]
        products_of_parts(X, CODES, rows, [np.ones((1, len(part))) for part in rows], [1.0])
        assert len(made) == tiles_made
        made.clear()


def test_doubling_widths_are_one_chain_and_others_several():
    assert [chain.members for chain in chains_of([1.0, 2.0, 4.0])] == [(0, 1, 2)]
    assert [chain.members for chain in chains_of([4.0, 1.0, 2.0])] == [(1, 2, 0)]
    assert len(chains_of([2.0 ** (e / 2) for e in range(6)])) == 2
    assert len(chains_of([1.0, 3.0, 7.0])) == 3


def test_points_that_are_all_the_same_are_no_trouble():
    same = np.ones((40, 2))
    (found,) = gaussian_sums(same, np.arange(40) % 2, [3.0])
    assert_allclose(found.plain + 20 * found.shift, 20.0, **ROUNDOFF)


def test_sums_may_be_stopped_between_rows_of_tiles(monkeypatch):
    monkeypatch.setattr(chains, "SIDE", 64)
    calls = []

    def pause():
        calls.append(None)
        if len(calls) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        gaussian_sums(X, CODES, [1.0], pause=pause)
    assert len(calls) == 2


@pytest.mark.parametrize(
    ("kernel", "parameters", "shift"),
    [("laplacian", {"c": 0.1}, 1.0), ("polynomial", {"degree": 3}, 0.0), ("linear", {}, 0.0)],
)
def test_sums_of_any_kernel(kernel, parameters, shift):
    family = KERNELS[kernel]
    K, weights = family(X, **parameters), RNG.standard_normal((N, 2))
    tiles = Tiles(X, lambda A, B: family.gram(family.shared(A, B), **parameters), np.diagonal(K))
    plain, squares = entry_sums(tiles, weights, shift=shift)
    assert_allclose(plain.T, (K - shift) @ weights, rtol=1e-9, atol=1e-9 * np.abs(K).max())
    assert_allclose(squares.T, (K - shift) ** 2 @ weights, rtol=1e-9, atol=1e-9 * K.max() ** 2)
