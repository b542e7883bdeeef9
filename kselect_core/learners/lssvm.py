"""Least-squares support vector machine."""

import numpy as np

from kselect_core.learners.base import Fit, Learner
from kselect_core.types import Array, Float


def lssvm(K: Float[Array, "n n"], y: Float[Array, " n"], mu: float) -> Fit:
    """Least-squares SVM: ridge regression on the labels with a bias that is not penalised.

    Solves [[K + μI, 1], [1ᵀ, 0]] [α; b] = [y; 0]. Cost: O(n³).
    """
    n = len(y)
    system = np.zeros((n + 1, n + 1))
    system[:n, :n] = K + mu * np.eye(n)
    system[:n, n] = system[n, :n] = 1.0
    solution = np.linalg.solve(system, np.append(y, 0.0))
    return Fit(solution[:n], float(solution[n]))


LSSVM = Learner(
    "lssvm",
    "Least-squares SVM",
    lssvm,
    bias=True,
    formula=r"f(x)=\sum_i\alpha_i k(x_i,x)+b,\qquad "
    r"(K+\mu I)\,\alpha+b\mathbf 1=y,\ \mathbf 1^\top\alpha=0",
    short="LSSVM",
)
