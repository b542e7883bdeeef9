"""Samples, folds, and one honest refit for each fold and ridge."""

import numpy as np

from tests.criteria import definitions as d


def sample(n, seed=0, dimensions=3):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, dimensions))
    return X, np.where(X[:, 0] + 0.5 * rng.standard_normal(n) > 0, 1.0, -1.0)


def gaussian(X, gamma):
    return np.exp(-gamma * np.square(X[:, None] - X[None]).sum(axis=-1))


def folds_of(n, k, seed=0):
    order = np.random.default_rng(seed).permutation(n)
    return [np.sort(order[q::k]) for q in range(k)]


def by_refits(K, y, folds, mu, learner):
    f = np.empty((len(y), mu.shape[1]))
    for q, fold in enumerate(folds):
        for column, value in enumerate(mu[q]):
            f[fold, column] = d.predicted_without(K, y, fold, value, learner, "lambda")
    return f
