"""Slow definitions shared by the oracle tests, and small problems to try them on."""

import numpy as np
from hypothesis import strategies as st

from kselect_core.criteria import CRITERIA

LEARNERS = ("krr", "lssvm")
JUDGES = {name: c for name, c in CRITERIA.items() if c.applies_to("krr")}
"""Criteria that judge the least-squares learners."""

RIDGES = ("n_lambda", "lambda")

sizes = st.integers(6, 14)
seeds = st.integers(0, 2**32 - 1)
lambdas = st.floats(1e-4, 1e2)
learners = st.sampled_from(LEARNERS)
ridges = st.sampled_from(RIDGES)


def labels(n, rng, *, at_least=2):
    """Labels ±1 in random order, each class with some members."""
    positive = int(rng.integers(at_least, n - at_least + 1))
    return rng.permutation(np.repeat([1.0, -1.0], [positive, n - positive]))


def gaussian(X, gamma=0.5):
    """Gaussian kernel, entry by entry."""
    return np.array([[np.exp(-gamma * np.sum((x - z) ** 2)) for z in X] for x in X])


def example(n, seed, *, at_least=2):
    """Gaussian kernel on standard normal points, and labels."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 2))
    return gaussian(X), labels(n, rng, at_least=at_least)


def ridge(lam, size, convention):
    """Ridge μ of a fit on ``size`` points."""
    return lam * size if convention == "n_lambda" else lam


def fitted(K, y, mu, learner):
    """Dual coefficients and bias from the linear system that defines the learner."""
    n = len(y)
    if learner == "krr":
        return np.linalg.solve(K + mu * np.eye(n), y), 0.0
    ones = np.ones((n, 1))
    system = np.block([[K + mu * np.eye(n), ones], [ones.T, np.zeros((1, 1))]])
    solution = np.linalg.solve(system, np.append(y, 0.0))
    return solution[:n], solution[n]


def predicted_without(K, y, fold, lam, learner, convention):
    """Predictions on a fold by an honest refit that never saw it."""
    rest = np.setdiff1d(np.arange(len(y)), fold)
    mu = ridge(lam, len(rest), convention)
    alpha, b = fitted(K[np.ix_(rest, rest)], y[rest], mu, learner)
    return K[np.ix_(fold, rest)] @ alpha + b


def loss_of(y, f, loss):
    """Squared losses, or 1 where the sign is wrong (a zero is wrong)."""
    return (y - f) ** 2 if loss == "squared" else (y * f <= 0).astype(float)


def training_error(K, y, lam, learner, convention):
    """Mean squared residual on the training sample."""
    alpha, b = fitted(K, y, ridge(lam, len(y), convention), learner)
    return np.mean((K @ alpha + b - y) ** 2)


def without(K, i):
    """Kⁱ: the matrix with row and column i set to zero."""
    reduced = K.copy()
    reduced[i, :] = 0.0
    reduced[:, i] = 0.0
    return reduced


def centring(n):
    """H = I − 11ᵀ/n."""
    return np.eye(n) - np.ones((n, n)) / n


def frobenius(P, R):
    """Inner product Σᵢⱼ PᵢⱼRᵢⱼ, entry by entry."""
    return sum(P[i, j] * R[i, j] for i in range(len(P)) for j in range(len(P)))


def class_sizes(y):
    """Members of the positive and of the negative class."""
    return int((y > 0).sum()), int((y < 0).sum())
