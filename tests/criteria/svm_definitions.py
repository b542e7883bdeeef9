"""Support vector machines by scikit-learn, one honest fit for each question."""

import numpy as np
from sklearn.svm import SVC

TIGHT = 1e-10
C = np.array([0.05, 1.0, 20.0])


def gaussian(X, gamma=0.5):
    return np.exp(-gamma * np.square(X[:, None] - X[None]).sum(axis=-1))


def sample(n=32, seed=0, shift=0.7, share=0.5):
    """Two clouds that overlap: kernel matrix and labels in random order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.where(np.arange(n) < share * n, 1.0, -1.0))
    X = rng.standard_normal((n, 2)) + shift * y[:, None]
    return gaussian(X), y


SAMPLES = {
    "overlap": sample(),
    "unbalanced": sample(seed=1, share=0.3),
    "separable": sample(seed=2, shift=2.5),
    "noise": sample(seed=3, shift=0.0),
}


def machine(K, y, cost):
    """Values f at all points, and dual variables α, of one machine."""
    fitted = SVC(C=cost, kernel="precomputed", tol=TIGHT).fit(K, y)
    alpha = np.zeros(len(y))
    alpha[fitted.support_] = np.abs(fitted.dual_coef_[0])
    return fitted.decision_function(K), alpha


def predicted(K, y, cost, train, test):
    """Whether the machine of ``train`` predicts the positive class at ``test``."""
    if len(set(y[train])) == 1:
        return np.full(len(test), y[train][0] > 0)
    fitted = SVC(C=cost, kernel="precomputed", tol=TIGHT).fit(K[np.ix_(train, train)], y[train])
    return fitted.decision_function(K[np.ix_(test, train)]) > 0


def left_out(K, y, cost):
    """Prediction at each point by the machine of all others."""
    every = np.arange(len(y))
    return np.array([predicted(K, y, cost, np.delete(every, i), [i])[0] for i in every])
