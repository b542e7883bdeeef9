"""What a kernel says it is in scikit-learn is the same kernel there."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics.pairwise import pairwise_kernels

from kselect_core import Candidates
from kselect_core.kernels import KERNELS

SAID = [name for name, kernel in KERNELS.items() if kernel.scikit_learn is not None]


@pytest.mark.parametrize("name", SAID)
def test_the_matrix_is_the_same(name):
    rng = np.random.default_rng(4)
    X, Z = rng.standard_normal((9, 3)), rng.standard_normal((6, 3))
    family = Candidates(name)
    for value in family.points[len(family.points) // 3 :: 5]:
        parameters = family.parameters(value)
        said = dict(KERNELS[name].scikit_learn(**parameters))
        there = pairwise_kernels(X, Z, metric=said.pop("kernel"), **said)
        assert_allclose(there, KERNELS[name](X, Z, **parameters), rtol=1e-12, atol=1e-140)


def test_what_scikit_learn_lacks_is_none():
    assert KERNELS["polynomial"].scikit_learn(degree=2, normalised=True) is None
