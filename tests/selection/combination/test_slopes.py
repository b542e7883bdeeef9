"""Slopes of criteria by the kernel matrix, against differences of the criteria themselves."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.spectral.ks import kernel_stability
from kselect_core.errors import UndefinedScoreError
from kselect_core.selection.combination import slopes
from tests.tolerances import ROUNDOFF

STEP = 1e-5
DIFFERENCE = {"rtol": 1e-6, "atol": 1e-12}  # of a central difference with that step
N = 24
KEYS = {
    "ckta": [{}],
    "sm": [
        {"r": r, "normalisation": over, "weighted": weighted}
        for r in (1, 2, 3, 5)
        for over in ("trace", "printed")
        for weighted in (True, False)
    ],
    "sps": [{"perturbation": "first_order"}, {"perturbation": "exact"}],
    "ks": [{"k": 5, "eta": 2.0}, {"k": 7, "eta": 0.5}],
}
CASES = [(key, options) for key, several in KEYS.items() for options in several]
SLOPES = {
    "ckta": slopes.ckta_slope,
    "sm": slopes.sm_slope,
    "sps": slopes.sps_slope,
    "ks": slopes.ks_slope,
}


def sample(*, equal, real=False):
    """Kernel matrix (with a constant diagonal or not), direction, labels."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(N, 3))
    D = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    K = np.exp(-D / 3) + (0.05 if equal else 0.3 * X @ X.T)  # no entry near the kink of |K| at 0
    direction = np.exp(-D / 8) + 0.1 * (1 + X @ X.T) ** 2
    y = X[:, 0] + 0.3 * rng.normal(size=N)
    return K, direction, y if real else np.where(y > 0.1, 1.0, -1.0)


def problem(K, y, *, learner="krr", ridge="n_lambda"):
    return Problem(K, y, [0.05], learner=learner, ridge=ridge, seed=4)


@pytest.mark.parametrize("equal", [True, False], ids=["constant diagonal", "any diagonal"])
@pytest.mark.parametrize(
    ("learner", "ridge"), [("krr", "n_lambda"), ("lssvm", "n_lambda"), ("lssvm", "lambda")]
)
@pytest.mark.parametrize(("key", "options"), CASES)
def test_the_slope_is_the_difference_of_the_criterion(key, options, learner, ridge, equal):
    K, direction, y = sample(equal=equal)

    def score(t):
        moved = problem(K + t * direction, y, learner=learner, ridge=ridge)
        return CRITERIA[key].score(moved, **options)[0]

    found = SLOPES[key](problem(K, y, learner=learner, ridge=ridge), **options)
    difference = (score(STEP) - score(-STEP)) / (2 * STEP)
    assert_allclose(found.value, score(0.0), **ROUNDOFF)
    assert_allclose((found.G * direction).sum(), difference, **DIFFERENCE)
    assert_allclose(found.G, found.G.T, **ROUNDOFF)


@pytest.mark.parametrize("key", ["ckta", "sps", "ks"])
def test_slopes_exist_for_real_targets(key):
    K, direction, y = sample(equal=False, real=True)
    options = KEYS[key][0]
    found = SLOPES[key](problem(K, y), **options)
    ends = [CRITERIA[key].score(problem(K + t * direction, y), **options)[0] for t in (STEP, -STEP)]
    assert_allclose((found.G * direction).sum(), (ends[0] - ends[1]) / (2 * STEP), **DIFFERENCE)


def test_equal_eigenvalues_get_the_slope_of_their_space():
    K = np.kron(np.diag([1.0, 2.0, 4.0]), np.eye(N // 3)) + 0.2
    K, y = K + np.diag(np.linspace(0, 1e-12, N)), sample(equal=True)[2]
    direction = sample(equal=False)[1]
    found = slopes.sps_slope(problem(K, y), perturbation="first_order")

    def score(t):
        return CRITERIA["sps"].score(problem(K + t * direction, y))[0]

    difference = (score(STEP) - score(-STEP)) / (2 * STEP)
    assert_allclose((found.G * direction).sum(), difference, rtol=1e-4)


def test_at_a_tie_the_slope_of_the_stability_is_a_subgradient():
    K = np.ones((6, 6))  # every row reaches the maximum
    found = slopes.stability_slope(problem(K, np.array([1.0, -1.0] * 3)))
    rng = np.random.default_rng(0)
    for _ in range(20):
        step = rng.normal(size=(6, 6)) * 0.1
        other = K + step + step.T
        value = kernel_stability(problem(other, np.array([1.0, -1.0] * 3)))
        assert value >= found.value + (found.G * (other - K)).sum() - 1e-12


def test_too_small_a_ridge_has_the_reason_of_the_criteria():
    K, _, y = sample(equal=True)
    with pytest.raises(UndefinedScoreError, match="ill-conditioned"):
        slopes.cv_slope(Problem(K, y, [1e-20]), k=5)
