"""Oracle: products of one-dimensional eigenvalues, sorted; sums over the lattice."""

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.linalg.spectra.gaussian_operator import box_measure, normal_measure
from tests.tolerances import ROUNDOFF

MOST = 40  # along each dimension


def products(one, d):
    every = [np.prod(entries) for entries in itertools.product(one, repeat=d)]
    return np.sort(every)[::-1]


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 30), (2, 60), (3, 50)])
def test_normal_eigenvalues_are_products_over_the_dimensions(d, n):
    gamma, variance = 0.7, 1.4
    a = 1 / (4 * variance)
    A = a + gamma + np.sqrt(a**2 + 2 * a * gamma)
    one = np.sqrt(2 * a / A) * (gamma / A) ** np.arange(MOST)
    found = normal_measure(gamma, variance, d=d, n=n)
    assert_allclose(found.values, products(one, d)[:n], **ROUNDOFF)
    assert_allclose(found.values.sum() + found.rest, 1.0, **ROUNDOFF)


@pytest.mark.parametrize(("d", "n"), [(1, 1), (1, 30), (1, 31), (2, 60), (3, 50)])
@pytest.mark.parametrize("gamma", [0.05, 1.0, 20.0])
def test_box_eigenvalues_are_products_over_the_dimensions(d, n, gamma):
    side = 1.7
    j = np.arange(-MOST // 2, MOST // 2 + 1)
    one = np.sqrt(np.pi / gamma) / side * np.exp(-(np.pi**2) * j**2 / (gamma * side**2))
    found = box_measure(gamma, side, d=d, n=n)
    assert_allclose(found.values, products(one, d)[:n], **ROUNDOFF)
    diagonal = sum(np.exp(-gamma * (m * side) ** 2) for m in range(-30, 31)) ** d
    assert_allclose(found.values.sum() + found.rest, diagonal, **ROUNDOFF)


@pytest.mark.parametrize("gamma", [1e-24, 1e-6, 1.0, 1e6, 1e24])
@pytest.mark.parametrize("variance", [1e-16, 1.0, 1e16])
def test_any_unit_gives_finite_eigenvalues(gamma, variance):
    found = normal_measure(gamma, variance, d=30, n=50)
    assert np.isfinite(found.values).all()
    assert (np.diff(found.values) <= 0).all()
    assert 0 <= found.rest <= 1
    box = box_measure(gamma, np.sqrt(12 * variance), d=30, n=50)
    assert np.isfinite(box.values).all() or box.rest == np.inf


def test_many_dimensions_put_the_first_eigenvalues_on_few_levels():
    found = normal_measure(0.01, 1.0, d=1000, n=1500)
    assert len(np.unique(found.values)) == 3
    box = box_measure(0.8, 2.0, d=1000, n=1500)
    assert len(np.unique(box.values)) == 2
