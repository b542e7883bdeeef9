"""Kernels by function: the values of the function, its name, and what cannot be one."""

import gc
import pickle
import threading
from functools import partial

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.gaussian_process.kernels import RBF, WhiteKernel
from sklearn.metrics.pairwise import rbf_kernel

from kselect_core import SweepConfig, choices, load_dataset, run_sweep, views
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels import CONVENTIONS, KERNELS, Kernel, own_kernel
from kselect_core.kernels.own.content import content, digest_of
from kselect_core.selection import Candidates
from tests.kernels.test_algebra import back
from tests.tolerances import EXACT, ROUNDOFF

X = np.random.default_rng(0).standard_normal((9, 2))
Z = np.random.default_rng(1).standard_normal((5, 2))


def manhattan(X, Z, rate=1.0):
    """Values exp(−rate · Σ|x − z|)."""
    return np.exp(-rate * np.abs(X[:, None] - Z[None]).sum(axis=2))


def scaled(factor):
    return lambda X, Z: factor * (X @ Z.T)


def test_a_function_is_a_kernel():
    kernel = own_kernel(manhattan)
    assert_allclose(kernel(X, Z), manhattan(X, Z), **EXACT)
    assert_allclose(kernel(X), manhattan(X, X), **ROUNDOFF)
    assert kernel.label == "manhattan kernel"
    assert kernel.name.startswith("tests.kernels.own.test_functions:manhattan#")
    assert Candidates(manhattan).convention == ""


def test_a_grid_gives_values_to_the_third_argument():
    family = Candidates(manhattan, (0.5, 2.0))
    assert family.parameters(2.0) == {"rate": 2.0}
    assert_allclose(KERNELS[family.kernel](X, rate=2.0), manhattan(X, X, 2.0), **ROUNDOFF)
    assert CONVENTIONS[family.convention].symbol == "rate"
    assert Candidates(rbf_kernel, (0.5,)).parameters(0.5) == {"gamma": 0.5}
    smooth = own_kernel(manhattan, parameter="rate", wider="up", name="city")
    assert smooth.name == "city:rate"
    assert Candidates(smooth, (1.0, 2.0)).smoothness() == (0, 1)


def test_objects_of_scikit_learn_are_kernels():
    kernel = RBF(0.7) + WhiteKernel(0.1)
    family = Candidates(kernel)
    assert_allclose(KERNELS[family.kernel](X), kernel(X), **ROUNDOFF)
    assert_allclose(KERNELS[family.kernel](X, Z), kernel(X, Z), **ROUNDOFF)
    swept = Candidates(RBF(), (0.5, 2.0))
    assert swept.parameters(2.0) == {"length_scale": 2.0}
    assert_allclose(KERNELS[swept.kernel](X, Z, length_scale=2.0), RBF(2.0)(X, Z), **ROUNDOFF)
    named = own_kernel(kernel, parameter="k1__length_scale")
    expected = (RBF(3.0) + WhiteKernel(0.1))(X)
    assert_allclose(named(X, k1__length_scale=3.0), expected, **ROUNDOFF)
    assert kernel.k1.length_scale == 0.7
    assert own_kernel(RBF(1.0)).name != own_kernel(RBF(1.0001)).name
    with pytest.raises(InvalidParameterError, match="named, one of k1__length_scale, k2__noise"):
        Candidates(kernel, (1.0,))


def test_a_kernel_made_by_hand_keeps_its_grid_under_a_name_of_its_own():
    laplacian = KERNELS["laplacian"]
    made = Kernel(
        **{name: getattr(laplacian, name) for name in laplacian.__match_args__}
        | {"of_base": by_distance}
    )
    family = Candidates(made)
    assert family.kernel.startswith("laplacian#")
    assert family == Candidates(made, laplacian.grid)
    assert CONVENTIONS[family.convention].symbol == "c"
    assert_allclose(
        KERNELS[family.kernel](X, c=0.5), by_distance(laplacian.shared(X), c=0.5), **EXACT
    )
    assert back(pickle.dumps(KERNELS[family.kernel])) is KERNELS[family.kernel]


def by_distance(D, *, c, out=None):
    """Values exp(−cD)."""
    K = np.exp(-c * D)
    if out is not None:
        out[...] = K
    return K


def test_names_tell_functions_apart():
    assert own_kernel(scaled(1.0)).name != own_kernel(scaled(2.0)).name
    assert own_kernel(scaled(1.0)).name == own_kernel(scaled(1.0)).name
    assert own_kernel(partial(manhattan, rate=2.0)).name != own_kernel(manhattan).name
    assert digest_of(scaled(np.ones(3))) != digest_of(scaled(np.zeros(3)))
    for thing in ({"a": [1, 2.0, None]}, X.mean, np.float64(1.0), Caller(2), len):
        assert content(thing) == content(thing)
    assert content(Caller(2)) != content(Caller(3))


