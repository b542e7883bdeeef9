"""Kernel ridge regression."""

import numpy as np

from kselect_core.learners.base import Fit, Learner
from kselect_core.types import Array, Float


def krr(K: Float[Array, "n n"], y: Float[Array, " n"], mu: float) -> Fit:
    """Kernel ridge regression: α = (K + μI)⁻¹ y, no bias. Cost: O(n³)."""
    return Fit(np.linalg.solve(K + mu * np.eye(len(y)), y), 0.0)


KRR = Learner(
    "krr",
    "Kernel ridge regression",
    krr,
    bias=False,
    formula=r"f(x)=\sum_i\alpha_i k(x_i,x),\qquad (K+\mu I)\,\alpha=y",
    short="ridge regression",
)
