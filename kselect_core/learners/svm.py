"""Support vector machine."""

import warnings

import numpy as np

from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.learners.base import Fit, Learner
from kselect_core.types import Array, Float

MOST_ITERATIONS = 10_000_000
"""libsvm stops after so many; it cannot be interrupted from outside."""


def svm(K: Float[Array, "n n"], y: Float[Array, " n"], mu: float) -> Fit:
    """C-SVM by libsvm with C = 1/(2μ), for labels ±1; α are signed (yᵢαᵢ of the dual).

    With one class in y the machine is the constant of that class. Raises UndefinedScoreError where
    libsvm did not converge.
    """
    if not 0 < mu < np.inf:
        raise InvalidParameterError("SVM", "μ = 1/(2C)", "a finite number greater than 0", mu)
    if not np.isfinite(K).all():
        raise InvalidParameterError("SVM", "K", "a matrix without missing or infinite entries", K)
    if (y == y[0]).all():
        return Fit(np.zeros(len(y)), float(y[0]))
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415 (a second of imports)
    from sklearn.svm import SVC  # noqa: PLC0415

    machine = SVC(C=0.5 / mu, kernel="precomputed", tol=1e-6, max_iter=MOST_ITERATIONS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(K, y)
    if machine.fit_status_:
        raise UndefinedScoreError(
            f"not converged: libsvm needs more than {MOST_ITERATIONS:,} steps for "
            f"C = {0.5 / mu:.3g}; scale the data or use a smaller C"
        )
    alpha = np.zeros(len(y))
    alpha[machine.support_] = machine.dual_coef_[0]
    return Fit(alpha, float(machine.intercept_[0]))


SVM = Learner(
    "svm",
    "Support vector machine",
    svm,
    bias=True,
    formula=r"f(x)=\sum_i\alpha_i k(x_i,x)+b,\qquad \min_{w,b}\ \tfrac12\lVert w\rVert^2"
    r"+C\sum_i\max(0,\,1-y_if(x_i)),\quad \mu=\tfrac1{2C}",
    short="SVM",
)
