"""The span rule: distances to a span by least squares, and its identity with leave-one-out."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.criteria.machine import span
from kselect_core.criteria.machine.span import every_span
from kselect_core.errors import UndefinedScoreError
from tests.criteria import svm_definitions as s
from tests.tolerances import EXACT

SPAN = CRITERIA["span"]


def squared_distance(K, i, others):
    """Squared distance of point i to the affine span of others in feature space."""
    if not len(others):
        return K[i, i]
    root = np.linalg.cholesky(K + 1e-12 * np.eye(len(K)))  # rows are points in feature space
    base, rest = root[others[0]], root[others[1:]]
    place = np.linalg.lstsq((rest - base).T, root[i] - base, rcond=None)[0]
    return float(np.square(root[i] - base - (rest - base).T @ place).sum())


def moved(K, y, cost):
    """αᵢSᵢ² by distances, margins, and the support vectors."""
    f, alpha = s.machine(K, y, cost)
    support, free = alpha > 1e-5 * cost, (alpha > 1e-5 * cost) & (alpha < (1 - 1e-5) * cost)
    held = np.zeros(len(y))
    for i in np.flatnonzero(support):
        others = np.setdiff1d(np.flatnonzero(free), [i])
        held[i] = alpha[i] * squared_distance(K, i, others)
    return held, y * f, support


@pytest.mark.parametrize("name", s.SAMPLES)
def test_spans_are_distances_to_the_other_free_support_vectors(name):
    K, y = s.SAMPLES[name]
    for found, cost in zip(every_span(SvmProblem(K, y, s.C)), s.C, strict=True):
        held, margin, support = moved(K, y, cost)
        assert_allclose(found.moved, held, rtol=1e-3, atol=1e-4)
        assert_allclose(found.margin, margin, atol=1e-4)
        assert (found.support == support).all()


@pytest.mark.parametrize("name", s.SAMPLES)
def test_the_span_rule_counts_by_definition(name):
    K, y = s.SAMPLES[name]
    expected = []
    for cost in s.C:
        held, margin, support = moved(K, y, cost)
        expected.append(np.mean(np.where(support, held >= margin, margin <= 0)))
    assert_allclose(SPAN.score(SvmProblem(K, y, s.C)), expected, **EXACT)


def side(alpha, cost):
    """0, 1 or 2: no support vector, a free one, a bounded one."""
    return (alpha > 1e-6 * cost).astype(int) + (alpha >= (1 - 1e-6) * cost)


def test_it_is_exact_where_the_sets_stay_as_they_are():
    from kselect_core.linalg.fits.smo import leave_one_out_decisions, machines

    agreed = 0
    for K, y in s.SAMPLES.values():
        problem = SvmProblem(K, y, s.C)
        honest = leave_one_out_decisions(K, y, s.C, tolerance=1e-9, certified=False)
        for row, cost in enumerate(s.C):
            found = every_span(problem)[row]
            for i in np.flatnonzero(found.support):
                kept = np.delete(np.arange(len(y)), i)
                beta = machines(K[np.ix_(kept, kept)], y[kept], [cost] * np.ones(1), tolerance=1e-9)
                after = np.abs(beta.beta[0])
                before = problem.alpha[row][kept]
                same = (side(before, cost) == side(after, cost)).all()
                if same and found.free:
                    change = y[i] * (problem.exact_machines.f[row, i] - honest.f[row, i])
                    assert_allclose(found.moved[i], change, atol=1e-5)
                    agreed += 1
    assert agreed > 20


def test_a_twin_takes_the_place_of_a_point():
    K, _ = s.sample(n=6)
    twice = np.append(np.arange(6), 0)  # point 0 is there twice
    own, _ = span._squared_spans(K[np.ix_(twice, twice)], K[np.ix_(twice, [1])])  # noqa: SLF001
    assert_allclose(own[[0, 6]], 0.0, atol=1e-9)
    others = [squared_distance(K, i, np.delete(np.arange(6), i)) for i in range(1, 6)]
    assert_allclose(own[1:6], others, rtol=1e-6)


def test_an_indefinite_matrix_has_no_distances():
    K, y = s.SAMPLES["overlap"]
    with pytest.raises(UndefinedScoreError, match="indefinite"):
        SPAN.score(SvmProblem(K - 0.5 * np.eye(len(y)), y, s.C))
