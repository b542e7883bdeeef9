"""Oracle: the evidence at its best amplitude, searched for; Wahba's form with the hat matrix."""

import numpy as np
import pytest
from hypothesis import given
from numpy.testing import assert_allclose
from scipy.optimize import minimize_scalar

from kselect_core.criteria import CRITERIA, Problem
from tests.criteria import definitions as d
from tests.criteria.spectral.test_lml import by_density
from tests.tolerances import ROUNDOFF

GML = CRITERIA["gml"]


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("seed", range(5))
def test_gml_is_the_evidence_at_the_amplitude_that_a_search_finds(seed, learner):
    K, y = d.example(12, seed)

    def cost(log_amplitude):
        a2 = np.exp(log_amplitude)
        return -by_density(a2 * K, y, a2 * 0.3, learner)

    best = minimize_scalar(cost, bounds=(-12, 12), method="bounded", options={"xatol": 1e-9}).fun
    value = GML.score(Problem(K, y, [0.3], learner=learner, ridge="lambda"))[0]
    assert_allclose((np.log(value) + 1 + np.log(2 * np.pi)) / 2, best, rtol=1e-9)


@given(n=d.sizes, seed=d.seeds, lam=d.lambdas, learner=d.learners, ridge=d.ridges)
def test_gml_is_the_form_of_wahba(n, seed, lam, learner, ridge):
    K, y = d.example(n, seed)
    mu = d.ridge(lam, n, ridge)
    fits = [d.fitted(K, unit, mu, learner) for unit in np.eye(n)]
    rest = np.eye(n) - np.array([K @ alpha + b for alpha, b in fits]).T
    bias = learner == "lssvm"
    positive = np.linalg.eigvalsh((rest + rest.T) / 2)[bias:]
    expected = (y @ rest @ y) / np.exp(np.log(positive).mean()) / (n - bias)
    score = GML.score(Problem(K, y, [lam], learner=learner, ridge=ridge))
    assert_allclose(score, expected, rtol=1e-7)


def test_at_the_identity_it_is_the_mean_square_of_the_labels_whatever_the_ridge():
    y = np.random.default_rng(0).standard_normal(9)
    assert_allclose(GML.score(Problem(np.eye(9), y, [0.01, 1.0])), np.mean(y**2), **ROUNDOFF)
