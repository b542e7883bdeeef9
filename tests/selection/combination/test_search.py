"""Weights of few kernels are searched everywhere: never above a grid over all of them."""

from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import Problem
from kselect_core.criteria import CRITERIA
from kselect_core.errors import StoppedError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.minimum.descent import descent
from kselect_core.linalg.minimum.projections import NORMS
from kselect_core.selection.combination.objectives import objective
from kselect_core.selection.combination.plan import Plan, scaled
from kselect_core.selection.combination.search import grid_of
from kselect_core.selection.combination.weights import learn
from tests.collection import mostly_at_night
from tests.tolerances import ROUNDOFF

LAM = 0.01


def kernels(seed, count=3, n=40):
    """Gaussians of random widths and polynomials on random points, scaled, and a problem."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = np.where(X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) > 0, 1.0, -1.0)
    some = [KERNELS["gaussian"](X, gamma=10.0 ** rng.uniform(-2, 1.5)) for _ in range(count - 1)]
    stack, _ = scaled(np.array([*some, (1 + X @ X.T) ** 2]), "trace")
    return stack, Problem(np.eye(n), y, [LAM])


def by_grid(stack, template, plan, parts):
    """Lowest value of the criterion on a grid of its own."""
    criterion = CRITERIA[plan.objective]
    values = [
        criterion.score(
            template.with_matrix(np.tensordot(row / parts, stack, 1)), **options_of(plan)
        )
        for row in grid_of(len(stack), parts)
    ]
    return float(np.min(values))


def options_of(plan):
    return dict(plan.options)


@pytest.mark.parametrize(("count", "parts", "rows"), [(1, 5, 1), (2, 40, 41), (3, 16, 153)])
def test_a_grid_has_every_division_once(count, parts, rows):
    grid = grid_of(count, parts)
    assert grid.shape == (rows, count)
    assert (grid.sum(axis=1) == parts).all()
    assert (grid >= 0).all()
    assert len(np.unique(grid, axis=0)) == rows


def long_rows(seed, n, lam):
    """Kernels with a few long rows, of which two tie for the largest norm at the best weights."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = np.where(X[:, 0] * X[:, 1] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)
    stack = []
    for _ in range(3):
        A = rng.normal(size=(n, int(rng.integers(1, 8)))) * rng.lognormal(size=(n, 1))
        stack.append(A @ A.T)
    return scaled(np.array(stack), "trace")[0], Problem(np.eye(n), y, [lam])


def of_long_rows(seed, eta):
    """Weights learnt by KS with 3 folds, their plan, and what they are learnt from."""
    stack, template = long_rows(seed, 18, 0.003)
    plan = Plan(objective="ks", options=(("eta", eta), ("k", 3)), lam=0.003)
    return learn(stack, template, plan), plan, stack, template


ROWS = [(0, 1.0), (6, 4.0), (10, 1.0), (11, 4.0), (17, 4.0)]


@pytest.mark.parametrize(("seed", "eta"), mostly_at_night(ROWS, lambda case: case in ROWS[::4]))
def test_nothing_on_another_grid_is_better(seed, eta):
    found, plan, stack, template = of_long_rows(seed, eta)
    assert found.sure
    assert found.value <= by_grid(stack, template, plan, 15) * (1 + 1e-6)


@pytest.mark.parametrize(
    ("seed", "eta", "share", "reason"),
    mostly_at_night(
        [(6, 4.0, 0.05, "no descent"), (11, 4.0, 0.1, "converged"), (17, 4.0, 0.09, "converged")],
        lambda case: case[0] != 11,
    ),
)
def test_the_search_goes_on_where_both_descents_end(seed, eta, share, reason):
    found, *_ = of_long_rows(seed, eta)
    ends = [path.values[-1] for path in found.paths]
    assert [path.reason for path in found.paths] == [reason, reason, "searched"]
    assert found.best == 2
    assert min(ends[:2]) > ends[2] * (1 + share)
    assert found.apart > share


def test_the_parts_of_ks_have_its_value_and_slopes():
    stack, template = kernels(1)
    goal = objective(stack, template, "ks", {"eta": 4.0})
    w, step = np.array([0.2, 0.5, 0.3]), 1e-6
    found = goal.pieces(w, None)
    assert_allclose(found.value, goal.evaluate(w)[0], **ROUNDOFF)
    assert_allclose(goal.value(w), found.value, **ROUNDOFF)
    for i, corner in enumerate(np.eye(3)):
        more, less = (goal.pieces(w + sign * step * corner, None) for sign in (1, -1))
        assert_allclose(found.gradient[i], (more.smooth - less.smooth) / (2 * step), rtol=1e-5)
        assert_allclose(found.slopes[:, i], (more.others - less.others) / (2 * step), rtol=1e-5)
    assert_allclose(goal.pieces(w, np.array([3, 7])).others, found.others[[3, 7]], **ROUNDOFF)


def test_more_kernels_are_not_called_sure():
    stack, template = kernels(2, count=6)
    found = learn(stack, template, Plan(objective="ks", lam=LAM))
    assert not found.sure
    assert found.apart >= 0
    ends = [path.values[-1] for path in found.paths]
    assert found.value == min(ends) or found.value <= min(ends) * (1 + 1e-9)


def test_the_search_hears_a_stop():
    stack, template = kernels(0)
    cancel, goal = Event(), objective(stack, template, "ks", {})
    assert goal.value(np.ones(3) / 3) > 0
    seen = []

    def told():
        seen.append(1)
        if len(seen) == 5:  # kernels alone and both descents: the search is next
            cancel.set()

    with pytest.raises(StoppedError):
        learn(stack, template, Plan(objective="ks", lam=LAM), on_step=told, cancel=cancel)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_ckta_has_one_maximum_wherever_a_descent_starts(seed, p):
    """The page says so of many kernels, which no grid searches."""
    stack, template = kernels(seed, count=6)
    goal = objective(stack, template, "ckta", {})
    best = learn(stack, template, Plan(objective="ckta", options=(), p=p)).value
    rng = np.random.default_rng(seed)
    for start in rng.dirichlet(np.full(6, 0.3), size=8):
        norm = NORMS[p]
        way = descent(goal.downhill, norm.project(start), norm, rules=goal.rules)
        assert_allclose(-way.values[-1], best, rtol=1e-4)
