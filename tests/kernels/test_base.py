"""Kernels take what they declare and refuse the rest by words."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError, KselectError, UnknownNameError
from kselect_core.kernels import KERNELS, base, gamma_from
from kselect_core.kernels.base import TINY, floored_exp, products
from kselect_core.selection import Candidates
from tests.tolerances import EXACT, ROUNDOFF

X = np.random.default_rng(0).standard_normal((5, 3))
POSITIVE = {"gaussian": ("gamma", "γ"), "laplacian": ("c", "c")}
BAD_WIDTHS = [0, 0.0, -1.0, np.nan, np.inf, -np.inf, "abc", "", "1", [], [1.0], True, None, 1j]
BAD_DEGREES = [0, -1, 2.5, 51, 1e300, np.nan, np.inf, "2", True, None, [2]]


@pytest.mark.parametrize("name", POSITIVE)
@pytest.mark.parametrize("value", BAD_WIDTHS, ids=repr)
def test_a_bad_width_is_refused_by_words(name, value):
    parameter, symbol = POSITIVE[name]
    kernel = KERNELS[name]
    with pytest.raises(InvalidParameterError) as caught:
        kernel(X, **{parameter: value})
    allowed = "a finite number greater than 0"
    assert str(caught.value) == f"{kernel.label}: {symbol} must be {allowed}, got {value!r}."


@pytest.mark.parametrize("convention", ["gamma", "tau", "2tau", "sigma2"])
@pytest.mark.parametrize("value", BAD_WIDTHS, ids=repr)
def test_a_bad_width_is_refused_in_every_convention(convention, value):
    words = "Gaussian kernel: .* must be a finite number greater than 0, got"
    with pytest.raises(InvalidParameterError, match=words):
        gamma_from(value, convention)


@pytest.mark.parametrize("value", BAD_DEGREES, ids=repr)
def test_a_bad_degree_is_refused_by_words(value):
    with pytest.raises(InvalidParameterError) as caught:
        KERNELS["polynomial"](X, degree=value)
    assert str(caught.value) == (
        f"polynomial kernel: degree must be a whole number from 1 to 50, got {value!r}."
    )


@pytest.mark.parametrize("value", [0, 1, "yes", None, np.nan], ids=repr)
def test_a_bad_switch_is_refused_by_words(value):
    with pytest.raises(InvalidParameterError) as caught:
        KERNELS["polynomial"](X, degree=2, normalised=value)
    assert str(caught.value) == (
        f"polynomial kernel: normalised must be True or False, got {value!r}."
    )


@pytest.mark.parametrize("value", [2, 2.0, np.int64(2), np.float32(2.0)], ids=repr)
def test_numbers_of_any_kind_are_the_same_parameter(value):
    for name, parameter in (("gaussian", "gamma"), ("laplacian", "c"), ("polynomial", "degree")):
        expected = KERNELS[name](X, **{parameter: 2.0})
        assert_allclose(KERNELS[name](X, **{parameter: value}), expected, **EXACT)
    assert_allclose(gamma_from(value, "tau"), 2.0, **EXACT)


def test_a_missing_or_unknown_parameter_is_named():
    with pytest.raises(InvalidParameterError, match=r"γ \(gamma\) must be given, got None"):
        KERNELS["gaussian"](X)
    words = (
        "Gaussian kernel: a parameter name must be gamma (γ); gamma is KERNELS['gaussian']"
        ".stored(…, '2tau') of τ in exp(−‖x−z‖²/2τ) or KERNELS['gaussian'].stored(…, 'tau') of τ "
        "in exp(−τ‖x−z‖²), got 'tau'."
    )
    with pytest.raises(InvalidParameterError) as refused:
        KERNELS["gaussian"](X, tau=1.0)
    assert str(refused.value) == words
    same = KERNELS["gaussian"](X, gamma=KERNELS["gaussian"].stored(2.0, "2tau"))
    assert_allclose(same, KERNELS["gaussian"](X, gamma=0.25), **EXACT)
    words = r"must be gamma \(γ\), got 'width'"
    with pytest.raises(InvalidParameterError, match=words):
        KERNELS["gaussian"](X, width=1.0)
    words = "linear kernel: a parameter name must be left out: it has none, got 'gamma'"
    with pytest.raises(InvalidParameterError, match=words):
        KERNELS["linear"](X, gamma=1.0)


def test_an_unknown_kernel_is_named_with_its_neighbour():
    with pytest.raises(UnknownNameError) as caught:
        KERNELS["gausian"]
    assert str(caught.value) == (
        "No kernel is called 'gausian'. Did you mean 'gaussian'? "
        "Known: cosine, gaussian, iterated, laplacian, linear, matern32, matern52, "
        "polynomial, rational_quadratic."
    )


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("abc", "X must be a table of numbers, got 'abc'"),
        ([["a"]], "X must be a table of numbers"),
        ([1.0, 2.0], r"the shape of X must be \(rows, columns\), both at least 1, got \(2,\)"),
        (np.ones((0, 2)), r"the shape of X must be .* got \(0, 2\)"),
        (np.ones((2, 0)), r"the shape of X must be .* got \(2, 0\)"),
        (np.ones((2, 2, 2)), r"the shape of X must be .* got \(2, 2, 2\)"),
    ],
)
def test_a_bad_sample_is_refused_by_words(sample, words):
    with pytest.raises(InvalidParameterError, match=f"linear kernel: {words}"):
        KERNELS["linear"](sample)


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf])
def test_missing_and_infinite_entries_are_named(entry):
    bad = X.copy()
    bad[1, 1] = entry
    with pytest.raises(KselectError, match="linear kernel: X has missing or infinite entries"):
        KERNELS["linear"](bad)
    with pytest.raises(KselectError, match="linear kernel: Z has missing or infinite entries"):
        KERNELS["linear"](X, bad)


def test_samples_with_different_numbers_of_columns_are_named():
    words = r"the number of columns of Z must be that of X \(3\), got 2"
    with pytest.raises(InvalidParameterError, match=words):
        KERNELS["linear"](X, X[:, :2])


def test_lists_and_single_precision_are_taken():
    expected = KERNELS["linear"](X.astype(np.float32).astype(np.float64))
    assert_allclose(KERNELS["linear"](X.astype(np.float32)), expected, **EXACT)
    assert_allclose(KERNELS["linear"](X.tolist()), KERNELS["linear"](X), **EXACT)


def test_a_missing_value_takes_the_floor_from_no_other():
    assert_allclose(floored_exp(np.array([[np.nan, -800.0]])), [[np.nan, np.exp(TINY)]], **EXACT)


def test_products_are_inner_products_and_squared_norms():
    Z = X[:2] + 1
    one, two = products(X), products(X, Z)
    assert_allclose(one.G, [[x @ z for z in X] for x in X], **ROUNDOFF)
    assert_allclose(two.G, [[x @ z for z in Z] for x in X], **ROUNDOFF)
    assert_allclose(two.z, [z @ z for z in Z], **ROUNDOFF)
    assert_allclose(np.diag(one.G), one.x, **EXACT)
    assert_allclose(two.rows(slice(1, 3)).G, two.G[1:3], **EXACT)
    assert_allclose(two.rows(slice(1, 3)).z, two.z, **EXACT)


@pytest.mark.parametrize("name", [name for name in KERNELS if name != "precomputed"])
def test_a_kernel_that_is_written_by_blocks_is_the_whole_one(name, monkeypatch):
    monkeypatch.setattr(base, "BLOCK", 20)
    X = np.random.default_rng(4).standard_normal((23, 3))
    family, grid = KERNELS[name], Candidates(name)
    shared = family.shared(X[:17], X[17:], pool=X)
    parameters = grid.parameters(grid.points[len(grid.points) // 2])
    blocks = [(rows, K.copy()) for rows, K in family.blocks(shared, parameters)]
    assert [row for rows, _ in blocks for row in range(rows.start, rows.stop)] == list(range(17))
    whole = family.gram(shared, **parameters)
    np.testing.assert_array_equal(np.concatenate([K for _, K in blocks]), whole)


def test_blocks_of_a_kernel_of_points_in_single_precision_have_numbers_that_are_written_to():
    def of_base(points, *, gamma):
        return np.exp(-gamma * np.square(points.x[:, None] - points.z).sum(axis=2), dtype="f")

    family = replace(KERNELS["gaussian"], of_base=of_base, base="points", log_of_base=None)
    ((rows, K),) = family.blocks(family.shared(X, X), {"gamma": 0.5})
    assert (rows, K.dtype) == (slice(0, 5), np.float64)
    assert_allclose(K, KERNELS["gaussian"](X, gamma=0.5), rtol=1e-6)
