"""The larger of two numbers is that, compiled or not."""

import numpy as np
import pytest

from kselect_core.linalg.machine.compiled import compiled
from kselect_core.linalg.machine.lanes import larger


@compiled
def largest(values):
    found = -np.inf
    for t in range(values.size):
        found = larger(found, values[t])
    return found


@pytest.mark.parametrize("n", [0, 1, 7, 64, 203])
def test_compiled_loops_find_the_largest_as_plain_ones_do(n):
    values = np.append(np.random.default_rng(n).standard_normal(n), -np.inf)
    assert largest(values) == values.max()
    plain = -np.inf
    for value in values.tolist():
        plain = larger(plain, value)
    assert plain == values.max()
