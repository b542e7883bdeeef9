"""The stability bound, literally as printed, with one machine for each block and point."""

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import UndefinedScoreError
from tests.collection import mostly_at_night
from tests.criteria import svm_definitions as s
from tests.tolerances import ROUNDOFF

STAB = CRITERIA["stab"]
LARGER = {name: s.sample(n=66, seed=seed, shift=0.4) for seed, name in enumerate("abc")}


def changed(K, y, cost):
    """Σ over blocks, test points and removed points of |change of the hard loss|, over s³."""
    q = int(np.floor(np.sqrt(len(y))))
    s_ = q // 2
    total = 0
    for k in range(1, s_ + 1):
        block = np.arange((k - 1) * q, (k - 1) * q + s_)
        test = np.arange((k - 1) * q + s_, (k - 1) * q + 2 * s_)
        whole = s.predicted(K, y, cost, block, test)
        for i in range(s_):
            total += (s.predicted(K, y, cost, np.delete(block, i), test) != whole).sum()
    return total / s_**3


FIRST = {"35": lambda n: n**-0.5, "37": lambda n: 0.5 / n}
"""The first term of each form of the bound."""


@pytest.mark.parametrize(
    ("form", "name"),
    mostly_at_night(product(FIRST, LARGER), lambda case: case in {("35", "a"), ("37", "b")}),
)
def test_stab_is_the_printed_bound(form, name):
    K, y = LARGER[name]
    n, delta = len(y), 0.1
    problem = SvmProblem(K, y, s.C, seed=4)
    order = problem.permutation
    shuffled, labels = K[np.ix_(order, order)], y[order]
    expected = []
    for cost in s.C:
        missed = np.mean(s.left_out(K, y, cost) != (y > 0))
        confidence = np.sqrt(np.log(2 / delta) / np.sqrt(n))
        H = changed(shuffled, labels, cost)
        expected.append(missed + np.sqrt(2 / delta * (FIRST[form](n) + 3 * (H + confidence))))
    assert_allclose(STAB.score(problem, form=form, delta=delta), expected, **ROUNDOFF)


def test_some_predictions_of_the_blocks_change():
    assert any(
        SvmProblem(*LARGER[name], s.C, seed=4).changes.changed.any() for name in LARGER
    )  # or the test above would test nothing


def test_even_without_an_error_the_bound_is_vacuous():
    K, y = s.sample(n=64, shift=4.0)
    value = STAB.score(SvmProblem(K, y, s.C))
    assert (value > 1).all()


def test_fewer_than_sixteen_points_have_no_blocks():
    K, y = s.sample(n=15)
    with pytest.raises(UndefinedScoreError, match="at least 16 points, there are 15"):
        STAB.score(SvmProblem(K, y, s.C))
    K, y = s.sample(n=16)
    assert np.isfinite(STAB.score(SvmProblem(K, y, s.C))).all()


def test_blocks_that_do_not_converge_take_only_their_own_costs_away(monkeypatch):
    K, y = LARGER["a"]
    free = SvmProblem(K, y, s.C, seed=4)
    expected = STAB.score(free)
    known = np.array([True, True, False])
    monkeypatch.setattr(SvmProblem, "changes", free.changes._replace(converged=known))
    problem = SvmProblem(K, y, s.C, seed=4)
    with pytest.raises(UndefinedScoreError, match="not converged") as caught:
        STAB.score(problem)
    assert_allclose(caught.value.values, np.where(known, expected, np.nan), **ROUNDOFF)


@pytest.mark.parametrize("gamma", [20.0, 1e3])
def test_the_value_at_one_cost_is_that_of_the_whole_grid_also_near_the_identity(gamma):
    rng = np.random.default_rng(7)
    y = rng.permutation(np.repeat([1.0, -1.0], 50))
    K = s.gaussian(rng.standard_normal((100, 2)), gamma)
    costs = np.logspace(-5, 2, 20)
    alone = [STAB.score(SvmProblem(K, y, [cost]))[0] for cost in costs]
    assert_allclose(STAB.score(SvmProblem(K, y, costs)), alone, **ROUNDOFF)
