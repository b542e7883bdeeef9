"""Contract: every kernel is symmetric, positive semi-definite and takes what it declares."""

import inspect
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core import kernels
from kselect_core.kernels import CONVENTIONS, KERNELS, Points, Products
from tests.tolerances import EXACT, ROUNDOFF

CASES = [
    ("gaussian", {"gamma": 0.4}),
    ("laplacian", {"c": 0.4}),
    ("matern32", {"c": 0.4}),
    ("matern52", {"c": 0.4}),
    ("rational_quadratic", {"gamma": 0.4, "alpha": 2.0}),
    ("cosine", {}),
    ("polynomial", {"degree": 3}),
    ("polynomial", {"degree": 3, "normalised": True}),
    ("linear", {}),
    ("iterated", {"steps": 2}),
    ("iterated", {"steps": 1, "of": "gaussian", "at": 0.4, "unit_diagonal": True}),
]
BESIDES = ("__init__", "algebra", "base", "combined", "conventions", "short_numbers")
every_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=lambda k: k.name)
every_case = pytest.mark.parametrize(
    ("kernel", "parameters"),
    [(KERNELS[name], parameters) for name, parameters in CASES],
    ids=[f"{name}-{parameters}" for name, parameters in CASES],
)


def sample(n, seed=0):
    return np.random.default_rng(seed).standard_normal((n, 3))


@every_kernel
def test_declared_parameters_are_the_keywords_of_the_function(kernel):
    _, *keywords = inspect.signature(kernel.of_base).parameters.values()
    assert [k.name for k in keywords if k.name != "out"] == [p.name for p in kernel.parameters]
    assert all(k.kind is k.KEYWORD_ONLY for k in keywords)
    assert set(kernel.defaults) <= {p.name for p in kernel.parameters}


@every_kernel
def test_the_descriptor_says_what_it_is(kernel):
    assert kernel.summary.endswith(".")
    assert kernel.label
    assert all(kernel.latex(one.name) for one in kernel.conventions)
    assert bool(kernel.formula) != bool(kernel.conventions)
    assert all(CONVENTIONS[one.name] is one for one in kernel.conventions)
    assert bool(kernel.conventions) == bool(kernel.parameters)
    assert inspect.getdoc(kernel.of_base)


@every_kernel
def test_every_kernel_has_its_test_file(kernel):
    assert (Path(__file__).parent / f"test_{kernel.name}.py").is_file()


def test_every_module_of_the_family_is_in_the_table():
    folder = Path(kernels.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {*BESIDES}
    assert modules == set(KERNELS)


@every_case
@given(n=st.integers(1, 12), seed=st.integers(0, 2**32 - 1))
def test_matrices_are_exactly_symmetric_and_positive_semi_definite(kernel, parameters, n, seed):
    K = kernel(sample(n, seed), **parameters)
    assert_allclose(K, K.T, **EXACT)
    sigma = np.linalg.eigvalsh(K)
    assert sigma[0] >= -n * np.finfo(float).eps * sigma[-1]


@every_case
def test_stationary_and_normalised_kernels_have_a_unit_diagonal(kernel, parameters):
    diagonal = np.diag(kernel(sample(40), **parameters))
    if kernel.base == "distances":
        assert_allclose(diagonal, 1.0, **EXACT)
    if "normalised" in parameters:
        assert_allclose(diagonal, 1.0, **ROUNDOFF)


@every_case
def test_a_matrix_between_samples_extends_the_one_within(kernel, parameters):
    X = sample(20)
    pool = {"pool": X} if kernel.base == "points" else {}
    within, between = kernel(X, **parameters), kernel(X[:7], X[7:], **pool, **parameters)
    assert between.shape == (7, 13)
    assert_allclose(between, within[:7, 7:], **ROUNDOFF)
    assert_allclose(kernel(X, X, **parameters), within, **EXACT)


@every_case
@pytest.mark.parametrize("n", [3, 64, 300])
def test_writing_by_blocks_gives_the_same_bits(kernel, parameters, n):
    base = kernel.shared(sample(n))
    out = np.full((n, n), np.nan)
    write = kernel.writer(base, parameters, out)
    for start in range(0, n, 37):
        write(slice(start, start + 37))
    assert_allclose(out, kernel.gram(base, **parameters), **EXACT)


@every_case
def test_inputs_and_shared_parts_are_left_alone(kernel, parameters):
    X, Z = sample(9), sample(5, seed=1)
    for array in (X, Z):
        array.flags.writeable = False
    for base in (kernel.shared(X), kernel.shared(X, Z)):
        parts = base if isinstance(base, Products) else (base,)
        parts = (base.x, base.z) if isinstance(base, Points) else parts
        for part in parts:
            part.flags.writeable = False
        K = kernel.gram(base, **parameters)
        assert not any(np.shares_memory(K, part) for part in parts)
    kernel(X, Z, **parameters)


@every_case
def test_bad_parameters_are_refused_before_anything_is_written(kernel, parameters):
    out = np.zeros((4, 4))
    with pytest.raises(kernels.base.InvalidParameterError):
        kernel.writer(kernel.shared(sample(4)), {**parameters, "colour": 1}, out)
    assert_allclose(out, 0.0, **EXACT)


@every_case
def test_the_order_of_points_and_columns_is_irrelevant(kernel, parameters):
    X = sample(15)
    p, q = np.random.default_rng(1).permutation(15), [2, 0, 1]
    K = kernel(X, **parameters)
    assert_allclose(kernel(X[p], **parameters), K[np.ix_(p, p)], **ROUNDOFF)
    assert_allclose(kernel(X[:, q], **parameters), K, **ROUNDOFF)


@every_case
def test_stationary_kernels_ignore_translations_and_rotations(kernel, parameters):
    X = sample(15)
    R, _ = np.linalg.qr(np.random.default_rng(2).standard_normal((3, 3)))
    K = kernel(X, **parameters)
    assert_allclose(kernel(X @ R, **parameters), K, **ROUNDOFF)
    moved = kernel(X + 3.0, **parameters)
    unchanged = np.abs(moved - K).max() <= ROUNDOFF["rtol"]
    assert unchanged == (kernel.base != "products")  # those on points start from distances here
