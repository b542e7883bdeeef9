"""How the labels lie in the eigenvectors."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.spectra.alignment import alignment, alignment_shares
from tests.tolerances import ROUNDOFF

RNG = np.random.default_rng(1)
X = RNG.standard_normal((12, 2))
K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
Y = np.where(X[:, 0] > 0, 1.0, -1.0)


def decomposed(K):
    sigma, Q = np.linalg.eigh(K)
    return sigma[::-1], Q[:, ::-1]


def trace(figure, name):
    return next(found for found in figure.data if found.name == name)


def test_shares_are_those_of_the_definition():
    sigma, Q = decomposed(K)
    shares = alignment_shares(sigma, Y @ Q)
    expected = [(Y @ Q[:, j]) ** 2 / (Y @ Y) for j in range(12)]
    assert_array_equal(shares.first, np.arange(1, 13))
    assert_allclose(shares.share, expected, **ROUNDOFF)
    assert_allclose(shares.labels, np.cumsum(expected), **ROUNDOFF)
    assert_allclose(shares.energy, np.cumsum(sigma) / np.trace(K), **ROUNDOFF)
    assert_allclose([shares.labels[-1], shares.energy[-1]], [1.0, 1.0], **ROUNDOFF)


def test_equal_eigenvalues_are_taken_together():
    sigma, Q = decomposed(np.eye(4))
    shares = alignment_shares(sigma, np.array([1.0, -1, 1, 1]) @ Q)
    assert (shares.first.tolist(), shares.last.tolist()) == ([1], [4])
    assert_allclose(shares.share, [1.0], **ROUNDOFF)


def test_the_constant_matrix_has_one_direction_and_the_rest():
    y = np.array([1.0, 1, 1, -1, 1])
    sigma, Q = decomposed(np.ones((5, 5)))
    shares = alignment_shares(sigma, y @ Q)
    assert (shares.first.tolist(), shares.last.tolist()) == ([1, 2], [1, 5])
    assert_allclose(shares.share, [y.mean() ** 2, 1 - y.mean() ** 2], **ROUNDOFF)
    assert_allclose(shares.energy, [1.0, 1.0], **ROUNDOFF)


def test_the_figure_marks_where_95_per_cent_are_held():
    sigma, projections = np.arange(10.0, 0.0, -1.0), np.sqrt([50, 30, 10, 5.1, 4.9, 0, 0, 0, 0, 0])
    figure = alignment(sigma, projections)
    assert figure.layout.shapes[0].x0 == 4
    assert "labels: 4" in figure.layout.annotations[0].text
    assert_allclose(trace(figure, "labels ‖y‖²").y[:2], [0.5, 0.8], **ROUNDOFF)
    heads = trace(figure, "one eigenvector ⟨y, vⱼ⟩²/‖y‖²")
    assert_allclose(heads.y[:3], [0.5, 0.3, 0.1], **ROUNDOFF)
    stems = trace(figure, "stems")
    assert_allclose(stems.y[1::3], heads.y, **ROUNDOFF)
    assert np.isnan(stems.y[2::3]).all()


def test_a_run_is_one_bar_with_what_it_holds_together():
    figure = alignment(np.array([3.0, 1, 1, 1]), np.array([1.0, 1, 1, 1]))
    bars = [found for found in figure.data if found.name == "equal eigenvalues, together"]
    assert len(bars) == 1
    assert list(bars[0].x) == [2, 4]
    assert_allclose(bars[0].y, [0.75, 0.75], **ROUNDOFF)


def test_nothing_to_hold_draws_too():
    assert alignment_shares(np.zeros(3), np.zeros(3)).labels.tolist() == [0.0]
    assert len(alignment(np.array([2.0, 1.0]), np.zeros(2)).data) == 4


def test_projections_of_another_sample_are_refused():
    with pytest.raises(InvalidParameterError, match=r"as many as eigenvalues \(3\), got 2"):
        alignment_shares(np.ones(3), np.ones(2))
