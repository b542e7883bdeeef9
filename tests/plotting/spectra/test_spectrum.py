"""The figure of the eigenvalues."""

import numpy as np
from numpy.testing import assert_allclose

from kselect_core.plotting.spectra.spectrum import spectrum, spectrum_points
from tests.tolerances import EXACT

SIGMA = np.array([4.0, 2.0, 1e-3, 0.0, 0.0])


def test_eigenvalues_are_descending_and_zeros_are_counted():
    points = spectrum_points(SIGMA[::-1])
    assert points.order.tolist() == [1, 2, 3]
    assert_allclose(points.sigma, SIGMA[:3], **EXACT)
    assert points.hidden == 2


def test_precision_is_n_epsilon_times_the_largest():
    assert spectrum_points(SIGMA).precision == 5 * np.finfo(np.float64).eps * 4.0


def test_sixty_are_shown_unless_all_are_asked_for():
    sigma = np.arange(1.0, 101.0)
    assert len(spectrum_points(sigma).order) == 60
    assert len(spectrum_points(sigma, count=None).order) == 100


def test_lines_stand_at_the_ridge_and_at_machine_precision():
    layout = spectrum(SIGMA, mu=0.5, effective_dimension=1.69).layout
    assert [shape.y0 for shape in layout.shapes] == [0.5, spectrum_points(SIGMA).precision]
    texts = [a.text for a in layout.annotations]
    assert texts[0] == "effective dimension 1.69 of 5 · 2 of the first 5 are 0"
    assert texts[1] == "ridge μ<br>0.5"
    assert texts[2].startswith("machine<br>precision<br>")
    assert layout.yaxis.type == "log"
    low, high = layout.yaxis.range
    assert low < np.log10(spectrum_points(SIGMA).precision) < np.log10(4.0) < high


def test_a_zero_matrix_has_an_empty_spectrum():
    figure = spectrum(np.zeros(3), mu=0.0, effective_dimension=0.0)
    assert len(figure.data[0].x) == 0
    assert figure.layout.shapes == ()


def test_no_eigenvalue_at_all_is_drawn_as_nothing():
    assert np.isnan(spectrum_points(np.zeros(0)).precision)
