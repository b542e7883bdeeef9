"""Oracles: the rational quadratic kernel entry by entry, scikit-learn's, and its Gaussian limit."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose
from sklearn.gaussian_process.kernels import RationalQuadratic

from kselect_core import SweepConfig, load_dataset, run_sweep
from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.kernels import KERNELS
from kselect_core.selection import Candidates
from kselect_core.words.labels import kernel_text
from tests.tolerances import EXACT, ROUNDOFF

KERNEL = KERNELS["rational_quadratic"]


@given(
    n=st.integers(1, 8),
    seed=st.integers(0, 2**32 - 1),
    length=st.floats(1e-2, 1e3),
    alpha=st.floats(0.05, 50.0),
)
def test_it_equals_its_definition_and_the_one_of_scikit_learn(n, seed, length, alpha):
    rng = np.random.default_rng(seed)
    X, Z = rng.standard_normal((n, 2)), rng.standard_normal((5, 2))
    K = KERNEL(X, Z, gamma=KERNEL.stored(length, "length_rq"), alpha=alpha)

    def k(x, z):
        return (1 + math.dist(x, z) ** 2 / (2 * alpha * length**2)) ** -alpha

    assert_allclose(K, [[k(x, z) for z in Z] for x in X], rtol=1e-9, atol=1e-140)
    oracle = RationalQuadratic(length_scale=length, alpha=alpha)(X, Z)
    assert_allclose(K, oracle, rtol=1e-9, atol=1e-140)


def test_for_a_large_alpha_it_is_gaussian():
    X = np.random.default_rng(0).standard_normal((9, 2))
    K = KERNEL(X, gamma=0.3, alpha=1e8)
    assert_allclose(K, KERNELS["gaussian"](X, gamma=0.3), rtol=1e-6)


@pytest.mark.parametrize("alpha", [1e-3, 1.0, 1e6])
@pytest.mark.parametrize("gamma", [5e-324, 1e-300, 1e300, 1.7e308])
def test_extreme_widths_have_values(gamma, alpha):
    K = KERNEL(np.random.default_rng(0).standard_normal((9, 2)) * 10, gamma=gamma, alpha=alpha)
    assert_allclose(np.diag(K), 1.0, **EXACT)
    assert np.isfinite(K).all()


def test_logarithms_are_those_of_the_values():
    D = KERNEL.shared(np.random.default_rng(0).standard_normal((6, 2)))
    logs = KERNEL.logs(D, {"gamma": 0.7, "alpha": 2.0})(np.arange(6))
    assert_allclose(logs, np.log(KERNEL.gram(D, gamma=0.7, alpha=2.0)), **ROUNDOFF)


def test_alpha_is_an_option_of_the_candidates():
    family = Candidates("rational_quadratic", (0.5, 1.0), options={"alpha": 2})
    assert family.options == (("alpha", 2.0),)
    assert family.parameters(1.0) == {"gamma": 0.5, "alpha": 2.0}
    assert Candidates("rational_quadratic", options={"alpha": 1.0}).options == ()
    with pytest.raises(UnknownNameError, match="No option of the rational quadratic kernel"):
        Candidates("rational_quadratic", options={"beta": 1.0})
    with pytest.raises(InvalidParameterError, match=r"α \(alpha\) must be a finite number greater"):
        Candidates("rational_quadratic", options={"alpha": -1.0})
    with pytest.raises(UnknownNameError, match="No option of the Gaussian kernel"):
        Candidates(options={"alpha": 1.0})


def test_a_sweep_with_alpha_is_written_read_and_computed():
    families = (Candidates("rational_quadratic", (1.0,), options={"alpha": 2.0}),)
    config = SweepConfig(
        dataset="two_moons", candidates=families, lambdas=(0.1,), criteria=("ckta",), repeats=1
    )
    assert SweepConfig.from_toml(config.to_toml()) == config
    plain = SweepConfig.from_json(config.to_json().replace('"options":{"alpha":2.0},', ""))
    assert plain.digest() != config.digest()
    data = load_dataset("two_moons")
    first, second = (
        table.loc[table["quantity"] == "ckta", "value"].item()
        for table in (run_sweep(one, dataset=data) for one in (config, plain))
    )
    assert first != second
    assert "rational quadratic kernel, ℓ = 2⁰, α = 2" in kernel_text(config, _Point())


class _Point:
    kernel, parameter = "rational_quadratic", 1.0
