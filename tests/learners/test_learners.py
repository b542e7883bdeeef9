"""Learners: the minimum of what they minimise, and how they hang together."""

import inspect
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.kernel_ridge import KernelRidge

from kselect_core import learners
from kselect_core.errors import InvalidParameterError, UndefinedScoreError, UnknownNameError
from kselect_core.learners import LEARNERS, Fit, svm as libsvm
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF

ridges = st.floats(1e-3, 1e3)


def objective(K, y, mu, fit):
    """Sum of squared residuals plus μ‖w‖²."""
    return np.sum((y - fit.predict(K)) ** 2) + mu * fit.alpha @ K @ fit.alpha


@pytest.mark.parametrize("name", d.LEARNERS)
@given(n=d.sizes, seed=d.seeds, mu=ridges)
def test_the_fit_is_the_minimum_of_its_objective(name, n, seed, mu):
    K, y = d.example(n, seed)
    rng, fit = np.random.default_rng(seed), LEARNERS[name].fit(K, y, mu)
    least = objective(K, y, mu, fit)
    for _ in range(5):
        step = Fit(
            fit.alpha + 1e-2 * rng.standard_normal(n),
            fit.b + 1e-2 * rng.standard_normal() * LEARNERS[name].bias,
        )
        assert objective(K, y, mu, step) > least - ROUNDOFF["rtol"]


@given(n=d.sizes, seed=d.seeds, mu=ridges)
def test_krr_equals_the_library(n, seed, mu):
    K, y = d.example(n, seed)
    library = KernelRidge(alpha=mu, kernel="precomputed").fit(K, y)
    fit = LEARNERS["krr"].fit(K, y, mu)
    assert_allclose(fit.alpha, library.dual_coef_, **ROUNDOFF)
    assert_allclose(fit.predict(K[:3]), library.predict(K[:3]), **ROUNDOFF)
    assert_allclose(fit.b, 0.0, **EXACT)


@given(n=d.sizes, seed=d.seeds, mu=ridges)
def test_lssvm_is_krr_on_the_centred_kernel(n, seed, mu):
    K, y = d.example(n, seed)
    H = d.centring(n)
    alpha = np.linalg.solve(H @ K @ H + mu * np.eye(n), H @ y)
    fit = LEARNERS["lssvm"].fit(K, y, mu)
    assert_allclose(fit.alpha, alpha, **ROUNDOFF)
    assert_allclose(fit.alpha.sum(), 0.0, **ROUNDOFF)
    assert_allclose(fit.b, np.mean(y - K @ alpha), **ROUNDOFF)


@given(n=d.sizes, seed=d.seeds, mu=ridges, shift=st.floats(-0.5, 5))
def test_lssvm_ignores_a_constant_added_to_the_kernel(n, seed, mu, shift):
    K, y = d.example(n, seed)
    one, other = (LEARNERS["lssvm"].fit(G, y, mu).predict(G) for G in (K, K + shift))
    assert_allclose(other, one, **ROUNDOFF)


def test_a_huge_ridge_leaves_zero_or_the_mean():
    K, y = d.example(11, 0)
    krr, lssvm = (LEARNERS[name].fit(K, y, 1e14).predict(K) for name in ("krr", "lssvm"))
    assert_allclose(krr, 0.0, **ROUNDOFF)
    assert_allclose(lssvm, y.mean(), **ROUNDOFF)


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=lambda one: one.name)
def test_the_descriptor_says_what_it_is(learner):
    assert learner.label
    assert learner.formula.startswith("f(x)=")
    assert learner.sentence[0].islower()
    assert learner.sentence[1:] == learner.label[1:]
    assert learner.short
    assert inspect.getdoc(learner.fit)
    K, y = d.example(9, 1)
    assert (learner.fit(K, y, 0.1).b != 0) == learner.bias


def test_every_module_of_the_family_is_in_the_table():
    folder = Path(learners.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__", "base"} == set(LEARNERS)


def test_an_unknown_learner_is_named():
    with pytest.raises(UnknownNameError, match=r"No learner is called 'ls-svm'\. Did you mean"):
        LEARNERS["ls-svm"]


def test_a_machine_of_libsvm_that_does_not_converge_says_so(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((30, 2)), np.where(np.arange(30) % 2, 1.0, -1.0)
    K = X @ X.T
    assert np.isfinite(LEARNERS["svm"].fit(K, y, 0.05).alpha).all()
    monkeypatch.setattr(libsvm, "MOST_ITERATIONS", 3)
    with pytest.raises(UndefinedScoreError, match="not converged: libsvm needs more than 3 steps"):
        LEARNERS["svm"].fit(K, y, 0.05)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_a_machine_of_one_class_is_its_constant(sign):
    K, y = np.eye(4), np.full(4, sign)
    assert_allclose(LEARNERS["svm"].fit(K, y, 0.5).predict(K), y, **EXACT)


@pytest.mark.parametrize("mu", [0.0, -1.0, np.nan, np.inf])
def test_a_machine_without_a_cost_is_refused(mu):
    with pytest.raises(InvalidParameterError, match="SVM: μ"):
        LEARNERS["svm"].fit(np.eye(2), np.array([1.0, -1.0]), mu)


def test_a_machine_on_missing_entries_is_refused():
    with pytest.raises(InvalidParameterError, match="SVM: K"):
        LEARNERS["svm"].fit(np.full((2, 2), np.nan), np.array([1.0, -1.0]), 0.5)


def test_a_learner_says_what_it_is():
    assert repr(LEARNERS["krr"]) == "<Learner krr: Kernel ridge regression>"
