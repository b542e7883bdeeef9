"""Oracle: spectra whose eigenvalues are at least what is seen of each, random and extreme ones."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose

from kselect_core.linalg.tiled.distance import distance
from tests.tolerances import ROUNDOFF

SEEDS = st.integers(0, 2**20)


def seen_and_known(seed, n=12):
    """Eigenvalues of which the last are not seen at all, and those of an operator."""
    rng = np.random.default_rng(seed)
    seen = np.sort(rng.exponential(size=n))[::-1]
    seen[n // 2 :] = 0.0
    return rng, seen, np.sort(rng.exponential(size=n) * rng.uniform(0.1, 2.0))[::-1]


@given(seed=SEEDS, missing=st.floats(0, 20), sparse=st.booleans())
def test_no_spectrum_with_that_trace_is_farther_or_nearer(seed, missing, sparse):
    rng, seen, known = seen_and_known(seed)
    share = rng.dirichlet(np.full(len(seen), 0.05 if sparse else 1.0))
    found = distance(seen, known, missing)
    sigma = np.sort(seen + missing * share)[::-1]
    assert abs(np.abs(sigma - known).sum() - found.middle) <= found.off + 1e-12


@given(seed=SEEDS, missing=st.floats(0.01, 20))
def test_both_ends_are_those_of_a_spectrum(seed, missing):
    _, seen, known = seen_and_known(seed)
    known[-1] = 0.0  # what is added to the last is too much
    lacking = np.maximum(known - seen, 0.0)
    filled = lacking * min(1.0, missing / max(lacking.sum(), 1e-300))
    filled[-1] += missing - filled.sum()
    found = distance(seen, known, missing)
    nearest = np.abs(seen + filled - known).sum()
    farthest = np.abs(seen + missing * np.eye(len(seen))[-1] - known).sum()
    assert_allclose(found.middle - found.off, nearest, **ROUNDOFF)
    assert_allclose(found.middle + found.off, farthest, **ROUNDOFF)


def test_nothing_missing_is_the_distance_itself():
    found = distance(np.array([3.0, 1.0]), np.array([2.5, 1.5]), 0.0)
    assert found.middle == pytest.approx(1.0)
    assert found.off == 0


def test_rounding_widens_the_interval():
    seen, known = np.array([3.0, 0.0]), np.array([1.0, 0.0])
    assert distance(seen, known, 0.5, rounding=1e-7) == (2.5, 4e-7)
