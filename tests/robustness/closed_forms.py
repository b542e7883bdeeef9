"""Closed forms against honest refits in extended precision, told apart by the condition of K + μI.

The refits solve their linear systems in the widest floating point of the machine by elimination,
so that what is measured is the error of the closed form and not of the reference.
"""

from typing import NamedTuple

import numpy as np

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.machine.span import every_span
from kselect_core.errors import UndefinedScoreError

WIDE = np.longdouble
FOLDS = 5
N = 20
WIDTHS = (1e-2, 0.3, 2.0, 20.0, 1e3)
LAMBDAS = 10.0 ** np.arange(-15, 1)
COSTS = np.array([0.1, 1.0, 30.0, 1e3])
MILD, HARD = 1e7, 1e13
"""Conditions up to which eight, and four, digits are promised; beyond, a reason."""

BACKWARD = 8 * np.finfo(float).eps
"""Error per unit of the condition: rounding the entries of K alone changes a value by as much."""


class Compared(NamedTuple):
    """A value, what it should be, and how hard the linear systems behind it are."""

    what: str
    condition: float
    value: float  # NaN where the criterion gives a reason instead
    exact: float
    reason: str

    @property
    def error(self):
        """Relative error."""
        return abs(self.value - self.exact) / abs(self.exact)


def sample(n=N, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 2))
    return X, np.where(X[:, 0] + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)


def gaussian(X, gamma):
    return np.exp(-gamma * np.square(X[:, None] - X[None]).sum(axis=-1))


def solved(A, b):
    """Solution of A x = b by elimination with pivots, in extended precision."""
    A, x = A.astype(WIDE), b.astype(WIDE)
    for step in range(len(A)):
        pivot = step + int(np.abs(A[step:, step]).argmax())
        A[[step, pivot]], x[[step, pivot]] = A[[pivot, step]], x[[pivot, step]]
        factors = A[step + 1 :, step] / A[step, step]
        A[step + 1 :] -= np.multiply.outer(factors, A[step])
        x[step + 1 :] -= np.multiply.outer(factors, x[step])
    for step in reversed(range(len(A))):
        x[step] = (x[step] - A[step, step + 1 :] @ x[step + 1 :]) / A[step, step]
    return x


def bordered(K, border=1.0):
    n = len(K)
    system = np.full((n + 1, n + 1), WIDE(border))
    system[:n, :n], system[n, n] = K, 0
    return system


def predictions(K, y, mu, learner, left):
    """Predictions at the points left out by the fit on all others."""
    rest = np.setdiff1d(np.arange(len(y)), left)
    system = K[np.ix_(rest, rest)].astype(WIDE) + WIDE(mu) * np.eye(len(rest), dtype=WIDE)
    if learner == "krr":
        return K[np.ix_(left, rest)] @ solved(system, y[rest])
    found = solved(bordered(system), np.append(y[rest], 0.0))
    return K[np.ix_(left, rest)] @ found[:-1] + found[-1]


def left_out(K, y, lam, learner, folds):
    """Mean over folds of the mean squared error at the points left out."""
    n = len(y)
    losses = [
        np.mean((y[fold] - predictions(K, y, lam * (n - len(fold)), learner, fold)) ** 2)
        for fold in folds
    ]
    return float(np.mean(losses))


def generalised(K, y, lam, learner):
    """GCV from the hat matrix, made column by column."""
    n = len(y)
    system = K.astype(WIDE) + WIDE(lam * n) * np.eye(n, dtype=WIDE)
    unit = np.eye(n, dtype=WIDE)
    if learner == "lssvm":
        right = np.vstack([unit, np.zeros((1, n), dtype=WIDE)])
        rest = WIDE(lam * n) * solved(bordered(system), right)[:n]
    else:
        rest = WIDE(lam * n) * solved(system, unit)
    return float(np.mean((rest @ y) ** 2) / np.mean(np.diagonal(rest)) ** 2)


