"""Rounding that is told of the learner on m landmarks, beside the same learner in long doubles."""

from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.problems.landmarks import rounding_of
from kselect_core.linalg.streamed import features as module
from kselect_core.linalg.streamed.rounding import NEAR
from kselect_core.linalg.streamed.second_pass import Wrong
from kselect_core.selection.sweep.landmarks.blockwise_errors import Machine
from tests.collection import mostly_at_night
from tests.criteria.problems.test_landmarks import LEARNT, NUMBERS, X, Y, made

pytestmark = pytest.mark.skipif(
    np.finfo(np.longdouble).eps > 1e-18, reason="long doubles are no longer than doubles here"
)
LONG = np.longdouble
LAMBDAS = np.logspace(-10, 2, 7)
USUAL = LAMBDAS > 5e-7
ASKED = ("kfold", "remp", "gcv", "loo", "lml")
CASES = {
    "narrow": {"gamma": 0.5},
    "middle": {"gamma": 0.1},
    "wide": {"gamma": 0.01},
    "very wide": {"gamma": 1e-4},
    "many landmarks": {"gamma": 0.5, "m": 120},
    "as many as points": {"gamma": 2.0, "m": 150},
    "numbers": {"gamma": 0.1, "y": NUMBERS + 3.0},
    "lssvm": {"gamma": 0.1, "learner": "lssvm"},
    "lssvm, numbers": {"gamma": 0.01, "learner": "lssvm", "y": NUMBERS + 3.0},
    "far from the origin": {"gamma": 0.1, "points": X + 100.0},
}


def cholesky(A):
    """Cholesky factor in the precision of A."""
    A, L = A.copy(), np.zeros_like(A)
    for j in range(len(A)):
        L[j:, j] = A[j:, j] / np.sqrt(A[j, j])
        A[j:, j:] -= np.outer(L[j:, j], L[j:, j])
    return L


def solve(L, B):
    """L⁻¹B."""
    B = B.copy()
    for j in range(len(L)):
        B[j] /= L[j, j]
        B[j + 1 :] -= np.multiply.outer(L[j + 1 :, j], B[j])
    return B


class Exact:
    """The learner by its definition: a ridge regression on all features of the landmarks."""

    def __init__(self, problem, points, gamma):
        self.problem, Z = problem, problem.model.features.Z.astype(LONG)
        self.y, P = problem.y.astype(LONG), points.astype(LONG)

        def kernel(A, B):
            return np.exp(-LONG(gamma) * np.square(A[:, None] - B).sum(axis=2))

        self.phi = solve(cholesky(kernel(Z, Z)), kernel(Z, P)).T

    def fit(self, rows, mu):
        """Weights and bias, leverages of the rows, half of the log-determinant of C."""
        phi, y, bias = self.phi[rows], self.y[rows], self.problem.bias
        n, r = phi.shape
        centre = phi.mean(axis=0) if bias else np.zeros(r, LONG)
        level = y.mean() if bias else LONG(0)
        P = phi - centre
        L = cholesky(P.T @ P + mu * np.eye(r, dtype=LONG))
        half = solve(L, P.T)
        w = solve_transposed(L, half @ (y - level))
        leverage = np.square(half).sum(axis=0) + (LONG(1) / n if bias else 0)
        volume = np.log(np.diag(L)).sum() * 2 + (n - r - bias) * np.log(mu)
        return w, level - centre @ w, leverage, volume

    def values(self, mu, mu_held, mu_alone):
        """Every criterion at one ridge."""
        n, folds = len(self.y), self.problem.folds(5)
        every = np.arange(n)
        w, b, leverage, volume = self.fit(every, mu)
        residuals = self.y - self.phi @ w - b
        squares = np.square(residuals).mean()
        quadratic = self.y @ residuals / mu
        free = n - self.problem.bias
        held = []
        for fold, ridge in zip(folds, mu_held, strict=True):
            w, b, _, _ = self.fit(np.setdiff1d(every, fold), ridge)
            held.append(np.square(self.y[fold] - self.phi[fold] @ w - b).mean())
        w, b, alone, _ = self.fit(every, mu_alone)
        left_out = (self.y - self.phi @ w - b) / (1 - alone)
        return {
            "kfold": np.mean(held),
            "remp": squares,
            "gcv": squares / (1 - leverage.mean()) ** 2,
            "loo": np.square(left_out).mean(),
            "lml": -(quadratic + volume + free * np.log(2 * LONG(np.pi))) / (2 * free),
        }


def solve_transposed(L, v):
    """L⁻ᵀv."""
    v = v.copy()
    for j in reversed(range(len(L))):
        v[j] = (v[j] - L[j + 1 :, j] @ v[j + 1 :]) / L[j, j]
    return v


