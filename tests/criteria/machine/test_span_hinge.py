"""The span hinge is a mean over the margins of the span rule, and near the true one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.linalg.fits.smo import leave_one_out_decisions
from tests.criteria import svm_definitions as s
from tests.criteria.machine.test_span import moved

SPAN_HINGE = CRITERIA["span_hinge"]


@pytest.mark.parametrize("name", s.SAMPLES)
def test_span_hinge_is_its_definition(name):
    K, y = s.SAMPLES[name]
    expected = []
    for cost in s.C:
        held, margin, _ = moved(K, y, cost)
        expected.append(np.mean(np.maximum(0, 1 - (margin - held))))
    assert_allclose(SPAN_HINGE.score(SvmProblem(K, y, s.C)), expected, rtol=1e-3, atol=1e-4)


def test_it_is_nearer_to_the_held_out_hinge_loss_than_gacv():
    away = {"span_hinge": [], "gacv": []}
    for K, y in s.SAMPLES.values():
        honest = leave_one_out_decisions(K, y, s.C, tolerance=1e-8, certified=False).f
        truth = np.maximum(0, 1 - y * honest).mean(axis=1)
        for name, found in away.items():
            found.extend(np.abs(CRITERIA[name].score(SvmProblem(K, y, s.C)) - truth))
    assert np.mean(away["span_hinge"]) < 0.3 * np.mean(away["gacv"])