def least_squares(widths=WIDTHS, lambdas=LAMBDAS):
    """Leave-one-out, k-fold and GCV of both learners on every width and ridge."""
    X, y = sample()
    every = [np.array([i]) for i in range(N)]
    for gamma in widths:
        K = gaussian(X, gamma)
        sigma = np.linalg.eigvalsh(K).clip(0.0)
        for learner in ("krr", "lssvm"):
            problem = Problem(K, y, lambdas, learner=learner)
            found = {key: scores(key, problem) for key in ("loo", "kfold", "gcv")}
            folds = problem.folds(FOLDS)
            for row, lam in enumerate(lambdas):
                mu = lam * N
                exact = {
                    "loo": left_out(K, y, lam, learner, every),
                    "kfold": left_out(K, y, lam, learner, folds),
                    "gcv": generalised(K, y, lam, learner),
                }
                condition = float((sigma[-1] + mu) / (sigma[0] + mu))
                for key, (values, reason) in found.items():
                    value = float(values[row])
                    yield Compared(f"{key}, {learner}", condition, value, exact[key], reason)


def scores(key, problem):
    """Values, NaN where there is none, and the reason."""
    options = {"k": FOLDS} if key == "kfold" else {}
    try:
        return CRITERIA[key].score(problem, **options), ""
    except UndefinedScoreError as undefined:
        return undefined.values, undefined.reason


def spans(widths=(0.3, 2.0, 8.0), n=30):
    """αS² of every support vector, by distances to the span of the free ones."""
    X, y = sample(n, 1)
    for gamma in widths:
        K = gaussian(X, gamma)
        problem = SvmProblem(K, y, COSTS)
        for row, found in enumerate(every_span(problem)):
            alpha, cost = problem.alpha[row], problem.C[row]
            free = np.flatnonzero((alpha > 0) & (alpha < cost))
            if len(free) < 2:
                continue
            condition = float(np.linalg.cond(bordered(K[np.ix_(free, free)]).astype(float)))
            for i in np.flatnonzero(alpha > 0):
                exact = alpha[i] * squared_distance(K, i, free[free != i])
                yield Compared("span", condition, float(found.moved[i]), float(exact), "")


def squared_distance(K, i, others):
    """Squared distance of a point to the affine span of others, in feature space."""
    system = bordered(K[np.ix_(others, others)])
    weights = solved(system, np.append(K[others, i], 1.0))[:-1]
    inner = weights @ K[np.ix_(others, others)].astype(WIDE) @ weights
    return WIDE(K[i, i]) - 2 * weights @ K[others, i] + inner


def worst(compared):
    """Largest relative error below each condition, and how many of the harder ones have no reason.

    Returns (mild, hard, silent): errors up to MILD, up to HARD, and values beyond HARD that were
    given without a word.
    """
    given = [c for c in compared if np.isfinite(c.value)]
    mild = max(c.error for c in given if c.condition <= MILD)
    hard = max(c.error for c in given if c.condition <= HARD)
    return mild, hard, sum(c.condition > HARD for c in given)


def last_bits(gamma=0.01, lam=1e-10, trials=8):
    """Relative change of the exact leave-one-out error when only the last bits of K change.

    Returns it with the condition and the error of the closed form on the same problem.
    """
    X, y = sample()
    K, rng = gaussian(X, gamma), np.random.default_rng(0)
    every = [np.array([i]) for i in range(N)]
    exact = left_out(K, y, lam, "krr", every)
    changes = []
    for _ in range(trials):
        E = np.triu(rng.choice([-1.0, 1.0], K.shape), 1)
        shaken = K * (1 + np.finfo(float).eps / 2 * (E + E.T))
        changes.append(abs(left_out(shaken, y, lam, "krr", every) - exact) / exact)
    value = float(CRITERIA["loo"].score(Problem(K, y, [lam]))[0])
    return max(changes), float(np.linalg.cond(K + lam * N * np.eye(N))), abs(value - exact) / exact
