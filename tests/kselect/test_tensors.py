"""Tensors that NumPy cannot look at are refused in words, wherever they come in."""

import numpy as np
import pytest

from kselect_core import Dataset, Problem, SvmProblem
from kselect_core.errors import InvalidParameterError
from kselect_core.estimators import KernelClassifierSearch, KernelRidgeSearch, SVCSearch
from kselect_core.kernels import KERNELS

K, X, Y = np.eye(4), np.arange(8.0).reshape(4, 2), np.array([-1.0, 1, 1, -1])


class Device:
    """A graphics card."""

    type = "cuda"


class WithGradient:
    """An array as torch gives it where a derivative is wanted."""

    requires_grad = True

    def __init__(self, values):
        self.shape = values.shape

    def __array__(self, *_, **__):
        raise RuntimeError("Can't call numpy() on Tensor that requires grad.")


class Elsewhere(WithGradient):
    """An array in the memory of a graphics card."""

    requires_grad = False
    device = Device()

    def __array__(self, *_, **__):
        raise TypeError("can't convert cuda:0 device type tensor to numpy.")


ENTRANCES = {
    "K": (K, lambda K: Problem(K, Y, 1.0)),
    "y": (Y, lambda y: Problem(K, y, 1.0)),
    "lambdas": (np.ones(2), lambda lambdas: Problem(K, Y, lambdas)),
    "C": (np.ones(2), lambda C: SvmProblem(K, Y, C)),
    "X": (X, lambda X: KERNELS["gaussian"](X, gamma=1.0)),
    "X ": (X, lambda X: Dataset.from_arrays(X, Y)),
    "y ": (Y, lambda y: Dataset.from_arrays(X, y)),
    " X": (X, lambda X: KernelRidgeSearch().fit(X, Y)),
    " y": (Y, lambda y: KernelClassifierSearch().fit(X, y)),
    " X ": (X, lambda X: SVCSearch().fit(X, Y)),
}


@pytest.mark.parametrize("symbol", ENTRANCES)
def test_a_gradient_is_let_go_of_by_the_caller(symbol):
    values, entered = ENTRANCES[symbol]
    with pytest.raises(InvalidParameterError, match=rf"\({symbol.strip()}\.detach\(\)\)"):
        entered(WithGradient(values))


@pytest.mark.parametrize("symbol", ENTRANCES)
def test_another_device_is_left_by_the_caller(symbol):
    values, entered = ENTRANCES[symbol]
    with pytest.raises(InvalidParameterError, match=rf"\({symbol.strip()}\.cpu\(\)\).*cuda"):
        entered(Elsewhere(values))