def test_names_tell_functions_of_one_line_and_of_no_source_apart():
    first, second = (lambda X, Z: np.exp(-abs(X @ Z.T))), (lambda X, Z: np.cos(abs(X @ Z.T)))
    assert digest_of(first) != digest_of(second)
    typed = {}
    for function in ("exp", "cos"):
        exec(f"def k(X, Z): return [np.{function}(x) for x in X]", typed)  # noqa: S102 (no source)
        typed[function] = digest_of(typed.pop("k"))
    assert typed["exp"] != typed["cos"]


def test_a_function_may_call_itself():
    def depth(X, Z, count=2):
        return X @ Z.T if count == 0 else depth(X, Z, count - 1)

    assert_allclose(own_kernel(depth)(X, Z), X @ Z.T, **EXACT)


def test_a_name_given_again_is_that_of_the_newer_function():
    first = own_kernel(scaled(1.0), name="mine")
    second = own_kernel(scaled(2.0), name="mine")
    assert KERNELS["mine"] is second is not first
    assert_allclose(KERNELS["mine"](X, Z), 2 * X @ Z.T, **EXACT)


class Caller:
    """A function with something in it."""

    def __init__(self, factor):
        self.factor = factor

    def __call__(self, X, Z):
        """Values of all pairs."""
        return self.factor * (X @ Z.T)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: own_kernel(3), "must be a function of two tables"),
        (lambda: Candidates(3), "must be a name, a function or a Kernel, got 3"),
        (
            lambda: own_kernel(scaled(threading.Lock())),
            r"contains lock, .* own_kernel\(function, name",
        ),
        (lambda: own_kernel(manhattan, parameter="width"), "parameter must be one of rate"),
        (lambda: Candidates(scaled(1.0), (1.0,)), "must be a third argument of the function"),
        (lambda: own_kernel(lambda X, _: X)(X, Z), r"of the shape \(9, 5\): one row for each of X"),
        (
            lambda: own_kernel(lambda X, Z: X @ np.triu(np.ones((2, 2))) @ Z.T)(X),
            "must be symmetric",
        ),
        (lambda: Candidates(f"{__name__}:gone#000000000000"), "Make it first, as own_kernel"),
    ],
)
def test_what_cannot_be_a_kernel_is_refused(wrong, words):
    with pytest.raises(KselectError, match=words):
        wrong()


def test_single_precision_is_taken_as_symmetric():
    def single(X, Z):
        D = ((X[:, None] - Z[None]) ** 2).sum(axis=2)
        return np.exp(-D).astype(np.float32) * (1 + np.float32(1e-7) * (X[:, :1] > 0))

    K = own_kernel(single)(X)
    assert_allclose(K, K.T, **EXACT)


def test_what_cannot_be_sent_is_said():
    kernel = own_kernel(scaled(threading.Lock()), name="locked")
    with pytest.raises(KselectError, match=r"locked cannot be sent .*workers=None"):
        pickle.dumps(kernel)


def test_own_kernels_are_swept_also_in_worker_processes():
    families = (
        Candidates(lambda X, Z: manhattan(X, Z, 2.0)),
        Candidates(rbf_kernel, (0.5, 2.0)),
        Candidates(KERNELS["gaussian"] + KERNELS["linear"], (1.0,)),
        Candidates(KERNELS["gaussian"].at(gamma=0.5)),
        Candidates("gaussian", (0.5, 2.0), "gamma"),
    )
    config = SweepConfig(
        dataset="two_moons", candidates=families, lambdas=(0.1,), criteria=("loo",), repeats=1
    )
    table = run_sweep(config)
    pd.testing.assert_frame_equal(table, run_sweep(config, workers=1))
    loo = table[table["quantity"] == "loo"].set_index(["kernel", "parameter"])["value"]
    assert_allclose(loo[families[1].kernel], loo["gaussian"], **ROUNDOFF)
    assert_allclose(loo[families[3].kernel].to_numpy(), loo["gaussian"][0.5], **ROUNDOFF)
    assert set(choices(table, config)["kernel"]) <= {family.kernel for family in families}
    assert SweepConfig.from_toml(config.to_toml()) == config

    at = views.CursorAt(config, load_dataset("two_moons"), _cursor(families[1]))
    assert "rbf kernel, gamma = 2⁻¹" in views.spectrum(at).caption
    assert len(views.spectrum(at).numbers()) == 210
    assert views.decision(at).figure is not None
    text, name = config.to_toml(), families[1].kernel
    del families, config, at
    gc.collect()
    assert name not in KERNELS
    with pytest.raises(KselectError, match="was made in Python"):
        SweepConfig.from_toml(text)


def _cursor(family):
    return views.Cursor(0, family.kernel, 0.5, 0.1)
