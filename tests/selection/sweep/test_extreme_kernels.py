"""Kernels that are all or nothing are named, and no others."""

import numpy as np
import pytest

from kselect_core.data import Dataset
from kselect_core.errors import UndefinedScoreError
from kselect_core.selection import Candidates
from kselect_core.selection.sweep.extreme_kernels import numerical_limits
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.added import add, kernel
from tests.selection.examples import blobs, clouds, small

POWERS = tuple(10.0**power for power in range(-20, 21, 2))


@pytest.mark.parametrize(("kernel", "convention"), [("gaussian", "2tau"), ("laplacian", "c")])
def test_named_kernels_are_those_whose_matrix_is_one_of_the_two(kernel, convention):
    config = small(candidates=(Candidates(kernel, POWERS, convention), "linear"))
    ready = prepared_split(Setup(config, blobs()), 0)
    named = {
        value: limit.kind for limit in numerical_limits(config, blobs()) for value in limit.values
    }
    assert set(named.values()) == {"identity", "constant"}
    for value in POWERS:
        parameters = config.candidates[0].parameters(value)
        K = ready.training_kernel(kernel, parameters, np.empty((ready.n, ready.n))).K
        eps = np.finfo(float).eps
        is_identity = np.abs(K - np.eye(ready.n)).max() <= eps
        is_constant = np.abs(K - 1).max() <= ready.n * eps
        assert named.get(value) == (
            "identity" if is_identity else "constant" if is_constant else None
        )


def test_neighbours_are_one_sentence():
    found = numerical_limits(small(candidates=(Candidates(values=POWERS),)), blobs())
    words = [limit.words for limit in found]
    assert len(words) == 2
    assert words[0].startswith("Gaussian kernel, τ = 1e-20 … ")
    assert "K is numerically the identity" in words[0]
    assert words[1].endswith("K is numerically constant: all points look alike.")


def test_duplicates_leave_no_identity_and_usual_grids_no_limit():
    X = np.repeat(np.random.default_rng(0).standard_normal((20, 2)), 2, axis=0)
    twins = Dataset.from_arrays(X, np.arange(40) % 2, name="twins")
    found = numerical_limits(small(dataset="twins", candidates=(Candidates(values=POWERS),)), twins)
    assert {limit.kind for limit in found} == {"constant"}
    assert numerical_limits(small(), blobs()) == ()
    assert numerical_limits(small(candidates=("linear", "polynomial")), blobs()) == ()


def test_a_kernel_of_a_package_that_fails_has_no_limit(monkeypatch):
    def fails(*_, **__):
        raise UndefinedScoreError("the plug-in of kselect-bent 1.2 failed")

    add(monkeypatch, kernel("fails", fails))
    config = small(candidates=("fails", Candidates(values=POWERS)))
    assert {limit.kernel for limit in numerical_limits(config, blobs())} == {"gaussian"}


def test_several_classes_have_limits_too():
    config = small(dataset="clouds", candidates=(Candidates(values=(1e-20, 1.0)),))
    assert [limit.values for limit in numerical_limits(config, clouds())] == [(1e-20,)]
