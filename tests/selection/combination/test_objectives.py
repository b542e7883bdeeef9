"""Objectives of weights of kernels: gradients, shortcuts, the quadratic programme of CKTA."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import nnls

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.linalg.minimum.descent import Rules, descent
from kselect_core.linalg.minimum.projections import NORMS
from kselect_core.selection.combination.objectives import (
    OBJECTIVES,
    alignments,
    objective,
    through_matrix,
)
from tests.tolerances import ROUNDOFF, SOLVER

N = 30
OPTIONS = [
    ("ckta", {}),
    *[("sm", {"r": r}) for r in (1, 2, 3, 4, 5)],
    ("sm", {"r": 3, "weighted": False}),
    ("sm", {"r": 2, "normalisation": "printed"}),
    ("sps", {}),
    ("sps", {"perturbation": "exact"}),
    ("ks", {"k": 5, "eta": 4.0}),
]


def sample(seed=0, *, real=False):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 3))
    y = X[:, 0] * X[:, 1] + 2 * np.sin(2 * X[:, 2]) + 0.3 * rng.normal(size=N)
    D = ((X[:, None] - X[None]) ** 2).sum(axis=-1)
    stack = np.array(
        [np.exp(-D / t) for t in (0.5, 2.0, 9.0)] + [0.5 + X @ X.T, (1 + X @ X.T) ** 2]
    )
    return stack, Problem(np.eye(N), y if real else np.where(y > 0, 1.0, -1.0), [0.02], seed=2)


def matrix(stack, w):
    return np.einsum("q,qij->ij", w, stack)


@pytest.mark.parametrize(("key", "options"), OPTIONS)
def test_values_are_those_of_the_criterion_and_gradients_their_differences(key, options):
    stack, template = sample()
    w = np.array([0.3, 0.1, 0.25, 0.05, 0.02])
    value, gradient = objective(stack, template, key, options).evaluate(w)

    def score(weights):
        return CRITERIA[key].score(template.with_matrix(matrix(stack, weights)), **options)[0]

    assert_allclose(value, score(w), **ROUNDOFF)
    h = 1e-6
    differences = [(score(w + h * e) - score(w - h * e)) / (2 * h) for e in np.eye(len(w))]
    assert_allclose(gradient, differences, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize(("key", "options"), OPTIONS[:7])
def test_shortcuts_equal_the_way_through_the_matrix(key, options):
    stack, template = sample(1)
    w = np.random.default_rng(5).uniform(size=len(stack))
    quick = objective(stack, template, key, options).evaluate(w)
    slow = through_matrix(stack, template, key, options).evaluate(w)
    assert_allclose(quick[0], slow[0], **ROUNDOFF)
    assert_allclose(quick[1], slow[1], rtol=1e-9, atol=1e-10)


def test_products_and_alignments_are_those_of_the_centred_matrices():
    stack, template = sample(2, real=True)
    H = np.eye(N) - 1 / N
    centred = H @ stack @ H
    products, aligned, spread = alignments(stack, template.y, rows=7)
    assert_allclose(products, np.einsum("aij,bij->ab", centred, centred), **ROUNDOFF)
    yy = np.outer(H @ template.y, H @ template.y)
    assert_allclose(aligned, np.einsum("aij,ij->a", centred, yy), **ROUNDOFF)
    assert_allclose(spread, np.trace(yy), **ROUNDOFF)


@pytest.mark.parametrize("real", [False, True], ids=["classes", "real targets"])
@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("start", ["uniform", "corner"])
def test_the_descent_reaches_the_quadratic_programme_of_ckta(p, start, real):
    """Alignment maximisation: w* ∝ argmin over v ≥ 0 of vᵀMv − 2vᵀa (Cortes et al. 2010)."""
    stack, template = sample(3, real=real)
    products, aligned, _ = alignments(stack, template.y)
    root = np.linalg.cholesky(products)
    v, _ = nnls(root.T, np.linalg.solve(root, aligned))
    assert 1 < (v > 0).sum() < len(v)  # corners and inside do not decide it alone
    best = v / np.linalg.norm(v, ord=p)
    goal = objective(stack, template, "ckta", {})
    first = NORMS[p].uniform(len(v)) if start == "uniform" else np.eye(len(v))[2]
    found = descent(goal.downhill, first, NORMS[p], rules=Rules(1e-13, 5000))
    assert_allclose(found.last, best, **SOLVER | {"atol": 1e-5})
    assert_allclose(-found.values[-1], goal.evaluate(best)[0], **ROUNDOFF)


@pytest.mark.parametrize("key", ["ckta", "sm"])
def test_a_multiple_of_the_weights_has_the_same_value(key):
    stack, template = sample(4)
    goal, w = objective(stack, template, key, {}), np.array([0.1, 0.2, 0.3, 0.2, 0.2])
    value, gradient = goal.evaluate(w)
    assert_allclose(goal.evaluate(7 * w)[0], value, **ROUNDOFF)
    assert_allclose(gradient @ w, 0.0, atol=1e-12)


@pytest.mark.parametrize("r", [1, 2])
def test_sm_is_convex_in_the_shares_of_the_trace_so_a_single_kernel_wins(r):
    stack, template = sample(5)
    stack = stack / np.einsum("qii->q", stack)[:, None, None]
    goal = objective(stack, template, "sm", {"r": r})
    rng = np.random.default_rng(0)
    for one, other in rng.dirichlet(np.ones(len(stack)), size=(50, 2)):
        middle = goal.evaluate((one + other) / 2)[0]
        assert middle <= (goal.evaluate(one)[0] + goal.evaluate(other)[0]) / 2 + 1e-12


def test_a_constant_kernel_takes_no_part_in_ckta():
    stack, template = sample(6)
    last = np.where(np.arange(N) % 2, 0.1, np.nextafter(0.1, 1))  # constant up to rounding
    more = np.concatenate([stack, np.maximum.outer(last, last)[None]])
    products, aligned, _ = alignments(more, template.y)
    assert (products[-1] == 0).all()
    assert aligned[-1] == 0
    goal = objective(more, template, "ckta", {})
    with pytest.raises(UndefinedScoreError, match="constant"):
        goal.evaluate(np.eye(len(more))[-1])


def test_what_is_undefined_says_why():
    stack, template = sample(7, real=True)
    for weighted in (True, False):
        with pytest.raises(UndefinedScoreError, match="−1 and"):
            objective(stack, template, "sm", {"weighted": weighted})
    flat = Problem(np.eye(N), np.ones(N), [0.1])
    with pytest.raises(UndefinedScoreError, match="constant"):
        objective(stack, flat, "ckta", {})
    with pytest.raises(UndefinedScoreError, match="trace"):
        objective(0 * stack, sample(7)[1], "sm", {}).evaluate(np.ones(len(stack)))


def test_only_differentiable_objectives_are_taken():
    stack, template = sample(8)
    assert set(OBJECTIVES) == {"ckta", "sm", "sps", "ks"}
    for key, options in (("loo", {}), ("ks", {"loss": "error"}), ("sps", {"perturbation": "max"})):
        with pytest.raises(InvalidParameterError, match="must be"):
            objective(stack, template, key, options)
