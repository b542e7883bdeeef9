"""Sums, products and multiples: oracles are the matrices, added and multiplied entry by entry."""

import gc
import pickle
from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels import CONVENTIONS, KERNELS
from kselect_core.selection import Candidates
from tests.tolerances import EXACT, ROUNDOFF

GAUSSIAN, LINEAR, LAPLACIAN = (KERNELS[name] for name in ("gaussian", "linear", "laplacian"))
POLYNOMIAL, ITERATED = KERNELS["polynomial"], KERNELS["iterated"]
X = np.random.default_rng(0).standard_normal((9, 2))
Z = np.random.default_rng(1).standard_normal((5, 2))


class Parts(NamedTuple):
    """Matrices of three kernels."""

    wide: np.ndarray
    flat: np.ndarray
    sharp: np.ndarray


MADE = [
    (lambda: GAUSSIAN + LINEAR, lambda p: p.wide + p.flat, "gaussian + linear"),
    (lambda: LINEAR + 0.5 * GAUSSIAN, lambda p: p.flat + 0.5 * p.wide, "linear + 0.5 * gaussian"),
    (lambda: GAUSSIAN * LINEAR, lambda p: p.wide * p.flat, "gaussian * linear"),
    (lambda: GAUSSIAN * 2, lambda p: 2 * p.wide, "2.0 * gaussian"),
    (
        lambda: (GAUSSIAN + LINEAR) * LAPLACIAN.at(c=0.1),
        lambda p: (p.wide + p.flat) * p.sharp,
        "(gaussian + linear) * laplacian(c=0.1)",
    ),
    (
        lambda: 3 * (LAPLACIAN.at(c=0.1) + GAUSSIAN),
        lambda p: 3 * (p.sharp + p.wide),
        "3.0 * (laplacian(c=0.1) + gaussian)",
    ),
]


@pytest.mark.parametrize(("made", "expected", "name"), MADE, ids=[name for *_, name in MADE])
@pytest.mark.parametrize("second", [None, Z])
def test_its_values_are_those_of_its_parts(made, expected, name, second):
    kernel = made()
    parts = Parts(GAUSSIAN(X, second, gamma=0.7), LINEAR(X, second), LAPLACIAN(X, second, c=0.1))
    assert_allclose(kernel(X, second, gamma=0.7), expected(parts), **ROUNDOFF)
    assert kernel.name == name


def test_the_parameter_of_the_free_part_is_swept_as_it_is_written_there():
    kernel = LINEAR + 2 * GAUSSIAN
    family = Candidates(kernel, (0.5, 2.0))
    assert family.convention == "2tau"
    assert family.parameters(2.0) == {"gamma": 0.25}
    assert kernel.latex("2tau") == r"k(x,z)=x^\top z+2\,\exp(-\lVert x-z\rVert^2/2\tau)"
    assert kernel.latex("gamma") == r"k(x,z)=x^\top z+2\,\exp(-\gamma\lVert x-z\rVert^2)"
    assert kernel.word == "linear + 2·Gaussian"
    assert Candidates(kernel).values == GAUSSIAN.grid
    assert CONVENTIONS["2tau"] is GAUSSIAN.conventions[0]


def test_a_fixed_kernel_has_nothing_to_sweep():
    kernel = POLYNOMIAL.at(degree=2, normalised=True)
    assert_allclose(kernel(X), POLYNOMIAL(X, degree=2, normalised=True), **EXACT)
    assert Candidates(kernel).values == ()
    with pytest.raises(InvalidParameterError, match="γ"):
        GAUSSIAN.at(gamma=-1.0)


def test_an_iterated_kernel_as_a_part_averages_over_the_pool():
    kernel = ITERATED.at(steps=1) + LINEAR
    expected = ITERATED(X, Z, pool=X, steps=1) + LINEAR(X, Z)
    assert_allclose(kernel(X, Z, pool=X), expected, **ROUNDOFF)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: GAUSSIAN + LAPLACIAN, r"fix that of one, such as laplacian\.at\(c=…\)"),
        (lambda: GAUSSIAN + 1, r"must be a kernel \(own_kernel"),
        (lambda: -1 * GAUSSIAN, "a finite number greater than 0, got -1"),
        (lambda: GAUSSIAN * float("nan"), "a finite number greater than 0, got nan"),
        (lambda: "2" * GAUSSIAN, "a kernel, or a finite number"),
    ],
)
def test_what_is_no_kernel_is_refused(wrong, words):
    with pytest.raises(InvalidParameterError, match=words):
        wrong()


def test_a_made_kernel_is_found_as_long_as_somebody_holds_it():
    kernel = 7 * GAUSSIAN
    name = kernel.name
    assert KERNELS[name] is kernel
    assert name in KERNELS
    assert name not in list(KERNELS)
    assert 7 * GAUSSIAN is kernel
    family = Candidates(name, (1.0,))
    del kernel
    gc.collect()
    assert name in KERNELS
    del family
    gc.collect()
    assert name not in KERNELS
    with pytest.raises(
        KselectError, match=r"'7\.0 \* gaussian' was made in Python, and this program"
    ):
        Candidates(name)


def test_kernels_travel_to_other_processes():
    kernel = 11 * (GAUSSIAN + LAPLACIAN.at(c=0.2))
    sent, before = pickle.dumps(kernel), kernel(X, gamma=0.3)
    del kernel
    gc.collect()
    assert_allclose(back(sent)(X, gamma=0.3), before, **EXACT)
    assert back(pickle.dumps(GAUSSIAN)) is GAUSSIAN


def back(sent):
    """What a worker process gets."""
    return pickle.loads(sent)  # noqa: S301 (our own)
