"""Oracle: products with the dense matrix."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from kselect_core.linalg.tiled import tiles as module
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
