"""Numbers of a finding about a spectrum, by hand."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.selection.places.spectra import KernelSpectrum
from kselect_core.selection.places.spectrum_facts import facts
from tests.tolerances import ROUNDOFF


def spectrum(sigma, labels):
    n = len(sigma)
    return KernelSpectrum(
        "gaussian",
        1.0,
        np.array(sigma, dtype=np.float64),
        np.array(labels, dtype=np.float64),
        np.full(n, 0.5),
        np.eye(n),
    )


def test_the_numbers_are_counted_by_hand():
    found = facts(spectrum([6.0, 3.0, 1.0, 0.0], [5.0, 3.0, 1.0, 0.5]), 2.0)
    assert found.n == 4
    assert_allclose(found.effective_dimension, 6 / 8 + 3 / 5 + 1 / 3, **ROUNDOFF)
    assert found.holders == 2  # (25 + 9) of 35.25 is 96.5 %
    assert_allclose(found.energy, 0.9, **ROUNDOFF)
    assert (found.below, found.vanishing, found.equal) == (2, 1, 1)
    assert_allclose([found.kept, found.reach], [34 / 35.25, 35 / 35.25], **ROUNDOFF)
    assert_allclose([found.first, found.largest, found.smallest], [0.6, 6.0, 0.0], **ROUNDOFF)


def test_a_run_of_equal_eigenvalues_counts_whole():
    found = facts(spectrum([4.0, 1.0, 1.0, 1.0], [1.0, 5.0, 0.1, 0.1]), 0.5)
    assert (found.holders, found.equal) == (4, 3)
    assert_allclose(found.energy, 1.0, **ROUNDOFF)


def test_the_identity_has_one_run():
    found = facts(spectrum([1.0] * 5, [1, -1, 1, -1, 1]), 0.1)
    assert (found.holders, found.equal, found.vanishing, found.below) == (5, 5, 0, 0)


def test_the_constant_matrix_has_one_eigenvalue():
    found = facts(spectrum([5.0, 1e-16, 0, 0, 0], [1, 2, 0, 0, 0]), 0.1)
    assert (found.vanishing, found.equal, found.below, found.holders) == (4, 1, 4, 5)
    assert_allclose([found.first, found.constant], [1.0, 0.25 / 5], **ROUNDOFF)


def test_zeros_are_not_a_run_of_equal_eigenvalues():
    assert facts(spectrum([5.0, 3.0, 0, 0], [1, 1, 1, 1]), 0.1).equal == 1


def test_a_matrix_of_zeros_has_numbers_too():
    found = facts(spectrum([0.0, 0.0], [0.0, 0.0]), 0.1)
    assert (found.vanishing, found.equal, found.energy, found.first) == (2, 0, 0.0, 0.0)