@pytest.fixture(scope="module")
def exact():
    """What gives every criterion of a case at each λ, in long doubles: it takes a second, once."""
    return cache(exact_values)


def exact_values(name):
    """Every criterion of a case at each λ, by definition."""
    problem, points = problem_of(name)
    slow, folds, n = Exact(problem, points, CASES[name]["gamma"]), problem.folds(5), len(problem.y)
    return [
        slow.values(one * n, [one * (n - len(fold)) for fold in folds], one * (n - 1))
        for one in LAMBDAS.astype(LONG)
    ]


def problem_of(name):
    """The problem of a case, and its points."""
    usual = {"y": Y, "points": X, "m": 40, "lambdas": LAMBDAS, "learner": "krr"}
    given = {**usual, **CASES[name]}
    return made(**given)[0], given["points"]


def compared(name, true):
    """|value − exact| / |exact| and the error that is told, relative, by criterion and λ."""
    problem, _ = problem_of(name)
    off, told = {}, {}
    for key in ASKED:
        score = CRITERIA[key].score
        value = score(problem)
        error = rounding_of(problem, score, value)
        expected = np.array([one[key] for one in true])
        off[key] = np.abs((value - expected) / expected).astype(float)
        told[key] = (error / np.abs(expected)).astype(float)
    return off, told


FEWER = [("wide", 0), ("wide", 10), ("lssvm, numbers", 0), ("many landmarks", 10)]
BY_DAY = ("narrow", "wide", "very wide", "lssvm, numbers", "far from the origin")


@pytest.mark.parametrize(
    ("case", "eliminated"),
    mostly_at_night([*((case, 64) for case in CASES), *FEWER], lambda asked: asked[0] in BY_DAY),
)
def test_values_are_off_by_no_more_than_is_told_and_by_little_less(
    case, eliminated, exact, monkeypatch
):
    monkeypatch.setattr(module, "ELIMINATED", eliminated)
    off, told = compared(case, exact(case))
    for key in ASKED:
        assert (off[key] <= told[key]).all(), key
        usual = told[key][USUAL].max()
        assert usual <= 1e-6 or eliminated < 64, key
    ratios = [told[key] / np.maximum(off[key], 1e-16) for key in ASKED]
    assert np.median(ratios) <= 1e3


@pytest.mark.parametrize(("key", "options"), LEARNT, ids=str)
def test_every_criterion_is_told_its_rounding(key, options):
    problem, _ = made(m=40, gamma=0.1)

    def score(one):
        return CRITERIA[key].score(one, **options)

    value = score(problem)
    told = rounding_of(problem, score, value)
    if options.get("loss") == "error":  # no prediction is so near 0
        assert_array_equal(told, 0.0)
    else:
        assert (told > 0).all()
        assert (told <= 1e-9 * np.abs(value)).all()


@pytest.mark.parametrize("case", ["middle", "wide", "as many as points", "lssvm, numbers"])
def test_predictions_at_other_points_are_off_by_no_more_than_is_told(case):
    given = {"y": Y, "m": 40, "lambdas": LAMBDAS, "learner": "krr", **CASES[case]}
    problem, _ = made(**given)
    others = np.random.default_rng(3).standard_normal((200, 3))
    exact = Exact(problem, np.vstack([X, others]), given["gamma"])
    f, told = Machine.of(problem).at(others)
    for j, lam in enumerate(LAMBDAS.astype(LONG)):
        w, b, _, _ = exact.fit(np.arange(len(X)), lam * len(X))
        off = np.abs(f[:, j] - exact.phi[len(X) :] @ w - b).astype(float)
        assert np.sqrt(np.mean(off**2)) <= told[j]
        assert off.max() <= NEAR * told[j]


def test_points_whose_sign_rounding_may_turn_are_counted():
    y, f = np.array([1.0, 1.0, -1.0]), np.array([[1e-9, 0.5], [2.0, 1e-9], [1e-9, 3.0]])
    rate = Wrong.of(y, f, np.array([1e-9, 1e-11])).rate(3)
    assert_array_equal(rate.value, [1 / 3, 1 / 3])
    assert_array_equal(rate.off, [2 / 3, 0.0])


def test_elimination_keeps_six_digits_and_more(exact, monkeypatch):
    told = {}
    for eliminated in (0, 64):
        monkeypatch.setattr(module, "ELIMINATED", eliminated)
        off, told[eliminated] = compared("wide", exact("wide"))
        assert eliminated == 0 or max(off[key][USUAL].max() for key in ASKED) < 1e-10
    assert (told[0]["kfold"][:2] > 1e6 * told[64]["kfold"][:2]).all()
