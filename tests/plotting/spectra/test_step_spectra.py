"""How iterating sharpens a spectrum: what is drawn of every step."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.spectra.step_spectra import FLOOR, holders, step_lines, step_spectra
from tests.tolerances import EXACT, ROUNDOFF

BASE = np.array([0.5, 0.25, 0.1, 0.01, 3e-16, 0.0])
SPECTRA = [BASE ** (2.0**k) for k in range(6)]


def test_lines_have_the_eigenvalues_of_their_step_without_rounding_and_without_what_is_gone():
    lines = step_lines(SPECTRA)
    assert [line.steps for line in lines] == [0, 1, 2, 3, 4, 5]
    for k, line in enumerate(lines):
        kept = [v for v in BASE[:4] if v ** (2**k) > FLOOR * 0.5]
        assert line.number.tolist() == list(range(1, len(kept) + 1))
        assert_allclose(np.log(line.value), [np.log(v) * 2**k for v in kept], **ROUNDOFF)


@pytest.mark.parametrize(
    ("values", "count"), [([1.0, 1.0], 2), ([0.99, 0.01], 1), ([0.98, 0.02], 2), ([0.0, 0.0], 0)]
)
def test_holders_are_the_fewest_that_have_the_share(values, count):
    assert holders(np.array(values)) == count


def test_the_chosen_step_is_thick_and_its_ridge_is_a_line():
    figure = step_spectra(SPECTRA, chosen=2, lam=1e-5)
    widths = [trace.line.width for trace in figure.data]
    assert widths.index(max(widths)) == 2
    assert_allclose([shape.y0 for shape in figure.layout.shapes], [1e-5], **EXACT)
    texts = [note.text for note in figure.layout.annotations]
    assert [f"<b>k = {k}</b>" in texts for k in range(6)] == [True] * 6
    assert not step_spectra(SPECTRA).layout.shapes


def test_steps_that_end_at_one_place_share_their_name():
    spectra = [
        np.array([0.6, 0.4]),
        np.array([0.9, 0.1]),
        np.array([1.0, 0.0]),
        np.array([1.0, 0.0]),
    ]
    texts = [note.text for note in step_spectra(spectra).layout.annotations]
    assert texts == ["<b>k = 0</b>", "<b>k = 1</b>", "<b>k = 2 … 3</b>"]


def test_names_of_lines_that_end_at_once_stand_left_of_all_lines():
    figure = step_spectra(SPECTRA)
    assert figure.layout.xaxis.range[0] < -0.3
    last = figure.layout.annotations[5]
    assert (last.text, last.xanchor, last.x) == ("<b>k = 5</b>", "right", 0.0)
    assert last.xshift < 0
    assert step_spectra(SPECTRA[:2]).layout.xaxis.range[0] > -0.1


def test_nothing_and_a_kernel_of_zeros_are_drawn_as_nothing():
    assert not step_spectra([]).data
    for line in step_lines([np.zeros(4), np.zeros(4)]):
        assert not len(line.number)
    assert len(step_spectra([np.zeros(4)]).data) == 1


def test_a_large_pool_is_thinned():
    (line,) = step_lines([np.linspace(1.0, 0.5, 2000)])
    assert len(line.number) <= 300
    assert line.number[-1] == 2000
