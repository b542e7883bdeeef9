"""Two spectra: what is drawn, and what rounding leaves out."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.spectra.spectrum_pair import FIRST, pair, spectrum_pair
from tests.tolerances import EXACT

SIGMA = 2.0 ** -np.arange(100.0)
AFTER = np.append(SIGMA[1:], 0.0)


def test_the_leading_eigenvalues_and_their_shifts_are_drawn():
    found = pair(SIGMA, AFTER)
    assert found.number.tolist() == list(range(1, FIRST + 1))
    assert_allclose(found.shift, SIGMA[:FIRST] / 2, **EXACT)


def test_what_rounding_leaves_is_not_drawn_on_the_logarithmic_axis():
    first, second, bars = spectrum_pair(SIGMA, AFTER).data
    assert np.isfinite(first.y[:54]).all()
    assert np.isnan(first.y[54:]).all()
    assert np.isnan(second.y[53:]).all()
    assert_allclose(bars.y, pair(SIGMA, AFTER).shift, **EXACT)


def test_spectra_of_nothing_are_drawn_without_complaint():
    figure = spectrum_pair(np.zeros(3), np.zeros(3))
    assert np.isnan(figure.data[0].y).all()
