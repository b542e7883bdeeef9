"""Laws from the points to the criteria: what must not matter does not, limits are reached."""

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.criteria import KernelFact, Problem
from kselect_core.data import Dataset
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates, choices, run_sweep
from tests.criteria import definitions as d
from tests.robustness.test_awkward import SAMPLES, kernels
from tests.selection.examples import small
from tests.tolerances import ROUNDOFF

PRECISE = {"rtol": 1e-12, "atol": 1e-14}
LAMBDAS = np.array([1e-2, 1.0, 100.0])
HUGE = np.array([1e12, 1e300])
DRAWN = {"folds", "shuffle"}
OF_COPIES = ("kta", "ckta", "mmd", "remp", "sm", "ep")
"""Criteria that see a sample and the same sample twice over as one distribution."""

shapes = st.tuples(st.integers(6, 16), st.integers(1, 4), st.integers(0, 2**32 - 1))


def drawn(shape):
    n, columns, seed = shape
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, columns)), d.labels(n, rng, at_least=3), rng


def values(X, y, *, gamma=0.5, learner="krr", lambdas=LAMBDAS, skip=frozenset()):
    """Every criterion of least squares on a Gaussian kernel, by its name."""
    fact = KernelFact.of_sample(X).of_kernel("gaussian", {"gamma": gamma})
    problem = Problem(KERNELS["gaussian"](X, gamma=gamma), y, lambdas, learner=learner, kernel=fact)
    return {
        name: criterion.score(problem, **few_folds(criterion))
        for name, criterion in d.JUDGES.items()
        if not skip & criterion.needs
    }


def threshold_is_clear(X, gamma=0.5):
    """Whether no eigenvalue is so near the threshold of SM (hinge) that its vector is rounding."""
    K = KERNELS["gaussian"](X, gamma=gamma)
    return np.abs(np.linalg.eigvalsh(K) - np.trace(K) / len(K)).min() > 0.01


def few_folds(criterion):
    return {"k": 3} if any(option.name == "k" for option in criterion.options) else {}


def same(found, expected, tolerance):
    for name, value in expected.items():
        assert_allclose(found[name], value, **tolerance, err_msg=name)


@given(shape=shapes, learner=d.learners)
def test_the_order_of_the_rows_does_not_matter(shape, learner):
    X, y, rng = drawn(shape)
    assume(threshold_is_clear(X))
    p = rng.permutation(len(y))
    before = values(X, y, learner=learner, skip=DRAWN)
    same(values(X[p], y[p], learner=learner, skip=DRAWN), before, PRECISE)


@given(shape=shapes, learner=d.learners)
def test_order_origin_and_direction_of_the_columns_do_not_matter(shape, learner):
    X, y, rng = drawn(shape)
    turned, _ = np.linalg.qr(rng.standard_normal((X.shape[1], X.shape[1])))
    before = values(X, y, learner=learner)
    columns = rng.permutation(X.shape[1])
    same(values(X[:, columns], y, learner=learner), before, ROUNDOFF)
    same(values(X + 3.0, y, learner=learner), before, ROUNDOFF)
    same(values(X @ turned, y, learner=learner), before, ROUNDOFF)


@given(shape=shapes, learner=d.learners)
def test_an_origin_far_away_costs_no_digits(shape, learner):
    X, y, _ = drawn(shape)
    X = np.round(1024 * X) / 1024  # so that the sum is exact
    before = values(X, y, learner=learner)
    same(values(X + 2.0**26, y, learner=learner), before, ROUNDOFF)


@given(shape=shapes, learner=d.learners, unit=st.floats(1e-3, 1e3))
def test_the_unit_of_points_and_width_does_not_matter(shape, learner, unit):
    X, y, _ = drawn(shape)
    before = values(X, y, learner=learner)
    after = values(unit * X, y, gamma=0.5 / unit**2, learner=learner)
    after["br"] += 2 * np.log(unit)  # it has a penalty on the width: the same for every width
    same(after, before, ROUNDOFF)


@given(shape=shapes, learner=d.learners)
def test_the_names_of_the_classes_do_not_matter(shape, learner):
    X, y, _ = drawn(shape)
    same(values(X, -y, learner=learner), values(X, y, learner=learner), PRECISE)


@given(shape=shapes, learner=d.learners)
def test_a_sample_twice_over_is_the_same_distribution(shape, learner):
    X, y, _ = drawn(shape)
    before = values(X, y, learner=learner)
    after = values(np.repeat(X, 2, axis=0), np.repeat(y, 2), learner=learner)
    same(after, {name: before[name] for name in OF_COPIES}, ROUNDOFF)


@given(shape=shapes)
def test_a_huge_ridge_leaves_the_constant_predictor(shape):
    X, y, _ = drawn(shape)
    n = len(y)
    zero = values(X, y, lambdas=HUGE)
    for name in ("loo", "kfold", "gcv", "remp"):
        assert_allclose(zero[name], 1.0, **ROUNDOFF, err_msg=name)
    mean = values(X, y, learner="lssvm", lambdas=HUGE)
    others = (y.sum() - y) / (n - 1)
    assert_allclose(mean["loo"], np.mean((y - others) ** 2), **ROUNDOFF)
    assert_allclose(mean["gcv"], np.var(y) / (1 - 1 / n) ** 2, **ROUNDOFF)
    assert_allclose(mean["remp"], np.var(y), **ROUNDOFF)


@pytest.mark.parametrize("name", KERNELS)
def test_matrices_of_awkward_points_keep_their_promises(name):
    for label, (X, _) in SAMPLES.items():
        for parameters in kernels(name, X):
            K = KERNELS[name](X, **parameters)
            assert (K == K.T).all(), (label, parameters)
            if not np.isfinite(K).all():
                continue
            sigma = np.linalg.eigvalsh(K)
            assert sigma[0] >= -len(K) * np.finfo(float).eps * sigma[-1], (label, parameters)
            if KERNELS[name].base == "distances":
                assert (np.diagonal(K) == 1.0).all()
                assert K.min() >= 0.0
                assert K.max() <= 1.0


def test_single_precision_gives_the_choice_of_double_precision():
    rng = np.random.default_rng(7)
    X = rng.standard_normal((60, 3))
    y = np.where(X[:, 0] + 0.5 * rng.standard_normal(60) > 0, 1, -1)
    config = small(candidates=(Candidates(values=(0.1, 0.5, 2.0, 8.0)), "linear"))
    single, double = (Dataset.from_arrays(x, y, name="blobs") for x in (X.astype(np.float32), X))
    assert single.X.dtype == np.float64
    columns = ["split", "quantity", "scope", "kernel", "parameter", "lambda"]
    one, other = (choices(run_sweep(config, dataset=of), config) for of in (single, double))
    assert one[columns].equals(other[columns])
