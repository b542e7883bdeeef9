"""Means of blocks against their definition."""

import numpy as np
import pytest

from kselect_core.linalg.matrices.blocks import block_means, block_size
from tests.tolerances import ROUNDOFF


def slow(values, largest):
    rows, columns = (block_size(n, largest) for n in values.shape)
    return np.array(
        [
            [
                np.nanmean(block) if np.isfinite(block).any() else np.nan
                for j in range(0, values.shape[1], columns)
                for block in [values[i : i + rows, j : j + columns]]
            ]
            for i in range(0, values.shape[0], rows)
        ]
    )


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("shape", [(12, 12), (11, 7), (5, 30), (1, 9)])
def test_block_means_are_their_definition(shape, gaps):
    values = np.random.default_rng(1).standard_normal(shape)
    values[0, : gaps * shape[1] // 2] = np.nan
    np.testing.assert_allclose(block_means(values, largest=4), slow(values, 4), **ROUNDOFF)


def test_what_is_small_enough_stays_as_it_is():
    values = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(block_means(values, largest=4), values)


def test_a_block_without_values_has_none():
    values = np.full((4, 4), np.nan)
    values[2:, 2:] = 3.0
    means = block_means(values, largest=2)
    assert np.isnan(means[0, 0])
    assert means[1, 1] == 3.0
