"""Oracle: products with the dense matrix."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from kselect_core.linalg.tiled import tiles as module
from kselect_core.linalg.tiled.stacks import across_parts
from kselect_core.linalg.tiled.tiles import Tiles, pieces, upper_triangle

N, OTHERS = 150, 40
RNG = np.random.default_rng(1)
X, Z = RNG.standard_normal((N, 4)), RNG.standard_normal((OTHERS, 4))
V = RNG.standard_normal((N, 3))


def made(name, **parameters):
    family = KERNELS[name]
    gamma = parameters.get("gamma")

    def between(A, B):
        return family.gram(family.shared(A, B), **parameters)

    return Tiles(X, between, np.diagonal(between(X, None)).copy(), gamma)


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch):
    monkeypatch.setattr(module, "pieces", lambda n, size=64: pieces(n, size))
    monkeypatch.setattr(module, "upper_triangle", lambda n: upper_triangle(n, 64))


@pytest.mark.parametrize(
    ("kernel", "parameters"),
    [("gaussian", {"gamma": 0.3}), ("laplacian", {"c": 0.5}), ("polynomial", {"degree": 2})],
)
def test_products_are_those_of_the_matrix(kernel, parameters):
    tiles, family = made(kernel, **parameters), KERNELS[kernel]
    assert_allclose(tiles.times(V), family(X, **parameters) @ V, rtol=1e-10, atol=1e-10)
    assert_allclose(tiles.across(Z, V), family(Z, X, **parameters) @ V, rtol=1e-10, atol=1e-10)
    total = np.abs(family(X, **parameters)).sum()
    assert_allclose(tiles.absolute_sum(), total, rtol=1e-12)


def test_single_precision_is_as_good_as_it_says():
    tiles = made("gaussian", gamma=0.3)
    K = KERNELS["gaussian"](X, gamma=0.3)
    error = np.abs(tiles.times(np.eye(N), single=True) - K).max()
    assert 0 < error <= 4 * tiles.rounding() * K.max()
    assert (np.diagonal(tiles.times(np.eye(N), single=True)) == 1.0).all()


def test_narrow_kernels_round_more_and_other_kernels_have_no_single_precision():
    assert made("gaussian", gamma=100.0).rounding() > 10 * made("gaussian", gamma=0.1).rounding()
    assert made("laplacian", c=1.0).rounding() == np.inf


@pytest.mark.parametrize(
    "parts", [[[0, 1], [0, 2], [1, 2]], [[0, 1, 2]] * 3, [[2], [0, 2]]], ids=["one", "rest", "some"]
)
@pytest.mark.parametrize(
    ("kernel", "parameters"), [("gaussian", {"gamma": 0.3}), ("polynomial", {"degree": 2})]
)
def test_every_part_sees_other_points_as_its_own_matrix_does(kernel, parameters, parts):
    tiles, K = made(kernel, **parameters), KERNELS[kernel](Z, X, **parameters)
    codes = RNG.integers(0, 3, N)
    rows = [np.flatnonzero(np.isin(codes, part)) for part in parts]
    vectors = [RNG.standard_normal((len(own), 1 + number)) for number, own in enumerate(rows)]
    for own, v, found in zip(
        rows, vectors, across_parts(tiles, codes, rows, vectors, Z), strict=True
    ):
        assert_allclose(found, K[:, own] @ v, rtol=1e-10, atol=1e-10)


def test_each_entry_is_made_once_however_many_parts_there_are():
    entries, tiles = [], made("laplacian", c=0.5)
    counted = replace(
        tiles, between=lambda A, B: entries.append(len(A) * len(B)) or tiles.between(A, B)
    )
    codes = np.arange(N) % 3
    rows = [np.flatnonzero(codes != code) for code in range(3)]
    across_parts(counted, codes, rows, [np.ones((len(own), 1)) for own in rows], Z)
    assert sum(entries) == OTHERS * N
