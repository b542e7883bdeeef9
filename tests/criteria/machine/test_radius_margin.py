"""Radius-margin: the ball by a general solver, the machine by scikit-learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.fits.smo import enclosing_ball
from tests.criteria import svm_definitions as s

RADIUS_MARGIN = CRITERIA["radius_margin"]


def ball(K):
    """Squared radius of the smallest ball, by sequential quadratic programming."""
    n, d = len(K), np.diag(K)
    found = minimize(
        lambda b: b @ K @ b - b @ d,
        np.full(n, 1 / n),
        jac=lambda b: 2 * K @ b - d,
        bounds=[(0, 1)] * n,
        constraints={"type": "eq", "fun": lambda b: b.sum() - 1, "jac": lambda _: np.ones(n)},
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    return -found.fun


@pytest.mark.parametrize("name", s.SAMPLES)
def test_the_ball_is_the_smallest(name):
    K, _ = s.SAMPLES[name]
    found = enclosing_ball(K)
    assert found.converged
    assert_allclose(found.squared_radius, ball(K), rtol=1e-6)
    assert_allclose(found.weights.sum(), 1.0)
    centre = found.weights @ K @ found.weights
    distances = np.diag(K) - 2 * K @ found.weights + centre
    assert (distances <= found.squared_radius + 1e-6).all()


@pytest.mark.parametrize("name", s.SAMPLES)
def test_radius_margin_is_its_definition(name):
    K, y = s.SAMPLES[name]
    expected = []
    for cost in s.C:
        G = K + np.eye(len(y)) / cost
        expected.append(ball(G) * s.machine(G, y, 1e6)[1].sum() / len(y))
    assert_allclose(RADIUS_MARGIN.score(SvmProblem(K, y, s.C)), expected, rtol=1e-4)


def test_an_indefinite_matrix_has_no_ball():
    K, y = s.SAMPLES["overlap"]
    with pytest.raises(UndefinedScoreError, match="indefinite"):
        RADIUS_MARGIN.score(SvmProblem(K - 0.5 * np.eye(len(y)), y, s.C))
